import { expect, test } from "vitest";
import type { SeatView } from "../../wire.ts";
import { namedThings } from "./turn.ts";

const person = (role: string, name: string): SeatView => ({
  role,
  sitter: { type: "person", name, here: true },
  clock: null,
});
const seats = [person("Black", "Ada"), person("White", "Bea")];

test.each([
  ["g7: Black piece", "g7: Your piece"],
  ["g7: White piece", "g7: Bea's piece"],
  ["Black's pot: Black piece × 63", "Your pot: Your piece × 63"],
  ["g7: White piece, in White's row", "g7: Bea's piece, in Bea's row"],
  ["square 26, the circle: black piece", "square 26, the circle: black piece"],
])("%s", (words, heard) => {
  expect(namedThings(seats, 0, words)).toBe(heard);
});

test("on a shared screen and in a replay everybody has a name", () => {
  expect(namedThings(seats, null, "g7: Black piece")).toBe("g7: Ada's piece");
});
