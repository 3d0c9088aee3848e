import { expect, test } from "vitest";
import { match } from "./router.tsx";

test("patterns match paths part by part", () => {
  expect(match("/", "/")).toEqual({});
  expect(match("/t/:id", "/t/abc")).toEqual({ id: "abc" });
  expect(match("/t/:id/replay", "/t/a%20b/replay")).toEqual({ id: "a b" });
  expect(match("/t/:id", "/t/abc/replay")).toBeNull();
  expect(match("/t/:id", "/t/%E0%A4%A")).toBeNull();
});
