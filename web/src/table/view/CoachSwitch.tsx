// Whether there is a coach, and what it points at on the board.
import { prefer, settings } from "../../app/settings.ts";
import { useStore } from "../../app/store.ts";
import type { TableView } from "../../wire.ts";
import type { TableState } from "../session.ts";

/** Whether everybody else at the table is a computer: only then a coach may speak. */
export function mayCoach(view: TableView): boolean {
  const computer = (seat: number) => view.seats[seat]?.sitter.type === "computer";
  const others = view.seats.flatMap((_, seat) => (view.yours.includes(seat) ? [] : [seat]));
  return view.yours.length > 0 && others.length > 0 && others.every(computer);
}

/** The switch. It is remembered for all tables. */
export function CoachSwitch({ view }: { view: TableView }) {
  const { coach } = useStore(settings);
  if (!mayCoach(view) || view.status === "over") return null;
  return (
    <label class="coach-switch">
      <input
        type="checkbox"
        checked={coach}
        onChange={(event) => prefer("coach", event.currentTarget.checked)}
      />
      Coach: warn me before big mistakes
    </label>
  );
}

/** The answer that refutes a move, to be drawn on the board. */
export const refutation = (state: TableState) =>
  state.coach?.verdict === "gives-away" ? state.coach.reply?.choice : undefined;

const warnedOf = (state: TableState) =>
  state.coach?.verdict === "gives-away" ? state.coach : null;

const named = (view: TableView, action: string | undefined) =>
  view.choices.find((choice) => choice.action === action);

/** The move that the coach warns of, to be drawn as a mistake. */
export const questioned = (state: TableState, view: TableView) =>
  named(view, warnedOf(state)?.action);

/** The better move, to be drawn as advice. */
export const better = (state: TableState, view: TableView) =>
  named(view, warnedOf(state)?.best?.action);
