import { expect, test } from "vitest";
import { ago, clockWords, timeLeft } from "./format.ts";

test("clocks show days, hours, minutes and the last tenths", () => {
  expect(timeLeft(187_200_000)).toBe("2d 4h");
  expect(timeLeft(3_723_000)).toBe("1:02:03");
  expect(timeLeft(245_900)).toBe("4:05");
  expect(timeLeft(9_870)).toBe("9.8");
  expect(timeLeft(-5)).toBe("0.0");
});

test("clocks and times are written in words", () => {
  expect(clockWords({ type: "game", seconds: 300, increment: 5 })).toBe(
    "5 minutes + 5 seconds a move",
  );
  expect(clockWords({ type: "move", seconds: 86_400 })).toBe("1 day a move");
  expect(ago(0, 60_000)).toBe("just now");
  expect(ago(0, 7_200_000)).toBe("2 hours ago");
});
