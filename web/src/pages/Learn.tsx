// The course of a game: one lesson after another, on the board.
import "./styles.ts";
import "../analysis/analysis.css";
import "../learn/learn.css";
import { useEffect } from "preact/hooks";
import { api } from "../app/api.ts";
import { Emblem } from "../app/Emblem.tsx";
import { useLoad, useTitle, Waiting } from "../app/load.tsx";
import { go, Link } from "../app/router.tsx";
import { meAnd, newSeats, openTable } from "../app/seats.ts";
import { prefer } from "../app/settings.ts";
import { useStore } from "../app/store.ts";
import { LessonPage, Stars } from "../learn/LessonPage.tsx";
import { useLesson } from "../learn/lesson.ts";
import { answerOffer } from "../learn/offer.ts";
import { isDue, keepSolved, keyOf, nextLesson, progress } from "../learn/progress.ts";
import type { CourseInfo, LessonGame, LessonInfo } from "../wire.ts";

/** "Start again" is free, but it does not bring back a star that is gone. */
const STARS =
  "A wrong answer or “Show me” costs one of three stars. Once solved, a lesson can be tried again for all of them.";

const address = (game: string, lesson: string) => `/learn/${game}/${lesson}`;

export function LearnPage({ game, lesson }: { game: string; lesson: string | undefined }) {
  const course = useLoad(() => api.lessons(game), [game]);
  const name = course.state === "ready" ? course.value.name : "";
  useTitle(name && `Learn ${name}`);
  return (
    <Waiting loaded={course}>{(loaded) => <Course course={loaded} wanted={lesson} />}</Waiting>
  );
}

function Course({ course, wanted }: { course: CourseInfo; wanted: string | undefined }) {
  const { game, lessons } = course;
  const next = nextLesson(
    progress.get(),
    game,
    lessons.map((lesson) => lesson.id),
    Date.now(),
  );
  const lesson = lessons.find((each) => each.id === (wanted ?? next));
  // The address names the lesson, so that the way back leads to the one before.
  useEffect(() => {
    if (!wanted && lesson) go(address(game, lesson.id), true);
  }, [game, wanted, lesson]);
  if (!lesson) {
    return (
      <section class="narrow">
        <h1>No such lesson</h1>
        <p>
          {lessons.length === 0 ? `There are no lessons of ${course.name} yet. ` : ""}
          <Link href={lessons.length === 0 ? `/rules/${game}` : `/learn/${game}`}>
            {lessons.length === 0 ? "Read the rules" : "Go to the first lesson"}
          </Link>
        </p>
      </section>
    );
  }
  return lesson.game ? (
    <GameLesson course={course} lesson={lesson} game={lesson.game} />
  ) : (
    <Exercise key={lesson.id} course={course} lesson={lesson} />
  );
}

/** The lesson after this one: what is due first, where this one was. */
function follower(course: CourseInfo, lesson: LessonInfo): LessonInfo | undefined {
  const due = course.lessons.find((each) =>
    isDue(progress.get()[keyOf(course.game, each.id)], Date.now()),
  );
  return due ?? course.lessons[course.lessons.indexOf(lesson) + 1];
}

function Exercise({ course, lesson }: { course: CourseInfo; lesson: LessonInfo }) {
  const lessons = useLesson(course.game, lesson);
  const next = follower(course, lesson);
  return (
    <LessonPage
      game={course.game}
      name={course.name}
      heading={`Learn ${course.name}`}
      lesson={lesson}
      run={lessons}
      onward={() => go(next ? address(course.game, next.id) : "/")}
      onwardWords={next ? "Next lesson" : "To the games"}
      note={STARS}
    >
      <Lessons course={course} current={lesson} />
    </LessonPage>
  );
}

function Lessons({ course, current }: { course: CourseInfo; current: LessonInfo }) {
  const known = useStore(progress);
  const now = Date.now();
  const learnt = course.lessons.every((lesson) => known[keyOf(course.game, lesson.id)]);
  useEffect(() => {
    if (learnt) answerOffer(course.game, "learnt");
  }, [course.game, learnt]);
  return (
    <nav aria-label="Lessons">
      <ol class="lessons">
        {course.lessons.map((lesson) => {
          const solved = known[keyOf(course.game, lesson.id)];
          const here = lesson === current ? { "aria-current": "step" as const } : {};
          return (
            <li key={lesson.id}>
              <Link href={address(course.game, lesson.id)} {...here}>
                {lesson.title}
              </Link>
              {isDue(solved, now) ? (
                <span class="badge">again today</span>
              ) : (
                solved && <Stars stars={solved.stars} />
              )}
            </li>
          );
        })}
      </ol>
    </nav>
  );
}

/** The end of a course: what was earned, and a table against the computer. */
function GameLesson(props: { course: CourseInfo; lesson: LessonInfo; game: LessonGame }) {
  const { course, lesson, game } = props;
  const known = useStore(progress);
  const exercises = course.lessons.filter((each) => !each.game);
  const solved = exercises.flatMap((each) => known[keyOf(course.game, each.id)] ?? []);
  const stars = solved.reduce((sum, { stars }) => sum + stars, 0);
  const complete = solved.length === exercises.length;
  const start = () => {
    keepSolved(course.game, lesson.id, 3);
    // Who has just learned a game plays it with the coach.
    prefer("coach", true);
    void openTable({
      game: course.game,
      options: game.options,
      seats: newSeats(meAnd(2, { type: "computer", level: game.level })),
      clock: { type: "none" },
      public: false,
    });
  };
  return (
    <div class="narrow last-lesson">
      <header class={complete ? "earned won" : "earned"}>
        <Emblem drawn={false} />
        <h1>{complete ? `You have learnt ${course.name}` : `Learn ${course.name}`}</h1>
        <p>
          <strong>
            {stars} of {3 * exercises.length} stars
          </strong>{" "}
          in {solved.length} of {exercises.length} lessons
        </p>
      </header>
      <div class="lesson-text">
        <h2>{lesson.title}</h2>
        {lesson.text.map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
        <p>
          <strong>{lesson.task}</strong>
        </p>
      </div>
      <div class="buttons">
        <button type="button" class="primary big" onClick={start}>
          Play now
        </button>
        <Link class="button big" href={`/puzzles/${course.game}`}>
          Puzzles
        </Link>
      </div>
      <Lessons course={course} current={lesson} />
    </div>
  );
}
