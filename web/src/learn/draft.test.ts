import { expect, test } from "vitest";
import type { Replay } from "../wire.ts";
import { lessonText, nextDecision, startLines } from "./draft.ts";

const step = (ply: number, action: string | null, by: number | null) =>
  ({ ply, told: action === null ? null : { action, by } }) as Replay["steps"][number];

/** A throw, a move, a throw, a move of the other. */
const STEPS = [
  step(0, null, null),
  step(1, "r65", null),
  step(2, "3+8", 0),
  step(3, "r53", null),
  step(4, "2+6", 1),
];
const ACTIONS = ["r65", "3+8", "r53", "2+6"];

test("a lesson begins at any position before the end, and takes the throw that follows", () => {
  expect(nextDecision(STEPS, 1)).toEqual({ at: 1, decision: 1, seat: 0 });
  const thrown = nextDecision(STEPS, 2);
  expect(thrown).toEqual({ at: 2, decision: 3, seat: 1 });
  expect(thrown && startLines(thrown, ACTIONS, [], "12 0,0 2 ?")).toBe(
    "position: 12 0,0 2 ?\nseat: 2\nthrows: r53",
  );
  expect(nextDecision(STEPS, 4)).toBeNull();
});

test("a game with secrets names its options and all actions", () => {
  const start = { at: 2, decision: 2, seat: 0 };
  expect(startLines(start, ["a", "b", "c"], [["hands", "1"]], null)).toBe(
    "options: hands=1\nmoves: a b\nseat: 1",
  );
});

test("what the author writes stays on its line", () => {
  const text = lessonText("position: x", {
    title: "Large\nlids",
    task: "Shut it.",
    action: "8",
    done: "Right.",
    wrong: "No.",
    shows: false,
  });
  expect(text).toBe(
    "## Large lids\ntask: Shut it.\nposition: x\ngoal: plays 8\npar: 1\ndone: Right.\n" +
      "mistake: any move\nsays: No.\n",
  );
});
