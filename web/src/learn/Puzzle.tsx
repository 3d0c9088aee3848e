// One puzzle on the board of the lessons.
import { useEffect, useMemo, useState } from "preact/hooks";
import { go } from "../app/router.tsx";
import { capital } from "../app/speak.ts";
import { useStore } from "../app/store.ts";
import type { LessonInfo, PositionView, PuzzleAnswer, PuzzleInfo, PuzzleList } from "../wire.ts";
import { LessonPage } from "./LessonPage.tsx";
import { type LessonState, useLesson } from "./lesson.ts";
import { Choose, OwnGames, Score } from "./PuzzleChoice.tsx";
import { LastDays, PuzzleGrid } from "./PuzzleGrid.tsx";
import { progress } from "./progress.ts";
import {
  filter,
  GRADE_WORDS,
  keepAnswer,
  keepsStreak,
  nextPuzzle,
  puzzleAddress,
} from "./puzzles.ts";
import { Solution } from "./Solution.tsx";

/** The solved puzzle that was left for the analysis board: the way back leads to it as it was. */
let left: { id: string; state: LessonState } | null = null;

function takeLeft(id: string): LessonState | null {
  const found = left?.id === id ? left.state : null;
  left = null;
  return found;
}

const numberOf = (puzzle: PuzzleInfo) => puzzle.id.replace("puzzle-", "");

export function Puzzle({ list, puzzle }: { list: PuzzleList; puzzle: PuzzleInfo }) {
  const { game, name } = list;
  const lesson = useMemo<LessonInfo>(() => {
    const title = `Puzzle ${numberOf(puzzle)}: ${GRADE_WORDS[puzzle.grade]}`;
    return { id: puzzle.id, title, text: [], task: puzzle.task, par: 1, game: null };
  }, [puzzle]);
  const fresh = useLesson(game, lesson, {
    dice: list.dice,
    onAnswer: (right, lost) => keepAnswer(game, keepsStreak(right, list.dice, lost), lost),
  });
  const [kept, setKept] = useState(() => takeLeft(puzzle.id));
  const run = kept ? { ...fresh, state: kept, restart: () => setKept(null) } : fresh;
  const wanted = useStore(filter);
  const next = nextPuzzle(list.puzzles, wanted, progress.get(), game, puzzle.id, Date.now());
  const onward = () => go(puzzleAddress(game, (next ?? puzzle).id));
  const { worth, verdict, busy } = run.state;
  const solved = verdict === "done" && !busy;
  useEffect(
    () => () => {
      if (!solved || !location.pathname.startsWith("/analyse/")) return;
      left = { id: puzzle.id, state: run.state };
    },
    [puzzle.id, solved, run.state],
  );
  return (
    <LessonPage
      game={game}
      name={name}
      heading={`Puzzles of ${name}`}
      lesson={lesson}
      run={run}
      onward={onward}
      onwardWords="Next puzzle"
    >
      {run.state.shown && <Standing shown={run.state.shown} seat={run.state.seat} />}
      {worth && !busy && <Why worth={worth} heading={whyHeading(puzzle, solved)} />}
      {solved && worth && (
        <Solution
          list={list}
          puzzle={puzzle}
          worth={worth}
          state={run.state}
          to={(at) => {
            const shown = run.state.line[at];
            if (kept && shown) setKept({ ...kept, shown, at });
            else run.learner.current?.step(run.state.line, at);
          }}
        />
      )}
      {!solved && (
        <div class="bar">
          <button type="button" onClick={onward} disabled={!next}>
            Another puzzle
          </button>
        </div>
      )}
      <Score list={list} />
      <Choose list={list} wanted={wanted} />
      <PuzzleGrid list={list} current={puzzle} />
      <LastDays />
      <OwnGames game={game} />
    </LessonPage>
  );
}

/** Points and what else stands beside the board, each player's in a line. */
function Standing({ shown, seat }: { shown: PositionView; seat: number }) {
  const { roles } = shown;
  const words = (of: number | null) =>
    shown.picture.stats
      .filter((fact) => fact.seat === of)
      .map(({ name, value }) => (value === name ? name : `${name} ${value}`))
      .join(", ");
  // Among several players one's own number is needed, too: the sentences name the players by it.
  const whose = (of: number) => {
    if (roles.length > 2) return of === seat ? `You (${roles[of]})` : roles[of];
    return of === seat ? "You" : "The opponent";
  };
  return (
    <ul class="standing small">
      {roles.map(
        (role, of) =>
          words(of) && (
            <li key={role}>
              <span class={`dot owner-${of}`} /> {whose(of)}: {words(of)}
            </li>
          ),
      )}
      {words(null) && <li>{capital(words(null))}</li>}
    </ul>
  );
}

const whyHeading = ({ counting }: PuzzleInfo, solved: boolean) =>
  counting
    ? solved
      ? "What rules the others out"
      : "Why not there"
    : solved
      ? "Why this move"
      : "Why not that move";

/** The facts about the answer. */
function Why({ worth, heading }: { worth: PuzzleAnswer; heading: string }) {
  if (worth.why.length === 0) return null;
  return (
    <section class="why-list">
      <h2>{heading}</h2>
      <ul>
        {worth.why.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </section>
  );
}
