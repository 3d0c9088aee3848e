// Puzzles: which comes next, the streak, the puzzle of the day. What a visitor solved is kept in this
// browser only, together with the lessons.
import { KeptStore } from "../app/kept.ts";
import { Store } from "../app/store.ts";
import type { PuzzleGrade, PuzzleInfo } from "../wire.ts";
import { isDue, keyOf, type Progress } from "./progress.ts";

export const GRADES: readonly PuzzleGrade[] = ["easy", "middling", "hard"];

export const GRADE_WORDS: Record<PuzzleGrade, string> = {
  easy: "easy",
  middling: "medium",
  hard: "hard",
};

/** Which puzzles a visitor wants; null: all. */
export interface Filter {
  grade: PuzzleGrade | null;
  theme: string | null;
}

/** What the visitor wants to solve, until the page is closed. */
export const filter = new Store<Filter>({ grade: null, theme: null });

export const puzzleAddress = (game: string, puzzle: string) => `/puzzles/${game}/${puzzle}`;

export const fits = (puzzle: PuzzleInfo, { grade, theme }: Filter): boolean =>
  (grade === null || puzzle.grade === grade) && (theme === null || puzzle.themes.includes(theme));

/** The puzzle to solve after `current`. Those that are due come first, then the unsolved ones, easy before
 * hard; who leaves one of them unsolved meets all others before it comes round again. With everything
 * solved, simply the next. */
export function nextPuzzle(
  puzzles: readonly PuzzleInfo[],
  filter: Filter,
  progress: Progress,
  game: string,
  current: string | null,
  now: number,
): PuzzleInfo | undefined {
  const sorted = GRADES.flatMap((grade) => puzzles.filter((puzzle) => puzzle.grade === grade));
  const fitting = sorted.filter((puzzle) => fits(puzzle, filter));
  const of = (puzzle: PuzzleInfo) => progress[keyOf(game, puzzle.id)];
  const due = fitting.filter((puzzle) => isDue(of(puzzle), now));
  const unsolved = fitting.filter((puzzle) => of(puzzle) === undefined);
  const place = sorted.findIndex((puzzle) => puzzle.id === current);
  /** The one after the current puzzle, round and round; the first where it is not among them. */
  const following = (some: readonly PuzzleInfo[]) => {
    const at = some.findIndex((puzzle) => puzzle.id === current);
    return some.length > 1 || at < 0 ? some[(at + 1) % some.length] : undefined;
  };
  const later = (some: readonly PuzzleInfo[]) =>
    some.find((puzzle) => sorted.indexOf(puzzle) > place);
  const open = [...due, ...unsolved];
  if (open.some((puzzle) => puzzle.id === current)) {
    const next = following(open);
    if (next) return next;
  }
  const left = (some: readonly PuzzleInfo[]) => some.filter((puzzle) => puzzle.id !== current);
  return due[0] ?? later(unsolved) ?? left(unsolved)[0] ?? later(fitting) ?? left(fitting)[0];
}

const DAY = 24 * 60 * 60 * 1000;

/** The puzzle of the day at `now`: by the date in UTC, the same for everybody. */
export function puzzleOfDay(
  games: readonly { id: string; puzzles: number }[],
  now: number,
): { game: string; id: string } | null {
  const with_ = games.filter((game) => game.puzzles > 0);
  const day = Math.floor(now / DAY);
  const game = with_[day % with_.length];
  if (!game) return null;
  // A step that shares no divisor with the number of puzzles visits all of them.
  const round = Math.floor(day / with_.length);
  const step = [37, 41, 43].find((prime) => game.puzzles % prime !== 0) ?? 1;
  return { game: game.id, id: `puzzle-${((round * step) % game.puzzles) + 1}` };
}

/** First answers so far: how many, how many right in a row, and what they gave away. */
export interface Streak {
  now: number;
  best: number;
  answers: number;
  /** The sum of the shares of the win that were given away. */
  lost: number;
}

/** Losses of a share of the win, as reports grade them where dice decide (`analysis/src/verdicts.rs`). */
const SMALL = 0.02;
const MISTAKE = 0.04;
const BLUNDER = 0.08;

/** Where dice decide, stars follow from what the first answer gave away. */
export const starsByLoss = (lost: number): number => (lost < SMALL ? 3 : lost < BLUNDER ? 2 : 1);

/** Whether a first answer keeps a streak: a right one, or one that gave little away where dice decide. */
export const keepsStreak = (right: boolean, dice: boolean, lost: number): boolean =>
  dice ? lost < MISTAKE : right;

export function afterAnswer(old: Streak, clean: boolean, lost: number): Streak {
  const now = clean ? old.now + 1 : 0;
  return { now, best: Math.max(old.best, now), answers: old.answers + 1, lost: old.lost + lost };
}

const NONE: Streak = { now: 0, best: 0, answers: 0, lost: 0 };

export const streaks = new KeptStore<Record<string, Streak>>("parlour.puzzles", {});

export const streakOf = (all: Record<string, Streak>, game: string): Streak => all[game] ?? NONE;

/** Notes the first answer to a puzzle: `clean` keeps the streak. */
export const keepAnswer = (game: string, clean: boolean, lost: number) =>
  streaks.update((all) => ({ ...all, [game]: afterAnswer(streakOf(all, game), clean, lost) }));
