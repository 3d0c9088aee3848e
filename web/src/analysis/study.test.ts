import { afterEach, expect, test, vi } from "vitest";
import type { StoredStudy } from "../wire.ts";
import { Study } from "./study.ts";
import { empty, noted, ROOT } from "./tree.ts";

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

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

test("a study's line that falls silent is noticed and opened again", () => {
  vi.useFakeTimers();
  const sockets: { sent: string[] }[] = [];
  class SilentSocket {
    static readonly OPEN = 1;
    readyState = 1;
    sent: string[] = [];
    onopen = () => {};
    constructor() {
      sockets.push(this);
      setTimeout(() => this.onopen(), 10);
    }
    send(text: string) {
      this.sent.push(text);
    }
    close() {}
  }
  vi.stubGlobal("WebSocket", SilentSocket);
  vi.stubGlobal("location", { protocol: "http:", host: "table.test", pathname: "/" });
  vi.stubGlobal("document", Object.assign(new EventTarget(), { hidden: false }));
  vi.stubGlobal("addEventListener", () => {});
  vi.stubGlobal("removeEventListener", () => {});
  vi.stubGlobal("fetch", () => Promise.reject(new Error("down")));
  const stored = { id: "s", version: 1 } as StoredStudy;
  const study = new Study(empty("outwit"), ROOT, stored);
  vi.advanceTimersByTime(9000);
  expect(sockets[0]?.sent).toEqual(['{"id":"ping","type":"ping"}']);
  expect(sockets).toHaveLength(2);
  study.leave();
  vi.advanceTimersByTime(60_000);
  expect(sockets).toHaveLength(2);
});
