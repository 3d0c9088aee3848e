// What is to be done, what just happened, and why something cannot be done. It is read out once.
import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import { capital, nameOf, personal } from "../../app/speak.ts";
import type { GameInfo } from "../../wire.ts";
import type { WholeView } from "../merge.ts";
import type { Line } from "../transport/transport.ts";

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
export function bannerWords(view: WholeView, draws = false): string {
  if (view.outcome) return told(view, view.outcome.words);
  if (view.status === "waiting") return "Waiting for players";
  const seat = turnOf(view);
  if (seat === null) return view.turn.type === "over" ? "The game is over" : "Chance decides …";
  const name = nameOf(view.seats, seat);
  const own = yourTurn(view);
  if (own && view.yours.length > 1) return `${capital(name)}: your turn`;
  if (own) return "Your turn";
  if (view.turn.type === "chance") {
    // What is hidden from the others is drawn; nobody can throw it on the table.
    const what = draws ? "draw" : "throw";
    return seat === youOf(view) ? `You ${what} …` : `${capital(name)} ${what}s …`;
  }
  const does = view.seats[seat]?.sitter.type === "computer" ? "thinks" : "is to move";
  return `${capital(name)} ${does} …`;
}

/** What just happened; before anybody has moved, what the game is about. */
function news(view: WholeView, info: GameInfo | undefined): string {
  const begun = view.log.some((line) => line.by !== null);
  if (!begun && info && view.status === "playing") return info.summary;
  return view.last ? told(view, view.last.words) : "";
}

export function Banner(props: {
  view: WholeView;
  /** The game, once it is known. */
  info: GameInfo | undefined;
  line: Line;
  /** What to do, for the one who acts. */
  guide: string | null;
  /** Why not, in answer to a click. */
  reason: { words: string; rule: string | null } | null;
  onRule: (rule: string) => void;
}) {
  const { view, info, guide, reason } = props;
  const own = yourTurn(view);
  // Only what comes into a place that is there already is read out.
  const [ready, setReady] = useState(false);
  useEffect(() => setReady(true), []);
  return (
    <div class={`banner${own ? " yours" : ""}${reason ? " refused" : ""}`}>
      <p class="todo" role="status">
        {ready && <strong>{bannerWords(view, info?.secrets)}</strong>}
        {ready && own && guide && <span class="guide">{told(view, guide)}</span>}
      </p>
      <div class="told">
        <p role="status">
          {reason && (
            <span class="why">
              {told(view, reason.words)} <RuleLink rule={reason.rule} onRule={props.onRule} />
            </span>
          )}
        </p>
        {/* The news gives way to the reason without leaving: it would be read out again. */}
        <p role="status" class={reason ? "sr-only" : ""}>
          {ready && news(view, info)}
        </p>
      </div>
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
