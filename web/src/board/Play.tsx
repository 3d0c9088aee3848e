// The board of a person who plays: clicks become moves, the rest are buttons below. The row of
// buttons keeps its height, so that nothing moves under the player's hands.
import { useEffect, useLayoutEffect, useMemo, useState } from "preact/hooks";
import { settings } from "../app/settings.ts";
import { useSelect, useStore } from "../app/store.ts";
import type { Choice } from "../wire.ts";
import { Board, type BoardProps } from "./render/Board.tsx";
import { BoardControl } from "./state/control.ts";
import { soFar } from "./state/effects.ts";
import { buttonsOf, type Refused } from "./state/state.ts";

interface PlayProps extends BoardProps {
  choices: readonly Choice[];
  onMove: (choice: Choice) => void;
  /** What is picked has changed. */
  onPick: (picked: readonly number[]) => void;
  /** A site was tried that cannot be picked, or that begins a new choice instead. */
  onRefused: (refused: Refused) => void;
  /** A site was tried while nothing can be. */
  onIdle: () => void;
  /** Throws, where it is for this person to throw. */
  onThrow: (() => void) | null;
  /** What the button to throw says. */
  throwWords: string;
  /** Whether only the button throws; otherwise a click on the board does, too. */
  onlyButton?: boolean;
  /** Shows the table as it is now, where more is still to be seen. */
  onSkip: (() => void) | null;
}

export function Play(props: PlayProps) {
  const { choices, onThrow } = props;
  const { confirm, quick } = useStore(settings);
  const [control] = useState(() => new BoardControl());
  const picked = useSelect(control.store, (state) => state.picked);
  control.listener = {
    confirm,
    quick,
    onMove: props.onMove,
    onRefused: (refused) => {
      if (onThrow && !props.onlyButton) onThrow();
      else if (choices.length > 0) props.onRefused(refused);
      else props.onIdle();
    },
  };
  useLayoutEffect(() => control.setChoices(choices), [choices]);
  const picture = useMemo(
    () => soFar(props.picture, choices, picked),
    [props.picture, choices, picked],
  );
  useEffect(() => props.onPick(picked), [picked]);
  useEffect(() => {
    // A hint about another piece than the one in hand.
    const [first] = control.state.picked;
    if (first !== undefined && props.hint && !props.hint.clicks.includes(first)) control.cancel();
  }, [props.hint?.action]);
  return (
    <>
      <div class="felt">
        <Board {...props} picture={picture} control={control} />
      </div>
      <div class="moves-below">
        <Buttons
          control={control}
          onThrow={onThrow}
          throwWords={props.throwWords}
          onSkip={props.onSkip}
        />
      </div>
    </>
  );
}

/** The moves that need no more clicks, and the way back. */
function Buttons(
  props: { control: BoardControl } & Pick<PlayProps, "onThrow" | "throwWords" | "onSkip">,
) {
  const { control, onThrow } = props;
  const state = {
    picked: useSelect(control.store, ({ picked }) => picked),
    pending: useSelect(control.store, ({ pending }) => pending),
    choices: useSelect(control.store, ({ choices }) => choices),
  };
  if (state.pending) {
    return (
      <section class="confirm" aria-label="Confirm the move">
        <span>{state.pending.caption}?</span>
        <button type="button" class="primary" onClick={control.confirm}>
          Play it
        </button>
        <button type="button" onClick={control.cancel}>
          Cancel
        </button>
      </section>
    );
  }
  return (
    <>
      {onThrow && (
        <button type="button" class="primary big throw" onClick={onThrow}>
          {props.throwWords}
        </button>
      )}
      {buttonsOf(state).map((choice) => (
        <button
          key={choice.action}
          type="button"
          class="primary"
          onClick={() => control.choose(choice)}
        >
          {choice.caption}
        </button>
      ))}
      {state.picked.length > 0 && (
        <button type="button" onClick={control.cancel}>
          Let go
        </button>
      )}
      {props.onSkip && (
        <button type="button" class="skip-ahead" onClick={props.onSkip}>
          Skip ahead
        </button>
      )}
    </>
  );
}
