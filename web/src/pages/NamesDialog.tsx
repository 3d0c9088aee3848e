// The names of those who share a screen, before their game begins.
import { useState } from "preact/hooks";
import { Dialog } from "../app/Dialog.tsx";
import { me } from "../app/me.ts";
import { useStore } from "../app/store.ts";

/** A name that the server made up is none worth offering. */
const chosen = (name: string | undefined) => (name && !/^Guest \d+$/.test(name) ? name : "");

export function NamesDialog(props: {
  players: number;
  onStart: (names: string[]) => void;
  onClose: () => void;
}) {
  const own = chosen(useStore(me)?.name);
  const [names, setNames] = useState(() =>
    Array.from({ length: props.players }, (_, i) => (i === 0 ? own : "")),
  );
  const submit = (event: Event) => {
    event.preventDefault();
    props.onStart(names);
  };
  return (
    <Dialog title="Who plays?" onClose={props.onClose}>
      <form class="stack" onSubmit={submit}>
        {names.map((name, i) => (
          <label key={i} class="stack-label">
            {i === 0 ? "First player" : i === 1 ? "Second player" : `Player ${i + 1}`}
            <input
              value={name}
              maxLength={24}
              autocomplete="off"
              placeholder={`Guest ${i + 1}`}
              onInput={(e) =>
                setNames(names.map((old, j) => (i === j ? e.currentTarget.value : old)))
              }
            />
          </label>
        ))}
        <button type="submit" class="primary big">
          Start the game
        </button>
      </form>
    </Dialog>
  );
}
