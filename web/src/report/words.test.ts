import { expect, test } from "vitest";
import type { Report, SeatReport, SeatView } from "../wire.ts";
import {
  adjustedWords,
  markOf,
  points,
  signedPoints,
  summary,
  verdictOn,
  verdictWords,
  worstOf,
} from "./words.ts";

const account = (luck: number, own: number) => ({
  start: 0.5,
  end: 0.5 + luck + own,
  luck,
  own_errors: own,
  others_errors: 0,
  revision: 0,
});

const step = (more: object) => ({
  ply: 1,
  action: "a1",
  by: 0,
  shares: [0.4, 0.6],
  certainty: "estimated" as const,
  luck: [],
  error: [],
  revision: [],
  decision: 1,
  by_computer: false,
  verdict: "best" as const,
  better: null,
  odds: null,
  fortune: null,
  ...more,
});

const person = (name: string): SeatView => ({
  role: name,
  sitter: { type: "person", name } as SeatView["sitter"],
  clock: null,
  grace: null,
  computer_moves: 0,
});

test("figures are whole points with a sign", () => {
  expect([0.234, -0.041, 0.001].map(points)).toEqual([23, -4, 0]);
  expect([0.234, -0.041, -0.001].map(signedPoints)).toEqual(["+23", "−4", "0"]);
});

test("only what went wrong or stands out is marked", () => {
  const name = (seat: number) => ["Ada", "Bea"][seat] ?? "";
  expect(markOf(step({}), name)).toBeNull();
  expect(markOf(step({ verdict: "blunder" }), name)?.glyph).toBe("??");
  const lucky = step({ by: null, verdict: null, fortune: "lucky", luck: [-0.1, 0.1] });
  expect(markOf(lucky, name)).toEqual({ glyph: "★", word: "Lucky for Bea" });
  expect(verdictWords(step({ verdict: "mistake", error: [-0.12, 0.12] }))).toBe(
    "Mistake: 12 points lost.",
  );
});

test("luck and errors are summed up in a sentence for each player", () => {
  const report = {
    steps: [step({ luck: [0.1, -0.1] })],
    seats: [{ account: account(0.23, -0.04) }, { account: account(-0.23, -0.31) }],
  } as unknown as Report;
  expect(summary(report, [person("Ann"), person("Bob")], 0)).toEqual([
    "You were lucky by 23 points and gave 4 points away.",
    "Bob was unlucky by 23 points and gave 31 points away.",
  ]);
});

test("a result without luck that leaves 0 to 100 says why", () => {
  const game = (end: number, luck: number) =>
    ({ account: { ...account(0, 0), end, luck }, luck_adjusted: end - luck }) as SeatReport;
  const within = "Result without luck: 77, which is the result of 100 less the luck of +23.";
  expect(adjustedWords(game(1, 0.23))).toBe(within);
  expect(adjustedWords(game(1, -0.31))).toMatch(
    /: 131, .* of −31\. It can be below 0 or above 100\. Each error is counted/,
  );
  expect(adjustedWords(game(0, 0.2))).toMatch(
    /: −20, .* It can be below 0 or above 100\. Each error is counted/,
  );
});

const game = (more: object): SeatReport =>
  ({
    decisions: 38,
    by_computer: 0,
    counts: { best: 31, unclear: 0, good: 0, inaccuracy: 3, mistake: 2, blunder: 2 },
    ...more,
  }) as SeatReport;

test("a verdict counts mistakes, and names what the computer decided", () => {
  const report = (more: object) => ({ steps: [], seats: [game(more)] }) as unknown as Report;
  const said = (more: object) => verdictOn(report(more), [person("Ann")], 0, 0);
  expect(said({})).toEqual(["You made 2 big mistakes and 5 small ones in 38 decisions."]);
  expect(said({ by_computer: 3 })[1]).toMatch(/left 3 decisions to the computer/);
  const counts = { best: 1, unclear: 0, good: 0, inaccuracy: 0, mistake: 0, blunder: 0 };
  expect(said({ decisions: 1, counts })).toEqual(["You made no mistake in 1 decision."]);
});

test("the worst five mistakes are tried again, none that the computer made", () => {
  const better = { line: ["b1"], words: "", sites: [], shares: [] };
  const mistake = (ply: number, loss: number, more = {}) =>
    step({ ply, verdict: "mistake", error: [-loss, loss], better, ...more });
  const steps = [1, 2, 3, 4, 5, 6, 7].map((ply) => mistake(ply, ply / 50));
  const report = { steps: [...steps, mistake(8, 0.9, { by_computer: true })] } as unknown as Report;
  expect(worstOf(report, 0).map(({ ply }) => ply)).toEqual([3, 4, 5, 6, 7]);
  expect(worstOf(report, 1)).toEqual([]);
});
