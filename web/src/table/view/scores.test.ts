import { expect, test } from "vitest";
import type { LogLine } from "../../wire.ts";
import { runningPoints, scored, since, stretches } from "./scores.ts";

const line = (ply: number, by: number | null, card?: LogLine["card"]): LogLine => ({
  ply,
  by,
  action: "x",
  words: `line ${ply}`,
  clicks: [],
  ...(card ? { card } : {}),
});

test("rounds are added up from the points of their turns", () => {
  const log = [
    line(1, null),
    line(2, 0),
    line(3, null, { points: [12, 0], ends: null }),
    line(4, null, { points: [0, 7], ends: "round" }),
    line(5, null, { points: [3, 0], ends: null }),
    line(6, 1, { points: [0, 0], ends: "round" }),
  ];
  const [first, second, ...more] = stretches(log, 2);
  expect(more).toEqual([]);
  expect(first).toMatchObject({ title: "Round 1", points: [12, 7], totals: [12, 7], ply: 4 });
  expect(second).toMatchObject({ title: "Round 2", points: [3, 0], totals: [15, 7] });
});

test("a game without points has no table of points", () => {
  const card = (points: number[]) => line(1, 0, { points, ends: "round" });
  expect(scored([line(1, 0), card([])])).toBe(false);
  expect(scored([line(1, 0), card([0, 0])])).toBe(true);
});

test("what others did begins after one's own last move", () => {
  const log = [line(1, 0), line(2, 1), line(3, 0), line(4, null), line(5, 1), line(6, 2)];
  expect(since(log, [0]).map((l) => l.ply)).toEqual([5, 6]);
  expect(since(log, [2])).toEqual([]);
});

test("what the running hand has brought is counted by itself", () => {
  const line = (ply: number, points: number[], ends: string | null): LogLine => ({
    ply,
    by: 0,
    action: "x",
    words: "x",
    clicks: [],
    card: { points, ends },
  });
  const log = [line(1, [25, 0], "hand"), line(2, [-10, 5], null), line(3, [0, 5], null)];
  expect(stretches(log, 2).at(-1)?.totals).toEqual([25, 0]);
  expect(runningPoints(log, 2)).toEqual([-10, 10]);
  expect(runningPoints([], 2)).toEqual([0, 0]);
});
