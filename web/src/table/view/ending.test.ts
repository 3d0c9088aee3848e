import { expect, test } from "vitest";
import type { Level, SeatView } from "../../wire.ts";
import { computerLevel, endingOf, nextLevel } from "./ending.ts";

const person = { sitter: { type: "person", name: "Ada" } } as SeatView;
const computer = (level: Level) =>
  ({ sitter: { type: "computer", level, keeps_for: null } }) as SeatView;

test("an ending names the viewer's share of the win", () => {
  expect(endingOf([1, 0], 0)).toBe("won");
  expect(endingOf([1, 0], 1)).toBe("lost");
  expect(endingOf([0.5, 0.5], 0)).toBe("drawn");
  expect(endingOf([0, 1 / 3, 1 / 3, 1 / 3], 2)).toBe("drawn");
  expect(endingOf([1, 0], null)).toBe("seen");
});

test("a level is offered only to one person against computers of one level", () => {
  expect(computerLevel({ seats: [person, computer(3)], yours: [0] })).toBe(3);
  expect(computerLevel({ seats: [person, computer(3), computer(3)], yours: [0] })).toBe(3);
  expect(computerLevel({ seats: [person, computer(3), computer(5)], yours: [0] })).toBeNull();
  expect(computerLevel({ seats: [person, person], yours: [0] })).toBeNull();
  expect(computerLevel({ seats: [person, person], yours: [0, 1] })).toBeNull();
  expect(computerLevel({ seats: [person, computer(3)], yours: [] })).toBeNull();
});

test("a win leads up, a defeat down, and neither beyond the ends", () => {
  const against = (level: Level) => ({ seats: [person, computer(level)], yours: [0] });
  expect(nextLevel(against(3), true)).toBe(4);
  expect(nextLevel(against(3), false)).toBe(2);
  expect(nextLevel(against(8), true)).toBeNull();
  expect(nextLevel(against(1), false)).toBeNull();
});
