import { expect, test } from "vitest";
import { newSeats, PRESETS, seatsFor } from "./wishes.ts";

test("another number of players keeps the seats already chosen", () => {
  const two = seatsFor(2, [{ type: "open" }]);
  expect(two.map((s) => s.type)).toEqual(["open", "computer"]);
  expect(seatsFor(3, two).map((s) => s.type)).toEqual(["open", "computer", "computer"]);
  expect(seatsFor(1, two)).toHaveLength(1);
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

test("every one-click table seats the visitor first", () => {
  for (const preset of PRESETS) expect(preset.seats(2)[0]).toEqual({ type: "me" });
});
