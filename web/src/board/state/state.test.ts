import { describe, expect, test } from "vitest";
import type { Choice } from "../../wire.ts";
import * as board from "./state.ts";

const choice = (action: string, clicks: number[], free = 0): Choice => ({
  action,
  clicks,
  free,
  caption: action,
});
const PLAIN = { confirm: false, quick: false };
const start = (...choices: Choice[]) => board.setChoices(board.EMPTY, choices);
const slides = [choice("a", [1, 5]), choice("b", [1, 6]), choice("c", [2, 5])];

describe("a click", () => {
  test("picks, and the next one makes the move", () => {
    const { state, move } = board.press(start(...slides), 1, PLAIN);
    expect(move).toBeUndefined();
    expect(state.picked).toEqual([1]);
    expect([...state.next]).toEqual([5, 6]);
    const made = board.press(state, 6, PLAIN);
    expect(made.move?.action).toBe("b");
    expect(made.state.picked).toEqual([]);
  });

  test("where exactly one move ends shows it, and the next makes it", () => {
    const shown = board.press(start(...slides), 6, PLAIN);
    expect(shown.move).toBeUndefined();
    expect(shown.refused).toBeUndefined();
    expect(board.previewed(shown.state)?.action).toBe("b");
    expect(board.press(shown.state, 6, PLAIN).move?.action).toBe("b");
  });

  test("where a pushed piece lands shows the push, and the next makes it", () => {
    const push: Choice = {
      ...choice("push", [3, 4, 8], 2),
      effects: [{ type: "go", from: 3, to: 7 }],
    };
    const shown = board.press(start(push), 7, PLAIN);
    expect(board.previewed(shown.state)).toBe(push);
    expect(board.press(shown.state, 7, PLAIN).move).toBe(push);
  });

  test("where several moves end, or none, is refused and changes nothing", () => {
    const state = start(...slides);
    const refused = (site: number) => ({ site, picked: [], instead: false });
    expect(board.press(state, 5, PLAIN)).toEqual({ state, refused: refused(5) });
    expect(board.press(state, 9, PLAIN)).toEqual({ state, refused: refused(9) });
  });

  test("on another piece picks that one, and tells that the first could not go there", () => {
    const { state } = board.press(start(...slides), 1, PLAIN);
    const other = board.press(state, 2, PLAIN);
    expect(other.state.picked).toEqual([2]);
    expect(other.refused).toEqual({ site: 2, picked: [1], instead: true });
    expect(board.press(state, 1, PLAIN).refused, "a piece let go of").toBeUndefined();
    expect(board.press(state, 5, PLAIN).refused, "a move").toBeUndefined();
  });

  test("waits for a confirmation where the player wants that", () => {
    const asked = board.press(start(...slides), 6, { ...PLAIN, confirm: true });
    expect(asked.move).toBeUndefined();
    expect(asked.state.pending?.action).toBe("b");
    expect(asked.state.next.size).toBe(0);
    expect(board.confirm(asked.state).move?.action).toBe("b");
    expect(board.cancel(asked.state).pending).toBeNull();
    expect(board.press(asked.state, 6, PLAIN).move?.action, "the same place again").toBe("b");
  });

  test("makes a quick player's only move at once", () => {
    const quick = { ...PLAIN, quick: true };
    expect(board.press(start(...slides), 2, quick).move?.action).toBe("c");
    expect(board.press(start(...slides), 6, quick).move?.action).toBe("b");
  });
});

describe("a preview", () => {
  test("of a move of one click comes with the pointer", () => {
    const state = start(choice("8", [8]), choice("3", [3]));
    expect(board.previewed(state)).toBeNull();
    expect(board.previewed(board.setHover(state, 8))?.action).toBe("8");
    expect(board.previewed(board.setFocus(state, 3, true))?.action).toBe("3");
    expect(board.previewed(board.setFocus(state, 3, false))).toBeNull();
  });

  test("of a picked piece's only move comes by itself", () => {
    expect(board.previewed(board.press(start(...slides), 2, PLAIN).state)?.action).toBe("c");
    expect(board.previewed(board.press(start(...slides), 1, PLAIN).state)).toBeNull();
  });
});

test("a drag picks up and lets go", () => {
  const held = board.lift(start(...slides), 1);
  expect(held?.dragging).toBe(true);
  expect(board.lift(start(...slides), 7)).toBeNull();
  if (!held) return;
  expect(board.drop(held, 1, 6, PLAIN).move?.action).toBe("b");
  const home = board.drop(held, 1, 9, PLAIN);
  expect(home.move).toBeUndefined();
  expect(home.state).toMatchObject({ picked: [], dragging: false });
  expect(board.drop(held, 1, 1, PLAIN).state.picked).toEqual([1]);
});

test("where the pointer goes leaves what the sites are drawn from as it is", () => {
  const state = start(...slides);
  const { next, goals, picked } = board.setHover(state, 5);
  expect(next).toBe(state.next);
  expect(goals).toBe(state.goals);
  expect(picked).toBe(state.picked);
});

test("new choices let go of what was picked", () => {
  const { state } = board.press(start(...slides), 1, PLAIN);
  expect(board.setChoices(state, state.choices)).toBe(state);
  expect(board.setChoices(state, [choice("x", [1, 7])]).picked).toEqual([]);
});

test("the Tab key stops at the focused site while it can be clicked, else at the first", () => {
  const state = start(...slides);
  expect(board.tabStop(state, 10)).toBe(1);
  expect(board.tabStop(board.setFocus(state, 2, true), 10)).toBe(2);
  expect(board.tabStop(board.setFocus(state, 9, true), 10)).toBe(1);
  expect(board.tabStop(board.EMPTY, 10)).toBeNull();
});
