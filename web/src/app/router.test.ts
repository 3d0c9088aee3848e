import { Fragment, h } from "preact";
import { expect, test } from "vitest";
import { match, route } from "./router.tsx";

test("patterns match paths part by part", () => {
  expect(match("/", "/")).toEqual({});
  expect(match("/t/:id", "/t/abc")).toEqual({ id: "abc" });
  expect(match("/t/:id/replay", "/t/a%20b/replay")).toEqual({ id: "a b" });
  expect(match("/t/:id", "/t/abc/replay")).toBeNull();
  expect(match("/t/:id", "/t/%E0%A4%A")).toBeNull();
});

test("a route shows its page at its address only", () => {
  const at = (path: string) => ({ path, query: new URLSearchParams("of=b"), hash: "" });
  const show = route("/t/:id/:seat", ({ id, seat }, { query }) =>
    h(Fragment, null, `${id} ${seat} ${query.get("of")}`),
  );
  expect(show(at("/t/abc/2"))?.props).toEqual({ children: "abc 2 b" });
  expect(show(at("/t/abc"))).toBeNull();
});
