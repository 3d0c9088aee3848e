import { expect, test } from "vitest";
import { meAnd, newSeats, playersOption, seatsFor } from "./seats.ts";

test("another number of players keeps the seats already chosen", () => {
  const two = seatsFor(2, 4, [{ type: "open" }]);
  expect(two.map((s) => s.type)).toEqual(["open", "computer"]);
  expect(seatsFor(3, 4, two).map((s) => s.type)).toEqual(["open", "computer", "computer"]);
  expect(seatsFor(1, 4, two)).toHaveLength(1);
});

test("people on this screen get names", () => {
  const seats = newSeats([
    { type: "me" },
    { type: "here", name: " Eva " },
    { type: "here", name: "" },
  ]);
  expect(seats).toEqual([
    { type: "me", name: null },
    { type: "me", name: "Eva" },
    { type: "me", name: "Guest 1" },
  ]);
});

test("the visitor sits first, and everybody else is alike", () => {
  expect(meAnd(3, { type: "open" }).map((s) => s.type)).toEqual(["me", "open", "open"]);
});

test("the number of players is an option only where there is a choice", () => {
  expect(playersOption({ id: "a", min_players: 2, max_players: 2 }, 2)).toEqual([]);
  expect(playersOption({ id: "a", min_players: 2, max_players: 4 }, 3)).toEqual([["players", "3"]]);
});
