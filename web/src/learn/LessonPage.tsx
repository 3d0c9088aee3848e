// The board of a lesson or a puzzle, with what is said about it.
import type { ComponentChildren } from "preact";
import { useEffect } from "preact/hooks";
import { Link } from "../app/router.tsx";
import { BoardPage } from "../board/BoardPage.tsx";
import { Play } from "../board/Play.tsx";
import { Marks } from "../board/render/Overlay.tsx";
import type { LessonInfo } from "../wire.ts";
import type { LessonRun, LessonState } from "./lesson.ts";

export function LessonPage(props: {
  game: string;
  name: string;
  heading: string;
  lesson: LessonInfo;
  run: LessonRun;
  onward: () => void;
  onwardWords: string;
  /** What costs stars. */
  note?: string;
  /** What stands beside the board. */
  children: ComponentChildren;
}) {
  const { game, lesson, onward, run } = props;
  const { state, learner } = run;
  const { shown, layout, verdict, busy } = state;
  const done = verdict === "done" && !busy;
  const mistake = verdict === "mistake" && !busy;
  useFocusOnButton(done || mistake);
  if (!shown || !layout) return <p class="narrow quiet">{state.failed ?? "One moment …"}</p>;
  const free = !busy && verdict === "go-on";
  const hinted = shown.choices.find((choice) => choice.action === state.hint);
  return (
    <BoardPage
      game={game}
      kind={lesson.text.length > 0 ? "lesson" : "lesson brief"}
      layout={layout}
      banner={<Said lesson={lesson} state={state} done={done} mistake={mistake} />}
      board={
        <Play
          game={game}
          label={`The board of ${props.name}`}
          layout={layout}
          picture={(verdict === "go-on" ? null : shown.moment) ?? shown.picture}
          last={shown.last}
          spoken={`${spokenBy(lesson, state)} ${state.answer?.words ?? ""}`}
          choices={free ? shown.choices : null}
          sent={busy}
          {...(hinted ? { hint: hinted } : {})}
          overlay={({ layout: board }) =>
            free && <Marks shapes={state.shapes} layout={board} begun={null} />
          }
          onMove={(choice) => learner.current?.play(choice.action)}
          onPick={(picked, refused) => learner.current?.pick(picked, refused)}
          onThrow={done ? onward : mistake ? () => learner.current?.again() : null}
          onlyButton
          throwWords={done ? props.onwardWords : "Try again"}
          onSkip={null}
        />
      }
      head={<h1>{props.heading}</h1>}
    >
      <Help run={run} game={game} disabled={busy || done} mistake={mistake} />
      <div class="rest">
        {props.note && <p class="quiet small">{props.note}</p>}
        {props.children}
      </div>
    </BoardPage>
  );
}

function Help(props: { run: LessonRun; game: string; disabled: boolean; mistake: boolean }) {
  const { learner, restart } = props.run;
  const show = () => {
    if (props.mistake) learner.current?.again();
    void learner.current?.showMe();
  };
  return (
    <section class="actions" aria-label="Help">
      <div class="bar fixed">
        <button type="button" disabled={props.disabled} onClick={show}>
          Show me
        </button>
        <button type="button" onClick={restart}>
          Start again
        </button>
        <Link class="button" href={`/rules/${props.game}`}>
          Rules
        </Link>
      </div>
    </section>
  );
}

/** What to do, or what was wrong. */
const spokenBy = (lesson: LessonInfo, { verdict, busy, task, says }: LessonState) =>
  (verdict === "go-on" || busy ? (task ?? lesson.task) : says) ?? "";

/** What was pressed is gone: the keyboard goes on at the button that leads on. */
function useFocusOnButton(ended: boolean) {
  useEffect(() => {
    if (!ended) return;
    document.querySelector<HTMLElement>(".moves-below .throw")?.focus({ preventScroll: true });
  }, [ended]);
}

/** The text of the lesson, what to do, and what became of it; each is read out once. */
function Said(props: { lesson: LessonInfo; state: LessonState; done: boolean; mistake: boolean }) {
  const { lesson, state, done, mistake } = props;
  const { answer, refused, shown } = state;
  const look = done ? " done" : mistake ? " refused" : " yours";
  const news = shown?.last && state.busy ? shown.last.words : "";
  return (
    <>
      <div class="lesson-text">
        <h2>{lesson.title}</h2>
        {lesson.text.map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
      </div>
      <div class={`banner${look}`}>
        <p class="todo" role="status">
          {done && (
            <>
              <Stars stars={state.stars} /> {state.says}
            </>
          )}
          {!done && spokenBy(lesson, state)}
        </p>
        <div class="told">
          <p role="status" class={refused ? "why" : ""}>
            {state.failed ?? answer?.words ?? news}
          </p>
        </div>
      </div>
    </>
  );
}

export function Stars({ stars }: { stars: number }) {
  return (
    <span class="stars" role="img" aria-label={`${stars} of 3 stars.`}>
      {"★".repeat(stars)}
      <span class="none">{"★".repeat(3 - stars)}</span>
    </span>
  );
}
