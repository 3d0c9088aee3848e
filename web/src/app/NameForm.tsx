// The name that others see.
import { useState } from "preact/hooks";
import { me, rename } from "./me.ts";
import { NameInput } from "./NameInput.tsx";
import { useStore } from "./store.ts";
import { toast } from "./toasts.tsx";

export function NameForm() {
  const known = useStore(me);
  const [typed, setName] = useState<string | null>(null);
  const name = typed ?? known?.name ?? "";
  const submit = async (event: Event) => {
    event.preventDefault();
    if (await rename(name.trim())) toast("Others now see you by this name.");
  };
  return (
    <form class="inline" onSubmit={submit}>
      <NameInput own label="Your name" value={name} onName={setName} />
      <button type="submit" disabled={name.trim() === "" || name.trim() === known?.name}>
        Save
      </button>
    </form>
  );
}
