import { expect, test } from "vitest";
import type { Setup, SetupSign } from "../wire.ts";
import { cleared, MOVE, press } from "./setup.ts";

const sign = (value: string, name: string): SetupSign => ({ value, name, piece: null, mark: null });

/** Three sites whose empty sign is nothing, two more whose empty sign is a dot, and a lid. */
const setup: Setup = {
  text: "",
  problem: null,
  layout: null,
  picture: { pieces: [], marks: [], stats: [] },
  boards: [
    {
      slot: 0,
      sites: [4, 5, 6],
      signs: [sign("", "nothing"), sign("b", "black"), sign("w", "white")],
    },
    {
      slot: 3,
      sites: [8, 9],
      signs: [sign(".", "nothing"), sign("b", "black"), sign("w", "white")],
    },
    { slot: 6, sites: [0], signs: [sign("-", "shut"), sign("+", "open")] },
  ],
  values: [],
  slots: ["b", "", "", ".", "w", "1", "-"],
};

test("a piece is put, and taken away by the same click again", () => {
  expect(press(setup, "white", null, 5).changes).toEqual([[1, "w"]]);
  expect(press(setup, "black", null, 4).changes).toEqual([[0, ""]]);
  expect(press(setup, "nothing", null, 9).changes).toEqual([[4, "."]]);
});

test("a piece is picked up, and put down elsewhere, also on another part of the board", () => {
  expect(press(setup, MOVE, null, 4)).toEqual({ changes: [], lifted: 4, why: "" });
  expect(press(setup, MOVE, 4, 8).changes).toEqual([
    [0, ""],
    [3, "b"],
  ]);
  expect(press(setup, MOVE, 4, 4)).toEqual({ changes: [], lifted: null, why: "" });
  expect(press(setup, MOVE, null, 5).why).toContain("Nothing stands here");
});

test("what has two sides is turned by any click, and what follows from the rest is not touched", () => {
  expect(press(setup, MOVE, null, 0).changes).toEqual([[6, "+"]]);
  expect(press(setup, MOVE, null, 7)).toMatchObject({ changes: [], lifted: null });
  expect(press(setup, MOVE, null, 7).why).not.toBe("");
});

test("a board is cleared by the empty sign of each of its parts", () => {
  expect(cleared(setup).map(([, value]) => value)).toEqual(["", "", "", ".", ".", "-"]);
});
