// What the viewer may do besides moving, and what others propose.
import { useState } from "preact/hooks";
import { Ask } from "../../app/Dialog.tsx";
import { Link } from "../../app/router.tsx";
import { capital, fullName, nameOf } from "../../app/speak.ts";
import type { WholeView } from "../merge.ts";
import type { Session, TableState } from "../session.ts";
import { worth } from "./hints.ts";
import { ShareDialog } from "./Invite.tsx";
import { LevelButton } from "./Players.tsx";

export function Actions(props: { view: WholeView; session: Session; onRules: () => void }) {
  const { view, session } = props;
  const [asking, setAsking] = useState<"resign" | "share" | null>(null);
  const { rights, offers } = view;
  const seat = actingSeat(view);
  const playing = view.status === "playing";
  const own = view.seats[seat ?? -1]?.sitter.type === "person" ? seat : null;
  return (
    <div class="actions" role="group" aria-label="At the table">
      {rights.hint && (
        <button type="button" onClick={() => session.send({ type: "hint" })}>
          Hint
        </button>
      )}
      {rights.take_back && offers.take_back === null && (
        <button type="button" onClick={() => session.send({ type: "take-back" })}>
          Take back
        </button>
      )}
      {rights.offer_draw && offers.draw === null && (
        <button type="button" onClick={() => session.send({ type: "draw" })}>
          Offer a draw
        </button>
      )}
      {rights.resign && (
        <button type="button" onClick={() => setAsking("resign")}>
          Resign
        </button>
      )}
      {playing && own !== null && (
        <LevelButton
          label="Let the computer play for me"
          onChoose={(level) => session.send({ type: "computer", seat: own, level })}
        />
      )}
      {view.status === "over" && (
        <Link class="button" href={`/t/${view.id}/replay`}>
          Replay
        </Link>
      )}
      {offers.rematch ? (
        <Link class="button primary" href={`/t/${offers.rematch}`}>
          Go to the rematch
        </Link>
      ) : (
        rights.rematch && <Rematch view={view} session={session} />
      )}
      <button type="button" onClick={() => setAsking("share")}>
        Share
      </button>
      <button type="button" onClick={props.onRules}>
        Rules
      </button>
      {asking === "resign" && seat !== null && (
        <Ask
          title="Give up?"
          yes="Resign"
          onYes={() => session.send({ type: "resign", seat })}
          onClose={() => setAsking(null)}
        >
          {fullName(view.seats, seat)} gives up this game. That cannot be taken back.
        </Ask>
      )}
      {asking === "share" && <ShareDialog view={view} onClose={() => setAsking(null)} />}
    </div>
  );
}

/** The next game: it begins when everybody who played wants it. */
function Rematch({ view, session }: { view: WholeView; session: Session }) {
  const wanting = view.offers.wants_rematch;
  const mine = wanting.some((seat) => view.yours.includes(seat));
  const others = wanting.filter((seat) => !view.yours.includes(seat));
  const names = others.map((seat) => capital(nameOf(view.seats, seat))).join(" and ");
  return (
    <>
      {others.length > 0 && !mine && (
        <p class="notice" role="status">
          {names} would like a rematch.
        </p>
      )}
      {mine ? (
        <p class="notice" role="status">
          The rematch begins when the others want it, too.
        </p>
      ) : (
        <button type="button" class="primary" onClick={() => session.send({ type: "rematch" })}>
          Rematch
        </button>
      )}
    </>
  );
}

/** The viewer's seat that acts: the one to move on a shared screen, otherwise the only one. */
export function actingSeat(view: WholeView): number | null {
  if (view.turn.type === "player" && view.yours.includes(view.turn.seat)) return view.turn.seat;
  return view.viewer ?? view.yours[0] ?? null;
}

/** Proposals that wait for an answer. */
export function Proposals({ view, session }: { view: WholeView; session: Session }) {
  const { draw, take_back } = view.offers;
  if (view.status === "over") return null;
  return (
    <>
      {draw !== null && (
        <Proposal view={view} session={session} seat={draw} what="offers a draw" agree="draw" />
      )}
      {take_back !== null && (
        <Proposal
          view={view}
          session={session}
          seat={take_back}
          what="asks to take back the last move"
          agree="take-back"
        />
      )}
    </>
  );
}

function Proposal(props: {
  view: WholeView;
  session: Session;
  seat: number;
  what: string;
  agree: "draw" | "take-back";
}) {
  const { view, session, seat } = props;
  const answers = view.yours.some((own) => own !== seat);
  return (
    <div class="notice" role="alert">
      <p>
        {fullName(view.seats, seat)} {props.what}.
      </p>
      <div class="buttons">
        {answers && (
          <button type="button" class="primary" onClick={() => session.send({ type: props.agree })}>
            Agree
          </button>
        )}
        {view.yours.length > 0 && (
          <button type="button" onClick={() => session.send({ type: "decline" })}>
            {answers ? "Decline" : "Withdraw"}
          </button>
        )}
      </div>
    </div>
  );
}

/** What the computer would play. */
export function Hint({
  hint,
  session,
}: {
  hint: NonNullable<TableState["hint"]>;
  session: Session;
}) {
  return (
    <div class="notice hint-box" role="status">
      <p>
        <strong>{hint.moves.length === 1 ? "Best move:" : "Best by share of the win:"}</strong>
      </p>
      <ol>
        {hint.moves.slice(0, 3).map((move) => (
          <li key={move.action}>
            {move.caption} <span class="quiet worth">({worth(move)})</span>
          </li>
        ))}
      </ol>
      <button type="button" class="linklike" onClick={() => session.dropHint()}>
        Close the hint
      </button>
    </div>
  );
}
