import { expect, test } from "vitest";
import type { Description } from "../wire.ts";
import { nextTurn, turnEnds } from "./turns.ts";

/** Steps by who acted: a dot is the start, `?` a throw. */
const game = (text: string) =>
  [...text].map((by) => ({
    told: by === "." ? null : ({ by: by === "?" ? null : Number(by) } as Description),
  }));

test("every move of an alternating game is a turn", () => {
  expect(turnEnds(game(".0101"))).toEqual([0, 1, 2, 3, 4]);
});

test("throws and several moves in a row are one turn", () => {
  expect(turnEnds(game(".?0?0?1?1"))).toEqual([0, 4, 8]);
});

test("a throw after the last move is a turn of its own", () => {
  expect(turnEnds(game(".?0?"))).toEqual([0, 2, 3]);
  expect(turnEnds(game("."))).toEqual([0]);
});

test("a jump goes to the nearest end of a turn and stays within the game", () => {
  const ends = [0, 4, 8];
  expect(nextTurn(ends, 0, 1)).toBe(4);
  expect(nextTurn(ends, 5, 1)).toBe(8);
  expect(nextTurn(ends, 8, 1)).toBe(8);
  expect(nextTurn(ends, 5, -1)).toBe(4);
  expect(nextTurn(ends, 4, -1)).toBe(0);
  expect(nextTurn(ends, 0, -1)).toBe(0);
});
