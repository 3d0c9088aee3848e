import { expect, test } from "vitest";
import type { LogLine, TableView } from "../../wire.ts";
import { lastWords } from "./turn.ts";

const card = { points: [], ends: null };
const line = (by: number, words: string, more = {}) => ({ by, words, clicks: [], ...more });

/** A table of one person against a computer, after some actions. */
function after(turn: number, ...lines: object[]): TableView {
  const log = lines as LogLine[];
  return {
    status: "playing",
    turn: { type: "player", seat: turn },
    yours: [0],
    seats: [{ sitter: { type: "person" } }, { sitter: { type: "computer" } }],
    log,
    last: log.at(-1) ?? null,
  } as unknown as TableView;
}

test("before anybody has moved, the words are what the game is about", () => {
  expect(lastWords(after(0), "A race.")).toBe("A race.");
});

test("what one's own guess brought is told again at one's turn", () => {
  const guess = line(0, "The shell is empty.", { card });
  expect(lastWords(after(1, guess))).toBe("The shell is empty.");
  const reply = line(1, "A shell moves.");
  expect(lastWords(after(0, guess, reply))).toBe("The shell is empty. A shell moves.");
  // The other still thinks: it was just told.
  expect(lastWords(after(1, guess, reply))).toBe("A shell moves.");
});

test("an own move that brought nothing to light is not told again", () => {
  const lines = [line(0, "You move."), line(1, "A shell moves.")];
  expect(lastWords(after(0, ...lines))).toBe("A shell moves.");
});
