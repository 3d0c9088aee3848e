import { expect, test } from "vitest";
import type { PuzzleInfo } from "../wire.ts";
import { afterAnswer, keepsStreak, nextPuzzle, puzzleOfDay, starsByLoss } from "./puzzles.ts";

const DAY = 24 * 60 * 60 * 1000;

const puzzle = (id: string, grade: PuzzleInfo["grade"], themes: string[] = []): PuzzleInfo => ({
  id,
  grade,
  themes,
  task: "Find the best move.",
  levels: [],
  counting: false,
});

const PUZZLES = [puzzle("a", "hard", ["bump"]), puzzle("b", "easy"), puzzle("c", "easy", ["bump"])];
const ALL = { grade: null, theme: null };

test("easy puzzles come first, then what is not solved, and what failed comes when it is due", () => {
  const next = (current: string | null, progress = {}, filter: typeof ALL | object = ALL) =>
    nextPuzzle(PUZZLES, { ...ALL, ...filter }, progress, "g", current, 10)?.id;
  expect(next(null)).toBe("b");
  expect(next("b", { "g/b": { stars: 3 } })).toBe("c");
  expect(next("c", { "g/b": { stars: 3 }, "g/c": { stars: 3 } })).toBe("a");
  expect(next("c", { "g/b": { stars: 1, due: 5 }, "g/c": { stars: 3 } })).toBe("b");
  expect(next(null, {}, { theme: "bump", grade: "hard" })).toBe("a");
  const solved = { "g/a": { stars: 3 }, "g/b": { stars: 3 }, "g/c": { stars: 3 } };
  expect(next("b", solved)).toBe("c");
  expect(next("a", solved)).toBe("b");
});

test("who goes on without solving meets every open puzzle before one comes again", () => {
  const progress = { "g/c": { stars: 1, due: 5 } };
  const seen: (string | undefined)[] = [];
  let current: string | null = null;
  for (let i = 0; i < 6; i++) {
    current = nextPuzzle(PUZZLES, ALL, progress, "g", current, 10)?.id ?? null;
    seen.push(current ?? undefined);
  }
  expect(seen).toEqual(["c", "b", "a", "c", "b", "a"]);
  // The only open one, left unsolved: something else comes all the same.
  const solved = { "g/a": { stars: 3 }, "g/b": { stars: 3 } };
  expect(nextPuzzle(PUZZLES, ALL, solved, "g", "c", 10)?.id).toBe("a");
});

test("the puzzle of the day changes every day and visits every puzzle of every game", () => {
  const games = [
    { id: "x", puzzles: 60 },
    { id: "none", puzzles: 0 },
    { id: "y", puzzles: 74 },
  ];
  expect(puzzleOfDay(games, 3 * DAY)).toEqual(puzzleOfDay(games, 3 * DAY + 1000));
  const days = Array.from({ length: 2 * 74 }, (_, day) => puzzleOfDay(games, day * DAY));
  expect(new Set(days.map((day) => `${day?.game} ${day?.id}`)).size).toBe(60 + 74);
  expect(puzzleOfDay([], 0)).toBe(null);
});

test("a streak ends with an answer that was wrong or needed help, and its best stays", () => {
  let streak = { now: 0, best: 0, answers: 0, lost: 0 };
  for (const clean of [true, true, false, true]) streak = afterAnswer(streak, clean, 0.1);
  expect(streak).toMatchObject({ now: 1, best: 2, answers: 4 });
  expect(streak.lost).toBeCloseTo(0.4);
});

test("where dice decide, an answer counts by what it gives away", () => {
  expect([0, 0.019, 0.03, 0.05, 0.079, 0.08, 0.3].map(starsByLoss)).toEqual([3, 3, 2, 2, 2, 1, 1]);
  expect(keepsStreak(false, true, 0.03)).toBe(true);
  expect(keepsStreak(false, true, 0.04)).toBe(false);
  expect(keepsStreak(false, false, 0.03)).toBe(false);
  expect(keepsStreak(true, false, 0)).toBe(true);
});
