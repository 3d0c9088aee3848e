import { expect, test } from "vitest";
import type { Reply } from "../../wire.ts";
import { expected, reasonSites, worth } from "./hints.ts";

test("a hint says of what its percentage is, and how sure it is", () => {
  expect(worth({ value: 0.634, certainty: "estimated" })).toBe("about 63% to win");
  expect(worth({ value: 0.634, certainty: "exact" })).toBe("63.4% to win");
  expect(worth({ value: 0.25, certainty: "proven" })).toBe("25% to win");
});

test("the places of the reasons are marked once the reasons are shown, each once", () => {
  const why = [3, 4].map((site) => ({ kind: "bump", words: "", sites: [site, 5] }));
  expect(reasonSites({ ply: 0, moves: [], why, reply: null, step: 2 })).toEqual([]);
  expect(reasonSites({ ply: 0, moves: [], why, reply: null, step: 3 })).toEqual([3, 5, 4]);
});

test("the expected answer is drawn once the reasons are read", () => {
  const choice = { action: "a1a2", caption: "", clicks: [0, 1], free: 0 };
  const reply = { seat: 1, choice, why: [] } as unknown as Reply;
  const hint = { ply: 0, moves: [], why: [], reply };
  expect(expected({ ...hint, step: 2 })).toBeUndefined();
  expect(expected({ ...hint, step: 3 })).toBe(choice);
});

test("what is proven is called a win, a draw or a loss", () => {
  const proven = (value: number) => worth({ value, certainty: "proven" });
  expect([proven(1), proven(0.5), proven(0)]).toEqual(["proven win", "proven draw", "proven loss"]);
});
