import { expect, test } from "vitest";
import type { SeatView } from "../wire.ts";
import { fullName, nameOf, personal, sideOf } from "./speak.ts";

const person = (role: string, name: string): SeatView => ({
  role,
  sitter: { type: "person", name, here: true },
  clock: null,
});
const computer = (role: string): SeatView => ({
  role,
  sitter: { type: "computer", level: 2, keeps_for: null },
  clock: null,
});

const numbered = [person("Player 1", "Ada"), computer("Player 2")];
const sided = [person("Light", "Ada"), person("Dark", "Bea")];
const coloured = [person("Black", "Ada"), person("White", "Bea")];

test.each([
  ["Player 1 throws 5 and 3.", "You throw 5 and 3."],
  [
    "Player 1 shells out on e3 and scores 35. Player 2 loses 25.",
    "You shell out on e3 and score 35. The computer loses 25.",
  ],
  [
    "Player 2 finds Player 1's counter under e3 and scores 50.",
    "The computer finds your counter under e3 and scores 50.",
  ],
  [
    "Player 1 has fewer than two pieces left to lay and misses the turn.",
    "You have fewer than two pieces left to lay and miss the turn.",
  ],
  ["Player 1 wins by 12 points.", "You win by 12 points."],
  ["Player 1 is out.", "You are out."],
  ["Player 1 is the last one in and wins.", "You are the last one in and win."],
  [
    "Nobody is left in. Player 1 has the fewest points and wins.",
    "Nobody is left in. You have the fewest points and win.",
  ],
  ["Player 1 passes.", "You pass."],
  ["Player 1 and Player 2 share the win.", "You and the computer share the win."],
])("%s", (told, said) => {
  expect(personal(told, numbered, 0)).toBe(said);
});

test("names of people stand for sides, and colours of pieces stay colours", () => {
  expect(personal("Light's power chip slides from e6 to b3.", sided, null)).toBe(
    "Ada's power chip slides from e6 to b3.",
  );
  expect(personal("Dark can't move a chip and passes.", sided, 1)).toBe(
    "You can't move a chip and pass.",
  );
  expect(personal("White takes the Black piece off g7.", coloured, 0)).toBe(
    "Bea takes the Black piece off g7.",
  );
  expect(personal("Black is to fill the odd squares now, White the even ones.", coloured, 0)).toBe(
    "You are to fill the odd squares now, White the even ones.",
  );
  expect(
    personal(
      "White pushes g7 and g8 east, a Black piece into a pit, and fills the gap.",
      coloured,
      1,
    ),
  ).toBe("You push g7 and g8 east, a Black piece into a pit, and fill the gap.");
  expect(personal("Black moves from square 3 to 2 and bumps a white piece.", coloured, null)).toBe(
    "Ada moves from square 3 to 2 and bumps a white piece.",
  );
});

test("a seat is called by who sits there, with the colour beside", () => {
  expect(fullName(sided, 0)).toBe("Ada (Light)");
  expect(fullName(numbered, 0)).toBe("Ada");
  expect(fullName(numbered, 1)).toBe("The computer");
  expect(nameOf([computer("Player 1"), computer("Player 2")], 1)).toBe("computer 2");
  expect(nameOf([computer("Black"), computer("White")], 1)).toBe("the computer (White)");
  expect([numbered[0], sided[0]].map((seat) => seat && sideOf(seat))).toEqual(["", "Light"]);
});

test("places are somebody's, too", () => {
  expect(personal("e3, the Shell-Out spot of Player 1's field", numbered, 0)).toBe(
    "e3, the Shell-Out spot of your field",
  );
  expect(personal("e3, Player 2's field: Player 2's shell", numbered, 0)).toBe(
    "e3, the computer's field: The computer's shell",
  );
});
