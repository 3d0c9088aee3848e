// What others propose, and what the computer would play.
import { fullName } from "../../app/speak.ts";
import type { WholeView } from "../merge.ts";
import type { Session, TableState } from "../session.ts";
import { worth } from "./hints.ts";

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
        <strong>{hint.moves.length === 1 ? "Best move" : "Best moves"}</strong>{" "}
        <span class="quiet">by your chance to win</span>
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
