import { describe, expect, test } from "vitest";
import type { Choice } from "../../wire.ts";
import { buttons, click, goalsOf, nextSites, onlyMoveTo, reachable } from "./clicks.ts";

const choice = (action: string, clicks: number[], free = 0): Choice => ({
  action,
  clicks,
  free,
  caption: action,
});
const slides = [choice("a", [1, 5]), choice("b", [1, 6]), choice("c", [2, 5]), choice("pass", [])];
const pushes = [choice("n", [3, 4, 8], 2), choice("s", [3, 4, 9], 2), choice("x", [4, 7, 9], 2)];

describe("clicks", () => {
  test("the first click picks a piece, the second its goal", () => {
    expect([...nextSites(slides, [])]).toEqual([1, 2]);
    const first = click(slides, [], 1);
    expect(first).toEqual({ picked: [1], done: null, instead: false });
    expect(click(slides, [1], 6)?.done?.action).toBe("b");
  });

  test("a piece with one way to go waits for the second click, unless moves are quick", () => {
    expect(click(slides, [], 2)).toMatchObject({ picked: [2], done: null });
    expect(click(slides, [2], 5)?.done?.action).toBe("c");
    expect(click(slides, [], 2, true)?.done?.action).toBe("c");
    expect(goalsOf(slides, [2]).get(5)?.action).toBe("c");
    expect(goalsOf(slides, []).size).toBe(0);
  });

  test("clicking a picked site lets go of it, another piece starts anew", () => {
    expect(click(slides, [1], 1)).toEqual({ picked: [], done: null, instead: false });
    const other = click([...slides, choice("d", [2, 6])], [1], 2);
    expect(other).toEqual({ picked: [2], done: null, instead: true });
    expect(click(slides, [1], 99)).toBeNull();
  });

  test("free clicks come in any order", () => {
    expect(click(pushes, [4], 3)?.picked).toEqual([4, 3]);
    expect([...nextSites(pushes, [4])].sort()).toEqual([3, 7]);
    expect([...nextSites(pushes, [4, 3])].sort()).toEqual([8, 9]);
    expect(click(pushes, [4, 3], 9)?.done?.action).toBe("s");
    expect(reachable(pushes[0] as Choice, [8])).toBe(false);
  });

  test("a pair of lids may be clicked either way round", () => {
    const lids = [choice("8", [8]), choice("1+7", [1, 7], 2), choice("2+6", [2, 6], 2)];
    expect(click(lids, [], 7)).toMatchObject({ picked: [7], done: null });
    expect(click(lids, [7], 1)?.done?.action).toBe("1+7");
    expect(click(lids, [], 8)?.done?.action).toBe("8");
  });

  test("a move of one click has a goal before anything is picked", () => {
    const lids = [choice("8", [8]), choice("1", [1]), choice("1+7", [1, 7], 2)];
    expect([...goalsOf(lids, []).keys()]).toEqual([8]);
  });

  test("the only move that ends on a site is found, of several none is", () => {
    expect(onlyMoveTo(slides, 6)?.action).toBe("b");
    expect(onlyMoveTo(slides, 5)).toBeNull();
    const lands: Choice = {
      ...choice("p", [3, 4, 8], 2),
      effects: [{ type: "go", from: 3, to: 7 }],
    };
    expect(onlyMoveTo([lands], 7)).toBe(lands);
  });

  test("moves without clicks are buttons, and so is one that could go on", () => {
    expect(buttons(slides, []).map((c) => c.action)).toEqual(["pass"]);
    const longer = [choice("short", [1]), choice("long", [1, 2]), choice("far", [1, 3])];
    expect(click(longer, [], 1)?.done).toBeNull();
    expect(buttons(longer, [1]).map((c) => c.action)).toEqual(["short"]);
  });
});
