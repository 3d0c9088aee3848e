import { expect, test } from "vitest";
import type { Choice } from "../../wire.ts";
import { BoardControl } from "./control.ts";
import type { Refused } from "./state.ts";

const move = (...clicks: number[]): Choice => ({
  action: clicks.join(),
  clicks,
  free: 0,
  caption: "",
});

function board(choices: Choice[]) {
  const control = new BoardControl();
  const heard: [readonly number[], Refused | null][] = [];
  const moves: string[] = [];
  control.listener = {
    confirm: false,
    quick: false,
    onMove: (choice) => moves.push(choice.action),
    onPick: (picked, refused) => heard.push([picked, refused]),
  };
  control.setChoices(choices);
  heard.length = 0;
  return { control, heard, moves };
}

test("each press is one event, reported at once", () => {
  const { control, heard, moves } = board([move(0, 1), move(2, 3)]);
  control.press(0);
  expect(heard).toEqual([[[0], null]]);
  control.press(4);
  expect(heard[1]).toEqual([[0], { site: 4, picked: [0], instead: false }]);
  // The same event tells what is picked now and what the click did not do.
  control.press(2);
  expect(heard[2]).toEqual([[2], { site: 2, picked: [0], instead: true }]);
  control.press(3);
  expect(moves).toEqual(["2,3"]);
  expect(heard[3]).toEqual([[], null]);
  expect(heard).toHaveLength(4);
});

test("what takes back a pick is reported, and what changes nothing is not", () => {
  const choices = [move(0, 1)];
  const { control, heard } = board(choices);
  control.cancel();
  control.setChoices(choices);
  control.setHover(0);
  expect(heard).toEqual([]);
  control.lift(0);
  control.drop(0, null);
  expect(heard).toEqual([
    [[0], null],
    [[], null],
  ]);
  control.setChoices([move(2)]);
  expect(heard).toHaveLength(3);
});
