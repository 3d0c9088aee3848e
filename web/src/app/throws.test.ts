import { expect, test } from "vitest";
import { settings } from "./settings.ts";
import { answerThrows, countThrow, mayOffer, thrown } from "./throws.ts";

test("the page offers to throw after the third throw by hand, and never again", () => {
  const offers = () => mayOffer(thrown.get());
  for (const expected of [false, false, true]) {
    countThrow();
    expect(offers()).toBe(expected);
  }
  answerThrows(false);
  for (let i = 0; i < 5; i++) countThrow();
  expect(offers()).toBe(false);
  expect(settings.get().throwing).toBe(false);
  answerThrows(true);
  expect(settings.get().throwing).toBe(true);
});
