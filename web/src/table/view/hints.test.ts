import { expect, test } from "vitest";
import { reasonSites, worth } from "./hints.ts";

test("a hint says of what its percentage is, and how sure it is", () => {
  expect(worth({ value: 0.634, certainty: "estimated" })).toBe("about 63% to win");
  expect(worth({ value: 0.634, certainty: "exact" })).toBe("63.4% to win");
  expect(worth({ value: 0.25, certainty: "proven" })).toBe("25% to win");
});

test("the places of the reasons are marked once the reasons are shown, each once", () => {
  const why = [3, 4].map((site) => ({ kind: "bump", words: "", sites: [site, 5] }));
  expect(reasonSites({ ply: 0, moves: [], why, step: 2 })).toEqual([]);
  expect(reasonSites({ ply: 0, moves: [], why, step: 3 })).toEqual([3, 5, 4]);
});

test("what is proven is called a win, a draw or a loss", () => {
  const proven = (value: number) => worth({ value, certainty: "proven" });
  expect([proven(1), proven(0.5), proven(0)]).toEqual(["proven win", "proven draw", "proven loss"]);
});
