import { expect, test } from "vitest";
import type { SeatView } from "../wire.ts";
import { fullName, nameOf, personal, sideOf } from "./speak.ts";

const person = (role: string, name: string): SeatView => ({
  role,
  sitter: { type: "person", name, here: true },
  clock: null,
  grace: null,
  computer_moves: 0,
});
const computer = (role: string): SeatView => ({
  role,
  sitter: { type: "computer", level: 2, keeps_for: null },
  clock: null,
  grace: null,
  computer_moves: 0,
});

const numbered = [person("Player 1", "Ada"), computer("Player 2")];
const sided = [person("Light", "Ada"), person("Dark", "Bea")];
const coloured = [person("Black", "Ada"), person("White", "Bea")];

test.each([
  ["{seat:0} [throws|throw] 5 and 3.", "You throw 5 and 3."],
  [
    "{seat:0} [shells|shell] out on e3 and [scores|score] 35. {seat:1} [loses|lose] 25.",
    "You shell out on e3 and score 35. The computer loses 25.",
  ],
  [
    "{seat:1} [finds|find] {seat's:0} counter under e3.",
    "The computer finds your counter under e3.",
  ],
  [
    "{seat:0} [finds|find] {seat's:1} counter under e3 and [scores|score] 25.",
    "You find the computer's counter under e3 and score 25.",
  ],
  ["Nobody is left in. {seat:0} [has|have] won.", "Nobody is left in. You have won."],
  ["{seats:3} share the win.", "You and the computer share the win."],
  ["Draw agreed.", "Draw agreed."],
])("%s", (text, said) => {
  expect(personal(text, numbered, 0)).toBe(said);
});

test("names of people stand for sides, and colours of pieces stay colours", () => {
  expect(personal("{seat's:0} power chip slides from e6 to b3.", sided, null)).toBe(
    "Ada's power chip slides from e6 to b3.",
  );
  expect(personal("{seat:1} [takes|take] the {role:0} piece off g7.", coloured, 0)).toBe(
    "Bea takes the Black piece off g7.",
  );
  expect(personal("{seat:0} [fills|fill] the odd squares, {seat:1} the even.", coloured, 1)).toBe(
    "Ada fills the odd squares, you the even.",
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

test("a name that the computer plays for comes first: cut short, it still tells who", () => {
  const kept: SeatView = {
    ...computer("Dark"),
    sitter: { type: "computer", level: 2, keeps_for: "Bea" },
  };
  expect(nameOf([person("Light", "Ada"), kept], 1)).toBe("Bea's computer");
});

test("places are somebody's, too", () => {
  expect(personal("e3, the Shell-Out spot of {seat's:0} field", numbered, 0)).toBe(
    "e3, the Shell-Out spot of your field",
  );
  expect(personal("e3, {seat's:1} field: {seat's:1} shell", numbered, 0)).toBe(
    "e3, the computer's field: the computer's shell",
  );
});
