// The board of a person who plays: clicks become moves, the rest are buttons below. The row of
// buttons keeps its height, so that nothing moves under the player's hands.
import { useEffect, useMemo } from "preact/hooks";
import { settings } from "../app/settings.ts";
import { useStore } from "../app/store.ts";
import type { Choice } from "../wire.ts";
import { Board, type BoardProps } from "./Board.tsx";
import { soFar } from "./preview.ts";
import { useSelection } from "./selection.ts";

export function Play(
  props: Omit<BoardProps, "selection" | "onRefused"> & {
    choices: readonly Choice[];
    onMove: (choice: Choice) => void;
    /** What is picked has changed. */
    onPick: (picked: readonly number[]) => void;
    /** A site was tried that cannot be picked. */
    onRefused: (picked: readonly number[], site: number) => void;
    /** A site was tried while nothing can be. */
    onIdle: () => void;
    /** Throws, where it is for this person to throw. */
    onThrow: (() => void) | null;
    /** What the button to throw says. */
    throwWords: string;
  },
) {
  const { confirm, quick } = useStore(settings);
  const selection = useSelection(props.choices, confirm, quick, props.onMove);
  const { picked, pending } = selection;
  const picture = useMemo(
    () => soFar(props.picture, props.choices, picked),
    [props.picture, props.choices, picked],
  );
  useEffect(() => props.onPick(picked), [picked]);
  const { onThrow } = props;
  const refused = (site: number) => {
    if (onThrow) onThrow();
    else if (props.choices.length > 0) props.onRefused(picked, site);
    else props.onIdle();
  };
  return (
    <>
      <Board {...props} picture={picture} selection={selection} onRefused={refused} />
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
            {onThrow && (
              <button type="button" class="primary big throw" onClick={onThrow}>
                {props.throwWords}
              </button>
            )}
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
              <button type="button" onClick={selection.cancel}>
                Let go
              </button>
            )}
          </>
        )}
      </div>
    </>
  );
}
