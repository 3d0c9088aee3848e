// How far a visitor has come in the courses; kept in this browser only.
import { KeptStore } from "../app/kept.ts";

/** What is known of a solved lesson. */
export interface Solved {
  /** The most stars so far. */
  stars: number;
  /** When it should be tried again, in milliseconds; absent where it went well. */
  due?: number;
  /** How often it went well since it last failed. */
  well?: number;
}

/** By game and lesson: `outwit/slide-to-the-end`. */
export type Progress = Record<string, Solved>;

const DAY = 24 * 60 * 60 * 1000;
/** A lesson that failed comes again after this number of days, each time that it goes well. */
const AGAIN = [1, 3, 7];

/** One to three stars: each mistake and each move over par costs one. */
export const starsOf = (mistakes: number, overPar: number): number =>
  Math.max(1, 3 - mistakes - overPar);

/** What is known of a lesson once it was solved at `now`. */
export function afterSolving(old: Solved | undefined, stars: number, now: number): Solved {
  const best = Math.max(old?.stars ?? 0, stars);
  if (stars < 3) return { stars: best, due: now + (AGAIN[0] ?? 1) * DAY, well: 0 };
  if (old?.due === undefined) return { stars: best };
  // Tried again before its day: the day stays.
  if (old.due > now) return { ...old, stars: best };
  const well = (old.well ?? 0) + 1;
  const days = AGAIN[well];
  return days === undefined ? { stars: best } : { stars: best, due: now + days * DAY, well };
}

export const keyOf = (game: string, lesson: string): string => `${game}/${lesson}`;

/** Whether a lesson should be tried again now. */
export const isDue = (solved: Solved | undefined, now: number): boolean =>
  solved?.due !== undefined && solved.due <= now;

/** Where a learner goes on: a lesson that is due, else the first that is not solved, else the first. */
export function nextLesson(
  progress: Progress,
  game: string,
  lessons: readonly string[],
  now: number,
): string | undefined {
  const of = (lesson: string) => progress[keyOf(game, lesson)];
  const due = lessons.find((lesson) => isDue(of(lesson), now));
  return due ?? lessons.find((lesson) => of(lesson) === undefined) ?? lessons[0];
}

export const progress = new KeptStore<Progress>("parlour.lessons", {});

/** Notes that a lesson was solved. */
export function keepSolved(game: string, lesson: string, stars: number) {
  const key = keyOf(game, lesson);
  progress.update((old) => ({ ...old, [key]: afterSolving(old[key], stars, Date.now()) }));
}
