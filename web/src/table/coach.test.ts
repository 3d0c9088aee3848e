import { expect, test } from "vitest";
import type { MoveVerdict } from "../wire.ts";
import { chances, costlier, pieceOf } from "./coach.ts";

const verdict = (lost: number, part: Partial<MoveVerdict> = {}): MoveVerdict => ({
  ply: 4,
  action: "f4f1",
  verdict: "gives-away",
  lost,
  against: [],
  reply: null,
  best: { action: "e5e9", caption: "Slide e5 to e9", value: 0.6, certainty: "estimated" },
  why: [{ kind: "home", sites: [], words: "Brings a chip home." }],
  ...part,
});

test("the dearest move of a game is kept, with what would have been better", () => {
  const small = costlier(null, verdict(0.05));
  expect(small?.better).toBe("Slide e5 to e9");
  const against = [{ kind: "leaves", sites: [], words: "Leaves a gap." }];
  const dear = costlier(small, verdict(0.2, { ply: 9, against }));
  expect(dear).toEqual({
    ply: 9,
    lost: 0.2,
    chances: "from about 60% to 40%",
    better: "Slide e5 to e9",
    why: "Brings a chip home.",
    against: "Leaves a gap.",
  });
  expect(costlier(dear, verdict(0.1))).toBe(dear);
});

test("what is worth nothing and what has no better move is no lesson", () => {
  expect(costlier(null, verdict(0.01))).toBe(null);
  expect(costlier(null, verdict(0.5, { best: null }))).toBe(null);
});

test("the piece of a move is shown before the move, unless it is all of the move", () => {
  expect(pieceOf({ clicks: [3, 8], free: 0 })).toEqual([3]);
  expect(pieceOf({ clicks: [3, 8, 9], free: 2 })).toEqual([3, 8]);
  expect(pieceOf({ clicks: [1, 2], free: 2 })).toEqual([1]);
  expect(pieceOf({ clicks: [7], free: 0 })).toEqual([]);
});

test("what a move gives away is said as the chance to win, before and after", () => {
  expect(chances(0.6, 0.234)).toBe("from about 60% to 37%");
  expect(chances(0.1, 0.2)).toBe("from about 10% to 0%");
});
