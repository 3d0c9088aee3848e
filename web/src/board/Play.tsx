// The board of a person who plays: clicks become moves, the rest are buttons below.
import { useMemo } from "preact/hooks";
import { settings } from "../app/settings.ts";
import { useStore } from "../app/store.ts";
import type { Choice } from "../wire.ts";
import { Board, type BoardProps } from "./Board.tsx";
import { soFar } from "./preview.ts";
import { useSelection } from "./selection.ts";

export function Play(
  props: Omit<BoardProps, "selection"> & {
    choices: readonly Choice[];
    onMove: (choice: Choice) => void;
  },
) {
  const { confirm } = useStore(settings);
  const selection = useSelection(props.choices, confirm, props.onMove);
  const { picked, pending } = selection;
  const picture = useMemo(
    () => soFar(props.picture, props.choices, picked),
    [props.picture, props.choices, picked],
  );
  const names = picked.map((i) => props.layout.sites[i]?.label ?? "").join(", ");
  return (
    <>
      <Board {...props} picture={picture} selection={selection} />
      <div class="moves-below">
        {pending ? (
          <div class="confirm" role="group" aria-label="Confirm the move">
            <span>{pending.caption}?</span>
            <button type="button" class="primary" onClick={selection.confirm}>
              Play it
            </button>
            <button type="button" onClick={selection.cancel}>
              Cancel
            </button>
          </div>
        ) : (
          <>
            {selection.buttons.map((choice) => (
              <button
                key={choice.action}
                type="button"
                class="primary"
                onClick={() => selection.choose(choice)}
              >
                {choice.caption}
              </button>
            ))}
            {picked.length > 0 && (
              <p class="prompt" role="status">
                {names}: now choose one of {selection.next.size} marked places, or{" "}
                <button type="button" class="linklike" onClick={selection.cancel}>
                  let go
                </button>
              </p>
            )}
          </>
        )}
      </div>
    </>
  );
}
