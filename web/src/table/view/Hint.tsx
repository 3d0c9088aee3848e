// What others propose, and what the computer would play.
import { capital, fullName, list, nameOf } from "../../app/speak.ts";
import type { MoveFact, TableView } from "../../wire.ts";
import type { Session, TableState } from "../session.ts";
import { hintedPiece, siteName, worth } from "./hints.ts";
import { named } from "./turn.ts";

/** Proposals that wait for an answer. */
export function Proposals({ view, session }: { view: TableView; session: Session }) {
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
  view: TableView;
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

/** What the computer would play, in three steps: which piece, which move, and why. */
export function Hint(props: {
  hint: NonNullable<TableState["hint"]>;
  view: TableView;
  session: Session;
}) {
  const { hint, view, session } = props;
  const piece = hintedPiece(hint, view);
  // A move of one click has no piece to show first.
  const step = piece.length > 0 ? hint.step : Math.max(hint.step, 2);
  return (
    <div class="notice hint-box" role="status">
      {step === 1 ? (
        <p>
          <strong>
            Look at {list(piece.map((site) => siteName(view, site).replace(/^Your /, "your ")))}.
          </strong>
        </p>
      ) : (
        <Moves hint={hint} />
      )}
      {step === 3 && (
        <>
          <p>
            <strong>Why this move</strong>
          </p>
          <Reasons view={view} facts={hint.why} />
          {hint.reply && (
            <p class="expected">
              <span class="drawn-as threat" /> {capital(nameOf(view.seats, hint.reply.seat))} would
              probably answer: {hint.reply.choice.caption}.
            </p>
          )}
        </>
      )}
      <div class="buttons">
        {step === 1 && (
          <button type="button" class="primary" onClick={() => session.showHint(2)}>
            Show the move
          </button>
        )}
        {step === 2 && (
          <button type="button" class="primary" onClick={() => session.showHint(3)}>
            Why?
          </button>
        )}
        <button type="button" onClick={() => session.dropHint()}>
          Close the hint
        </button>
      </div>
    </div>
  );
}

function Moves({ hint }: { hint: NonNullable<TableState["hint"]> }) {
  const exact = hint.moves.every((move) => move.certainty === "exact");
  return (
    <>
      <p>
        <strong>{hint.moves.length === 1 ? "Best move" : "Best moves"}</strong>{" "}
        <span class="quiet">by your {exact ? "exact share of the win" : "chance to win"}</span>
      </p>
      <ol>
        {hint.moves.map((move) => (
          <li key={move.action}>
            {move.caption} <span class="quiet worth">({worth(move)})</span>
          </li>
        ))}
      </ol>
    </>
  );
}

/** Facts of a move; it is said where there are none. */
export function Reasons({ view, facts }: { view: TableView; facts: readonly MoveFact[] }) {
  if (facts.length === 0)
    return <p class="quiet">No simple reason; the engine found it by looking ahead.</p>;
  return (
    <ul class="reasons">
      {facts.map((fact) => (
        <li key={fact.kind}>{named(view, fact.words)}</li>
      ))}
    </ul>
  );
}
