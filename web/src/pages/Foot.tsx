// The foot of the first page: the visitor's name, a seat from another device, a record to bring in.
import { useState } from "preact/hooks";
import { api } from "../app/api.ts";
import { NameForm } from "../app/NameForm.tsx";
import { go, Link } from "../app/router.tsx";
import { complain } from "../app/toasts.tsx";

export function Foot() {
  return (
    <>
      <NameForm />
      <CodeForm />
      <p>
        <Link href="/import">Import a record of a game</Link>
      </p>
    </>
  );
}

function CodeForm() {
  const [code, setCode] = useState("");
  const submit = async (event: Event) => {
    event.preventDefault();
    try {
      go(`/t/${(await api.claim(code.trim())).id}`);
    } catch (error) {
      complain(error);
    }
  };
  return (
    <form class="inline" onSubmit={submit}>
      <label>
        Code from your other device
        <input
          name="code"
          value={code}
          maxLength={40}
          autocomplete="off"
          autocapitalize="characters"
          onInput={(e) => setCode(e.currentTarget.value)}
        />
      </label>
      <button type="submit" disabled={code.trim() === ""}>
        Take the seat
      </button>
    </form>
  );
}
