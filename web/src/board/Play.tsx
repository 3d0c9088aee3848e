// The board of a person who plays: clicks become moves, the rest are buttons below. The row of
// buttons keeps its height, so that nothing moves under the player's hands.
import { useEffect, useLayoutEffect, useMemo, useState } from "preact/hooks";
import { useKeys } from "../app/keys.ts";
import { useLatest } from "../app/latest.ts";
import { settings } from "../app/settings.ts";
import { useSelect, useStore } from "../app/store.ts";
import type { Choice, Layout } from "../wire.ts";
import { digitsOf } from "./input/digits.ts";
import { Board, type BoardProps } from "./render/Board.tsx";
import { BoardControl } from "./state/control.ts";
import { buttonsOf, isLive, type Refused } from "./state/state.ts";

interface PlayProps extends BoardProps {
  /** Null: nothing can be chosen now. */
  choices: readonly Choice[] | null;
  onMove: (choice: Choice) => void;
  /** Other sites are picked, or a site was tried that cannot be, or both: it begins a new choice. */
  onPick?: (picked: readonly number[], refused: Refused | null) => void;
  /** A site was tried while nothing can be. */
  onIdle?: () => void;
  /** Throws, where it is for this person to throw. */
  onThrow: (() => void) | null;
  /** What the button to throw says. */
  throwWords: string;
  /** Whether only the button throws; otherwise a click on the board does, too. */
  onlyButton?: boolean;
  /** Shows the table as it is now, where more is still to be seen. */
  onSkip: (() => void) | null;
  /** Given where something else shows what is picked, too. */
  control?: BoardControl;
}

/** Always the same list: another one would let go of what is picked. */
const NONE: readonly Choice[] = [];

export function Play(props: PlayProps) {
  const { onThrow, hint } = props;
  const choices = props.choices ?? NONE;
  const { confirm, quick } = useStore(settings);
  const [own] = useState(() => new BoardControl());
  const control = props.control ?? own;
  control.listener = {
    confirm,
    quick,
    onMove: props.onMove,
    onPick: (sites, refused) => {
      if (refused && onThrow && !props.onlyButton) onThrow();
      else if (refused && choices.length === 0) props.onIdle?.();
      else props.onPick?.(sites, refused);
    },
  };
  useLayoutEffect(() => control.setChoices(choices), [control, choices]);
  useDigits(props.layout, control);
  const proposed = useLatest(hint);
  useEffect(() => {
    // A hint about another piece than the one in hand. Only once: any piece can be picked after it.
    const [first] = control.state.picked;
    const clicks = proposed.current?.clicks;
    if (first !== undefined && clicks && !clicks.includes(first)) control.cancel();
  }, [control, hint?.action]);
  return (
    <>
      <div class="felt">
        <Board {...props} control={control} />
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

/** Places that are numbered from 1 to 9 at most are chosen by their digits. */
function useDigits({ sites }: Layout, control: BoardControl) {
  const digits = useMemo(() => digitsOf(sites), [sites]);
  const keys = digits.map(
    ([digit, site]) => [digit, () => isLive(control.state, site) && control.press(site)] as const,
  );
  useKeys(Object.fromEntries(keys), { active: keys.length > 0 });
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
