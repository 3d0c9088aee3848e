import { expect, test } from "vitest";
import type { Level, SeatView, TableSummary } from "../wire.ts";
import { levelPlayed, outcomeOf, recordOf, tallyWords } from "./record.ts";

const seat = (sitter: SeatView["sitter"]): SeatView => ({
  role: "",
  sitter,
  clock: null,
  grace: null,
  computer_moves: 0,
});
const me = seat({ type: "person", name: "Ada", here: true });
const computer = (level: Level, keeps_for: string | null = null) =>
  seat({ type: "computer", level, keeps_for });

const table = (share: number, other: SeatView, changed: number, more = {}): TableSummary => ({
  id: String(changed),
  game: "outwit",
  status: "over",
  seats: [me, other],
  yours: [0],
  your_turn: false,
  ply: 9,
  changed,
  result: "",
  shares: [share, 1 - share],
  ...more,
});

test("games are counted by what came of them, and by level", () => {
  const tables = [
    table(1, computer(3), 50),
    table(1, computer(2), 40),
    table(0, computer(3), 30),
    table(0.5, me, 20),
    table(1, computer(1), 60, { game: "senet" }),
  ];
  const record = recordOf(tables, "outwit");
  expect(record).toMatchObject({ won: 2, lost: 1, drawn: 1, streak: 2 });
  expect(record.levels).toEqual([
    [2, { won: 1, lost: 0, drawn: 0 }],
    [3, { won: 1, lost: 1, drawn: 0 }],
  ]);
  expect(tallyWords(record)).toBe("2 won, 1 lost, 1 drawn");
});

test("what is not over, was played for both sides or has no known end is not counted", () => {
  const other = computer(1);
  expect(outcomeOf(table(1, other, 1, { status: "playing" }))).toBeNull();
  expect(outcomeOf(table(1, other, 1, { yours: [0, 1] }))).toBeNull();
  expect(outcomeOf(table(1, other, 1, { shares: [] }))).toBeNull();
});

test("a seat that the computer keeps for a person is no level", () => {
  expect(levelPlayed(table(1, computer(3, "Bea"), 1))).toBeNull();
  expect(levelPlayed(table(1, me, 1))).toBeNull();
  expect(levelPlayed(table(1, computer(5), 1))).toBe(5);
});
