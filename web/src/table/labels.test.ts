import { expect, test } from "vitest";
import { readable, reader } from "./labels.ts";

const say = reader(["You throw {number}."], []);

test("a template is filled with its arguments", () => {
  expect(readable({ label: [0, 5] }, say)).toEqual({ label: "You throw 5." });
});

test("a number below zero has the minus sign of the score card, not a hyphen", () => {
  expect(readable({ value: ["{number}", -50] }, say)).toEqual({ value: "−50" });
});

test("a player's name that looks like a template stays as it was typed", () => {
  expect(readable({ sitter: { name: "{number}" } }, say)).toEqual({ sitter: { name: "{number}" } });
});
