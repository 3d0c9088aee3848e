// What the coach says: before a move that gives much away, after the only good one, and at the end.
import { useEffect, useRef } from "preact/hooks";
import { capital, nameOf } from "../../app/speak.ts";
import type { MoveFact, MoveVerdict, TableView } from "../../wire.ts";
import { type CostliestMove, chances } from "../coach.ts";
import type { Session, TableState } from "../session.ts";
import { mayCoach } from "./CoachSwitch.tsx";
import { Reasons } from "./Hint.tsx";
import { worth } from "./hints.ts";
import { named } from "./turn.ts";

export function Coach(props: { state: TableState; view: TableView; session: Session }) {
  const { state, view, session } = props;
  if (view.status === "over") {
    return mayCoach(view) && state.judged > 0 ? (
      <AtTheEnd costliest={state.costliest} view={view} />
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

/** At once and in this order: what the move does, what would be answered, what is better, and why. */
function Warning(props: { verdict: MoveVerdict; view: TableView; session: Session }) {
  const { verdict, view, session } = props;
  const { reply, best } = verdict;
  const own = view.choices.find((choice) => choice.action === verdict.action);
  const box = useRef<HTMLDivElement>(null);
  // On a phone it stands below the board.
  useEffect(() => box.current?.scrollIntoView({ block: "nearest" }), [verdict]);
  return (
    <div class="notice coach warning" role="alert" ref={box}>
      <p>
        <strong>{headline(verdict)}</strong>
      </p>
      <Because
        view={view}
        mark="wrong"
        title="Your move"
        move={own?.caption ?? ""}
        facts={verdict.against}
      />
      {reply && (
        <Because
          view={view}
          mark="threat"
          title={`${capital(nameOf(view.seats, reply.seat))} would answer`}
          move={reply.choice.caption}
          facts={reply.why}
        />
      )}
      {best && (
        <Because
          view={view}
          mark="advice"
          title="Better"
          move={`${best.caption} (${worth(best)})`}
          facts={verdict.why}
          always
        />
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

/** What a move that is warned of does to the chance to win, where that is known. */
function headline({ best, lost }: MoveVerdict): string {
  if (!best || lost === 0) return "Careful: there is nothing to gain from this move.";
  return `Careful: this lowers your chance to win ${chances(best.value, lost)}.`;
}

/** The reasons that are read at a glance. */
const AT_A_GLANCE = 2;

/** A move and its facts: sentences whose subject is the move. */
function Because(props: {
  view: TableView;
  /** How the move is drawn on the board: the same sign stands before it here. */
  mark: "wrong" | "threat" | "advice";
  title: string;
  move: string;
  facts: readonly MoveFact[];
  /** Whether it is said where there is no reason. */
  always?: boolean;
}) {
  const facts = props.facts.slice(0, AT_A_GLANCE);
  return (
    <>
      <p>
        <span class={`drawn-as ${props.mark}`} /> <strong>{props.title}:</strong> {props.move}.
      </p>
      {(facts.length > 0 || props.always) && <Reasons view={props.view} facts={facts} />}
    </>
  );
}

/** The one thing to try next time. */
function AtTheEnd({ costliest, view }: { costliest: CostliestMove | null; view: TableView }) {
  return (
    <div class="notice coach" role="status">
      <p>
        <strong>{costliest ? "One thing to try next time" : "Well played"}</strong>
      </p>
      {costliest ? (
        <>
          <p>
            At move {costliest.ply + 1}, “{costliest.better}” was better: your move lowered your
            chance to win {costliest.chances}.
          </p>
          {costliest.why && <p>For it: {named(view, costliest.why)}</p>}
          {costliest.against && <p>Against your move: {named(view, costliest.against)}</p>}
        </>
      ) : (
        <p>No move that the coach saw gave much away.</p>
      )}
    </div>
  );
}
