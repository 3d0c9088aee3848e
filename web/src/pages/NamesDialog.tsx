// The names of those who share a screen, before their game begins.
import { useState } from "preact/hooks";
import { Dialog } from "../app/Dialog.tsx";
import { me } from "../app/me.ts";
import { NameInput } from "../app/NameInput.tsx";
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
          <NameInput
            key={i}
            class="stack-label"
            label={i === 0 ? "First player" : i === 1 ? "Second player" : `Player ${i + 1}`}
            value={name}
            placeholder={`Guest ${i + 1}`}
            onName={(typed) => setNames(names.map((old, j) => (i === j ? typed : old)))}
          />
        ))}
        <button type="submit" class="primary big">
          Start the game
        </button>
      </form>
    </Dialog>
  );
}
