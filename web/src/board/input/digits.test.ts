import { expect, test } from "vitest";
import { digitsOf } from "./digits.ts";

const sites = (...names: string[]) => names.map((name) => ({ name }));

test("lids are chosen by their digits, whatever lies between them", () => {
  expect(digitsOf(sites("die-1", "1", "2", "9"))).toEqual([
    ["1", 1],
    ["2", 2],
    ["9", 3],
  ]);
});

test("squares up to 30 are not: a 2 may be the beginning of 21", () => {
  expect(digitsOf(sites("1", "2", "30", "off-b"))).toEqual([]);
});
