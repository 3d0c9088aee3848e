// What is to be done, what just happened, and why something cannot be done. It is read out once.
import type { ComponentChildren } from "preact";
import { capital, nameOf, personal } from "../app/speak.ts";
import type { WholeView } from "./merge.ts";
import type { Line } from "./session.ts";

/** Whether the viewer is to move or to throw now, and no computer does it for them. */
export function yourTurn(view: WholeView): boolean {
  const seat = view.status === "playing" ? turnOf(view) : null;
  if (seat === null || !view.yours.includes(seat) || !sits(view, seat)) return false;
  // What the table draws by itself is nobody's turn.
  return view.turn.type === "player" || view.guide !== null;
}

/** The seat that moves, or for which chance decides. */
export function turnOf(view: WholeView): number | null {
  return view.turn.type === "over" ? null : view.turn.seat;
}

const sits = (view: WholeView, seat: number) => view.seats[seat]?.sitter.type === "person";

/** The viewer's seat, for "you"; none on a shared screen, where names tell people apart. */
export function youOf(view: WholeView): number | null {
  return view.yours.length === 1 ? (view.yours[0] ?? null) : null;
}

/** A sentence about the game with the names of those who play it. */
export function told(view: WholeView, words: string): string {
  return personal(words, view.seats, youOf(view));
}

/** Whose turn it is, or how it ended. */
export function bannerWords(view: WholeView): string {
  if (view.outcome) return told(view, view.outcome.words);
  if (view.status === "waiting") return "Waiting for players";
  const seat = turnOf(view);
  if (seat === null) return view.turn.type === "over" ? "The game is over" : "Chance decides …";
  const name = nameOf(view.seats, seat);
  const own = yourTurn(view);
  if (own && view.yours.length > 1) return `${capital(name)}: your turn`;
  if (own) return "Your turn";
  const what = view.turn.type === "chance" ? "throws" : "is to move";
  const does = view.seats[seat]?.sitter.type === "computer" && what !== "throws" ? "thinks" : what;
  return `${capital(name)} ${does} …`;
}

export function Banner(props: {
  view: WholeView;
  line: Line;
  /** What to do, for the one who acts. */
  guide: string | null;
  /** Why not, in answer to a click. */
  reason: { words: string; rule: string | null } | null;
  onRule: (rule: string) => void;
}) {
  const { view, guide, reason } = props;
  const own = yourTurn(view);
  return (
    <div class={`banner${own ? " yours" : ""}${reason ? " refused" : ""}`}>
      <p class="todo" role="status">
        <strong>{bannerWords(view)}</strong>
        {own && guide && <span class="guide">{guide}</span>}
      </p>
      <p class="told" role="status">
        {reason ? (
          <span class="why">
            {reason.words} <RuleLink rule={reason.rule} onRule={props.onRule} />
          </span>
        ) : (
          view.last && <span>{told(view, view.last.words)}</span>
        )}
      </p>
      {props.line !== "open" && <p class="offline">Connection lost, trying again …</p>}
    </div>
  );
}

function RuleLink(props: {
  rule: string | null;
  onRule: (rule: string) => void;
}): ComponentChildren {
  const { rule } = props;
  if (!rule) return null;
  return (
    <button type="button" class="linklike" onClick={() => props.onRule(rule)}>
      Rule: {rule}
    </button>
  );
}
