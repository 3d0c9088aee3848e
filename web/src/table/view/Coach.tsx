// What the coach says: before a move that gives much away, after the only good one, and at the end.
import { capital, nameOf } from "../../app/speak.ts";
import type { MoveVerdict } from "../../wire.ts";
import { type Lesson, points } from "../coach.ts";
import type { WholeView } from "../merge.ts";
import type { Session, TableState } from "../session.ts";
import { mayCoach } from "./coaching.tsx";
import { Reasons } from "./Hint.tsx";
import { worth } from "./hints.ts";
import { named } from "./turn.ts";

export function Coach(props: { state: TableState; view: WholeView; session: Session }) {
  const { state, view, session } = props;
  if (view.status === "over") {
    return mayCoach(view) && state.judged > 0 ? (
      <AtTheEnd lesson={state.lesson} view={view} />
    ) : null;
  }
  if (!state.coach) return null;
  return state.coach.verdict === "only-good" ? (
    <div class="notice coach" role="status">
      <p>
        <strong>Well done: that was the only good move.</strong>
      </p>
      {state.coach.why.length > 0 && <Reasons view={view} facts={state.coach.why} />}
    </div>
  ) : (
    <Warning verdict={state.coach} view={view} session={session} />
  );
}

function Warning(props: { verdict: MoveVerdict; view: WholeView; session: Session }) {
  const { verdict, view, session } = props;
  const { reply, best } = verdict;
  // Where nothing can be said against the move, what speaks for another one is the reason.
  const silent = verdict.against.length === 0 && !reply && verdict.why.length > 0;
  return (
    <div class="notice coach warning" role="alert">
      <p>
        <strong>Wait: this gives away about {points(verdict.lost)} of your chance to win.</strong>
      </p>
      {verdict.against.length > 0 && <Reasons view={view} facts={verdict.against} />}
      {reply && (
        <>
          <p>
            {capital(nameOf(view.seats, reply.seat))} would answer: {reply.choice.caption}.
          </p>
          {reply.why.length > 0 && <Reasons view={view} facts={reply.why} />}
        </>
      )}
      {silent && (
        <>
          <p>Another move does more:</p>
          <Reasons view={view} facts={verdict.why} />
        </>
      )}
      {best && (
        <details>
          <summary>What is better?</summary>
          <p>
            {best.caption} <span class="quiet worth">({worth(best)})</span>
          </p>
          {!silent && <Reasons view={view} facts={verdict.why} />}
        </details>
      )}
      <div class="buttons">
        <button type="button" class="primary" onClick={() => session.dropCoach()}>
          Take it back
        </button>
        <button type="button" onClick={() => session.playAnyway()}>
          Play it anyway
        </button>
      </div>
    </div>
  );
}

/** The one thing to try next time. */
function AtTheEnd({ lesson, view }: { lesson: Lesson | null; view: WholeView }) {
  return (
    <div class="notice coach" role="status">
      <p>
        <strong>{lesson ? "One thing to try next time" : "Well played"}</strong>
      </p>
      {lesson ? (
        <>
          <p>
            At move {lesson.ply + 1}, “{lesson.better}” was better by about {points(lesson.lost)}.
          </p>
          {lesson.why && <p>For it: {named(view, lesson.why)}</p>}
          {lesson.against && <p>Against your move: {named(view, lesson.against)}</p>}
        </>
      ) : (
        <p>No move that the coach saw gave much away.</p>
      )}
    </div>
  );
}
