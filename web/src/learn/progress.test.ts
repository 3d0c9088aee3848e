import { expect, test } from "vitest";
import { afterSolving, isDue, nextLesson, starsOf } from "./progress.ts";

const DAY = 24 * 60 * 60 * 1000;

test("each mistake and each move over par costs a star, and one always stays", () => {
  expect([starsOf(0, 0), starsOf(1, 0), starsOf(0, 1), starsOf(1, 1), starsOf(9, 0)]).toEqual([
    3, 2, 2, 1, 1,
  ]);
});

test("a lesson that failed comes again after one, three and seven days", () => {
  let now = 0;
  let solved = afterSolving(undefined, 2, now);
  for (const days of [1, 3, 7]) {
    expect(solved.due).toBe(now + days * DAY);
    now = solved.due ?? 0;
    expect(isDue(solved, now)).toBe(true);
    expect(isDue(solved, now - 1)).toBe(false);
    solved = afterSolving(solved, 3, now);
  }
  expect(solved).toEqual({ stars: 3 });
});

test("trying it again on the same day changes no date, and failing again starts anew", () => {
  const first = afterSolving(undefined, 1, 0);
  expect(afterSolving(first, 3, 5)).toEqual({ ...first, stars: 3 });
  const second = afterSolving(first, 3, DAY);
  expect(afterSolving(second, 1, 4 * DAY)).toEqual({ stars: 3, due: 5 * DAY, well: 0 });
});

test("who comes back goes on with what is due, then with what is new", () => {
  const lessons = ["one", "two", "three"];
  expect(nextLesson({}, "senet", lessons, 0)).toBe("one");
  expect(nextLesson({ "senet/one": { stars: 3 } }, "senet", lessons, 0)).toBe("two");
  const due = { "senet/one": { stars: 2, due: 7, well: 0 } };
  expect(nextLesson(due, "senet", lessons, 6)).toBe("two");
  expect(nextLesson(due, "senet", lessons, 7)).toBe("one");
});
