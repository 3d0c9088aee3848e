// Puzzles of a game: positions with one clearly best decision, on the board of the lessons.
import "./styles.ts";
import "../analysis/analysis.css";
import "../learn/learn.css";
import { useEffect, useMemo, useState } from "preact/hooks";
import { api } from "../app/api.ts";
import { plural } from "../app/format.ts";
import { useLoad, useTitle, Waiting } from "../app/load.tsx";
import { go, Link } from "../app/router.tsx";
import { capital } from "../app/speak.ts";
import { Store, useStore } from "../app/store.ts";
import { useTables } from "../app/tables.ts";
import { Frame } from "../learn/Frame.tsx";
import { type LessonState, useLesson } from "../learn/lesson.ts";
import { finished, OWN, OwnMistakes } from "../learn/OwnMistakes.tsx";
import { keyOf, progress } from "../learn/progress.ts";
import {
  type Filter,
  fits,
  GRADES,
  keepAnswer,
  keepsStreak,
  nextPuzzle,
  streakOf,
  streaks,
} from "../learn/puzzles.ts";
import { points, pointsWords } from "../report/words.ts";
import type {
  LessonInfo,
  PositionRef,
  PositionView,
  PuzzleAnswer,
  PuzzleInfo,
  PuzzleList,
} from "../wire.ts";

const address = (game: string, puzzle: string) => `/puzzles/${game}/${puzzle}`;

/** What the visitor wants to solve, until the page is closed. */
const filter = new Store<Filter>({ grade: null, theme: null });

export function PuzzlesPage({ game, puzzle }: { game: string; puzzle: string | undefined }) {
  const list = useLoad(() => api.puzzles(game), [game]);
  const name = list.state === "ready" ? list.value.name : "";
  useTitle(name && `Puzzles of ${name}`);
  return <Waiting loaded={list}>{(loaded) => <Puzzles list={loaded} wanted={puzzle} />}</Waiting>;
}

function Puzzles({ list, wanted }: { list: PuzzleList; wanted: string | undefined }) {
  if (wanted === OWN) return <OwnMistakes game={list.game} name={list.name} />;
  return <Numbered list={list} wanted={wanted} />;
}

function Numbered({ list, wanted }: { list: PuzzleList; wanted: string | undefined }) {
  const { game, puzzles } = list;
  const first = nextPuzzle(puzzles, filter.get(), progress.get(), game, null, Date.now());
  const puzzle = puzzles.find((each) => each.id === (wanted ?? first?.id));
  // The address names the puzzle, so that the way back leads to the one before.
  useEffect(() => {
    if (!wanted && puzzle) go(address(game, puzzle.id), true);
  }, [game, wanted, puzzle]);
  if (!puzzle) {
    return (
      <section class="narrow">
        <h1>No such puzzle</h1>
        <p>
          {puzzles.length === 0 ? `There are no puzzles of ${list.name} yet. ` : ""}
          <Link href={puzzles.length === 0 ? "/" : `/puzzles/${game}`}>
            {puzzles.length === 0 ? "Go to the games" : "Go to the puzzles"}
          </Link>
        </p>
      </section>
    );
  }
  return <Puzzle key={puzzle.id} list={list} puzzle={puzzle} />;
}

/** The solved puzzle that was left for the analysis board: the way back leads to it as it was. */
let left: { id: string; state: LessonState } | null = null;

function takeLeft(id: string): LessonState | null {
  const found = left?.id === id ? left.state : null;
  left = null;
  return found;
}

const numberOf = (puzzle: PuzzleInfo) => puzzle.id.replace("puzzle-", "");

function Puzzle({ list, puzzle }: { list: PuzzleList; puzzle: PuzzleInfo }) {
  const { game, name } = list;
  const lesson = useMemo<LessonInfo>(() => {
    const title = `Puzzle ${numberOf(puzzle)}: ${puzzle.grade}`;
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
  const onward = () => go(address(game, (next ?? puzzle).id));
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
    <Frame
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
      <OwnGames game={game} />
    </Frame>
  );
}

/** Points and what else stands beside the board, each player's in a line. */
function Standing({ shown, seat }: { shown: PositionView; seat: number }) {
  const { roles } = shown;
  const words = (of: number | null) =>
    shown.picture.facts
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

/** The values of the moves, the line to step through, and the way to the analysis. */
function Solution(props: {
  list: PuzzleList;
  puzzle: PuzzleInfo;
  worth: PuzzleAnswer;
  state: LessonState;
  /** Shows a position of the engine's line. */
  to: (at: number) => void;
}) {
  const { list, puzzle, worth, to } = props;
  const { line, at } = props.state;
  const themes = list.themes.filter((theme) => puzzle.themes.includes(theme.id));
  return (
    <section class="solution">
      {line.length > 1 && (
        <fieldset class="bar">
          <legend class="small">
            The engine's line: {line[at]?.last?.words ?? ""} ({at + 1} of {line.length})
          </legend>
          <button type="button" disabled={at === 0} onClick={() => to(at - 1)}>
            Back
          </button>
          <button type="button" disabled={at + 1 >= line.length} onClick={() => to(at + 1)}>
            Forward
          </button>
        </fieldset>
      )}
      <table class="values">
        <caption>{puzzle.counting ? "Where it may lie" : "What the moves are worth"}</caption>
        <thead>
          <tr>
            <th scope="col">{puzzle.counting ? "Place" : "Move"}</th>
            <th scope="col">{puzzle.counting ? "Chance" : "Share of the win"}</th>
          </tr>
        </thead>
        <tbody>
          {worth.values.map((move) => (
            <tr key={move.action}>
              <td>{move.words}</td>
              <td>{points(move.share)}%</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p class="small">
        {themes.length > 0 && `About: ${themes.map((theme) => theme.name).join(" · ")}. `}
        {!puzzle.counting && foundBy(puzzle.levels)}
      </p>
      {worth.place && (
        <p>
          <Link class="button" href={analysis(worth.place)}>
            Analyse
          </Link>
        </p>
      )}
    </section>
  );
}

const foundBy = (levels: readonly number[]) =>
  levels.length === 0
    ? "None of the eight levels finds it."
    : `${levels.length === 1 ? "Level" : "Levels"} ${levels.join(", ")} of 8 ${
        levels.length === 1 ? "finds" : "find"
      } it.`;

/** The address of a position on the analysis board. */
function analysis({ game, options, position, actions }: PositionRef): string {
  const query = new URLSearchParams();
  for (const [name, value] of options) query.append("o", `${name}:${value}`);
  if (position) query.set("p", position);
  if (actions.length > 0) query.set("m", actions.join(" "));
  return `/analyse/${game}?${query}${actions.length > 0 ? `#${actions.length}` : ""}`;
}

function Score({ list }: { list: PuzzleList }) {
  const { now, best, answers, lost } = streakOf(useStore(streaks), list.game);
  const known = useStore(progress);
  const solved = list.puzzles.filter((puzzle) => known[keyOf(list.game, puzzle.id)]).length;
  return (
    <p class="small" role="status">
      <strong>Streak {now}</strong>
      {best > now && `, best ${best}`}. Solved: {solved} of {list.puzzles.length}.
      {list.dice &&
        answers > 0 &&
        ` First answers give away ${pointsWords(lost / answers)} of the win on average.`}
    </p>
  );
}

/** Which puzzles come. */
function Choose({ list, wanted }: { list: PuzzleList; wanted: Filter }) {
  const count = (change: Partial<Filter>) =>
    list.puzzles.filter((puzzle) => fits(puzzle, { ...wanted, ...change })).length;
  const set = (change: Partial<Filter>) => filter.update((old) => ({ ...old, ...change }));
  return (
    <div class="choose">
      <label>
        How hard
        <select
          value={wanted.grade ?? ""}
          onChange={(event) => {
            const value = event.currentTarget.value;
            set({ grade: GRADES.find((grade) => grade === value) ?? null });
          }}
        >
          <option value="">all ({count({ grade: null })})</option>
          {GRADES.map((grade) => (
            <option key={grade} value={grade} disabled={count({ grade }) === 0}>
              {grade} ({count({ grade })})
            </option>
          ))}
        </select>
      </label>
      <label>
        Theme
        <select
          value={wanted.theme ?? ""}
          onChange={(event) => set({ theme: event.currentTarget.value || null })}
        >
          <option value="">all ({count({ theme: null })})</option>
          {list.themes.map((theme) => (
            <option key={theme.id} value={theme.id} disabled={count({ theme: theme.id }) === 0}>
              {theme.name} ({count({ theme: theme.id })})
            </option>
          ))}
        </select>
      </label>
    </div>
  );
}

/** Finished games of the visitor: their mistakes come back as questions. */
function OwnGames({ game }: { game: string }) {
  const games = finished(useTables()?.mine ?? [], game);
  if (games.length === 0) return null;
  return (
    <p>
      <Link class="button" href={address(game, OWN)}>
        Your own mistakes, from {plural(games.length, "finished game")}
      </Link>
    </p>
  );
}
