import { afterEach, expect, test, vi } from "vitest";
import { Study } from "./study.ts";
import { empty, noted, ROOT } from "./tree.ts";

afterEach(() => vi.unstubAllGlobals());

test("where storage is off, a tree that is too long for the address is still shown at one", () => {
  const off = () => {
    throw new Error("storage is off");
  };
  const replaceState = vi.fn();
  vi.stubGlobal("localStorage", { getItem: off, setItem: off });
  vi.stubGlobal("location", { pathname: "/analyse/outwit", origin: "http://table.test" });
  vi.stubGlobal("history", { replaceState });
  vi.stubGlobal("fetch", () => Promise.reject(new Error("down")));
  const tree = noted(empty("outwit"), ROOT, { comment: "x".repeat(3000) });
  new Study(tree, ROOT).flush();
  expect(replaceState).toHaveBeenCalledWith(null, "", "/analyse/outwit?kept=1#0");
});
