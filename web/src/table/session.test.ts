import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { prefer } from "../app/settings.ts";
import { toast } from "../app/toasts.tsx";
import type { TableView } from "../wire.ts";
import { Session } from "./session.ts";

vi.mock("../app/toasts.tsx", () => ({ toast: vi.fn() }));

/** A socket that the test plays the server for. */
class FakeSocket {
  static readonly OPEN = 1;
  static readonly CLOSED = 3;
  static all: FakeSocket[] = [];
  readyState = 0;
  sent: string[] = [];
  /** Whether it gives no sign of life. */
  silent = false;
  onopen = () => {};
  onclose = () => {};
  onmessage = (_: { data: string }) => {};
  constructor(readonly address: string) {
    FakeSocket.all.push(this);
  }
  send(text: string) {
    this.sent.push(text);
    if (!this.silent && text.includes('"ping"')) this.news({ id: "ping", type: "pong" });
  }
  open() {
    this.readyState = FakeSocket.OPEN;
    this.onopen();
  }
  close() {
    this.readyState = FakeSocket.CLOSED;
    this.onclose();
  }
  news(message: unknown) {
    this.onmessage({ data: JSON.stringify(message) });
  }
  tell(part: Partial<TableView>) {
    const picture = { pieces: [], marks: [], stats: [] };
    const whose = { yours: [0], viewer: 0, pass_to: null };
    const table = { ply: 0, log: [], chat: [], picture, rights: {}, ...whose, ...part };
    this.onmessage({ data: JSON.stringify({ type: "table", table }) });
  }
}

const socket = () => FakeSocket.all.at(-1) as FakeSocket;
const layout = { width: 1, height: 1, regions: [], lines: [], seats: [], sites: [] };
/** What the page sent last over any of its sockets, but for pings. */
const lastSent = (): { id: string; type: string } => {
  const texts = FakeSocket.all.flatMap(({ sent }) => sent);
  return JSON.parse(texts.filter((text) => !text.includes('"ping"')).at(-1) ?? "{}");
};
const last = (by: number | null) => ({ by, action: "x", words: "x", clicks: [] });

beforeEach(() => {
  vi.useFakeTimers();
  FakeSocket.all = [];
  vi.stubGlobal("WebSocket", FakeSocket);
  vi.stubGlobal("location", { protocol: "http:", host: "table.test" });
  vi.stubGlobal("document", Object.assign(new EventTarget(), { hidden: false }));
  vi.stubGlobal("addEventListener", () => {});
  vi.stubGlobal("removeEventListener", () => {});
  vi.stubGlobal("matchMedia", () => ({ matches: false }));
  vi.stubGlobal("fetch", () => Promise.reject(new Error("down")));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.mocked(toast).mockClear();
});

function seated(): Session {
  const session = new Session("abc");
  socket().open();
  socket().tell({ layout });
  return session;
}

test("a throw is seen before the move that follows it", () => {
  const session = seated();
  socket().tell({ ply: 1, last: last(null) });
  socket().tell({ ply: 2, last: last(1) });
  expect(session.state.get().latest?.ply).toBe(2);
  expect(session.state.get().shown?.ply).toBe(1);
  vi.advanceTimersByTime(2000);
  expect(session.state.get().shown?.ply).toBe(2);
  session.close();
});

const plies = (session: Session, after: number[]) =>
  after.map((wait) => {
    vi.advanceTimersByTime(wait);
    return session.state.get().shown?.ply;
  });

const moment = { pieces: [], marks: [], stats: [] };

const handEnd = { ...last(0), card: { points: [], ends: "hand" } };

test("a move in steps is shown one step after another", () => {
  const session = seated();
  const seeds = (site: number, count: number) =>
    ({ site, kind: "seed", owner: null, face: "", count, heap: true, name: "seeds" }) as never;
  const board = (...counts: number[]) =>
    ({ pieces: counts.map((count, site) => seeds(site, count)), marks: [], stats: [] }) as never;
  socket().tell({ ply: 1, last: last(0), picture: board(2, 0, 0) });
  vi.advanceTimersByTime(2000);
  const steps = [1, 2].map((to) => ({ type: "go" as const, from: 0, to }));
  socket().tell({ ply: 2, last: { ...last(1), steps }, picture: board(0, 1, 1) });
  const counts = () => session.state.get().shown?.picture.pieces.map((piece) => piece.count);
  expect(counts()).toEqual([1, 1, 0]);
  vi.advanceTimersByTime(300);
  expect(counts()).toEqual([0, 1, 1]);
  expect(session.state.get().shown?.ply).toBe(2);
  session.close();
});

test("the end of a hand stays until it was seen", () => {
  const session = seated();
  socket().tell({ ply: 1, last: last(0) });
  socket().tell({ ply: 2, last: handEnd, moment });
  socket().tell({ ply: 3, last: last(null) });
  expect(plies(session, [0, 700, 60_000])).toEqual([1, 2, 2]);
  expect(session.state.get().moment).toBe(true);
  session.goOn();
  expect(session.state.get()).toMatchObject({ moment: false, missed: null, shown: { ply: 3 } });
  session.close();
});

test("any other board that the next position no longer shows stays for a while", () => {
  const session = seated();
  socket().tell({ ply: 1, last: last(null), moment });
  socket().tell({ ply: 2, last: last(null) });
  expect(plies(session, [2500, 200])).toEqual([1, 2]);
  expect(session.state.get()).toMatchObject({ moment: false, missed: null });
  session.close();
});

test("the end of a hand gives way some time after another person has gone on", () => {
  const session = seated();
  const seats = [0, 1].map(() => ({ sitter: { type: "person" } })) as TableView["seats"];
  socket().tell({ ply: 1, last: handEnd, moment, seats });
  expect(plies(session, [60_000])).toEqual([1]);
  socket().tell({ ply: 2, last: last(1), seats });
  expect(plies(session, [5000, 4000])).toEqual([1, 2]);
  session.close();
});

test("a click skips to the table as it is now", () => {
  const session = seated();
  for (let ply = 1; ply <= 5; ply++) socket().tell({ ply, last: last(1) });
  expect(session.state.get().shown?.ply).toBe(1);
  session.skip();
  expect(session.state.get()).toMatchObject({ shown: { ply: 5 }, missed: { after: 1, before: 5 } });
  session.close();
});

test("what happened while the page was hidden is shown when somebody looks again", () => {
  const session = seated();
  Object.assign(document, { hidden: true });
  socket().tell({ ply: 1, last: last(null) });
  socket().tell({ ply: 2, last: last(1) });
  vi.advanceTimersByTime(60_000);
  expect(session.state.get()).toMatchObject({ shown: { ply: 0 }, latest: { ply: 2 } });
  Object.assign(document, { hidden: false });
  document.dispatchEvent(new Event("visibilitychange"));
  expect(plies(session, [0, 1200])).toEqual([1, 2]);
  expect(session.state.get().missed).toBe(null);
  session.close();
});

test("a long series of actions is summed up until somebody goes on", () => {
  const session = seated();
  Object.assign(document, { hidden: true });
  for (let ply = 1; ply <= 40; ply++) socket().tell({ ply, last: last(ply % 2) });
  Object.assign(document, { hidden: false });
  document.dispatchEvent(new Event("visibilitychange"));
  vi.advanceTimersByTime(10_000);
  const { shown, missed } = session.state.get();
  expect(shown?.ply).toBe(40);
  expect(missed).toMatchObject({ after: 0 });
  expect(missed?.before).toBeGreaterThan(30);
  session.act("x");
  expect(session.state.get().missed).toBe(null);
  session.close();
});

test("actions that came in one message are summed up", () => {
  const session = seated();
  socket().tell({ ply: 3, last: last(0) });
  expect(session.state.get().missed).toEqual({ after: 0, before: 3 });
  // What was taken back is not.
  socket().tell({ ply: 2, rewinds: 1, last: last(0) });
  vi.advanceTimersByTime(2000);
  expect(session.state.get().missed).toBe(null);
  session.close();
});

test("a cover comes at once, whatever is waiting to be shown", () => {
  const session = seated();
  socket().tell({ ply: 1, last: last(0) });
  socket().tell({ ply: 2, last: last(0), viewer: null, pass_to: 1 });
  expect(session.state.get().shown).toMatchObject({ ply: 2, pass_to: 1, log: [] });
  session.close();
});

test("a cover ends the moment that was on the screen and takes the last answer away", () => {
  const session = seated();
  socket().tell({ ply: 1, last: last(0), moment });
  expect(session.state.get().moment).toBe(true);
  const guide = {
    id: "x",
    type: "guide",
    ply: 1,
    picked: [],
    site: 3,
    words: "Not there.",
    rule: null,
  };
  socket().onmessage({ data: JSON.stringify(guide) });
  expect(session.state.get().whyNot).toMatchObject({ words: "Not there." });
  socket().tell({ ply: 1, last: last(0), moment, viewer: null, pass_to: 1 });
  expect(session.state.get()).toMatchObject({ moment: false, whyNot: null });
  socket().tell({ ply: 1, last: last(0), moment, viewer: 1 });
  expect(session.state.get()).toMatchObject({ moment: false, shown: { viewer: 1 } });
  session.close();
});

test("a lost line is taken up again, ever more patiently", () => {
  const session = seated();
  socket().close();
  expect(session.state.get().line).toBe("lost");
  vi.advanceTimersByTime(600);
  expect(FakeSocket.all).toHaveLength(2);
  socket().close();
  vi.advanceTimersByTime(500);
  expect(FakeSocket.all).toHaveLength(2);
  vi.advanceTimersByTime(600);
  expect(FakeSocket.all).toHaveLength(3);
  socket().open();
  socket().tell({ layout, ply: 7 });
  expect(session.state.get()).toMatchObject({ line: "open", shown: { ply: 7 } });
  session.close();
  vi.advanceTimersByTime(60_000);
  expect(FakeSocket.all).toHaveLength(3);
});

test("a server that falls silent is missed within eight seconds", () => {
  const session = seated();
  vi.advanceTimersByTime(60_000);
  expect(session.state.get().line).toBe("open");
  socket().silent = true;
  vi.advanceTimersByTime(8000);
  expect(session.state.get().line).toBe("lost");
  session.close();
});

test("a move names the position that it was chosen on", () => {
  const session = seated();
  socket().tell({ ply: 4, last: last(1) });
  session.act("e2e4");
  const id = expect.stringMatching(/^[0-9a-z]{10,36}\.1$/);
  expect(lastSent()).toEqual({ id, type: "act", action: "e2e4", ply: 4 });
  expect(session.state.get().sent).toBe("e2e4");
  session.close();
});

test("a line of talk leaves a half-made move alone, and one that is on its way", () => {
  const session = seated();
  const choices = [{ action: "a", clicks: [1, 2], free: 0, caption: "a" }];
  socket().tell({ ply: 4, rewinds: 0, choices, seats: [] });
  const before = session.state.get().shown;
  session.act("a");
  const line = { sequence: 9, name: "Ada", seat: 0, speaker: "s", text: "hi" };
  socket().news({ type: "chat", lines: [line] });
  socket().news({ type: "spectators", spectators: 3 });
  const { shown, sent } = session.state.get();
  expect(shown?.chat).toEqual([line]);
  expect(shown?.choices).toBe(before?.choices);
  expect(sent).toBe("a");
  const log = [{ by: 0, action: "a", words: "a", clicks: [] }];
  socket().news({ type: "board", after: 4, log, mover: 1 });
  expect(session.state.get()).toMatchObject({ sent: null, latest: { ply: 5, choices: [] } });
  session.close();
});

test("clocks count from the message that set them, not from the last one", () => {
  const session = seated();
  socket().tell({ ply: 1, seats: [] });
  const { received } = session.state.get();
  vi.advanceTimersByTime(5000);
  socket().news({ type: "spectators", spectators: 1 });
  expect(session.state.get().received).toBe(received);
  socket().news({ type: "clocks", left: [], running: 0 });
  expect(session.state.get().received).toBe(received + 5000);
  session.close();
});

const answers = (status: number) => () => {
  const body = JSON.stringify({ code: "x", message: `answer ${status}` });
  return Promise.resolve(new Response(body, { status }));
};

test("a table is given up when it is not there, and not for an error that may pass", async () => {
  const session = seated();
  for (const status of [408, 409, 429, 503]) {
    vi.stubGlobal("fetch", answers(status));
    socket().close();
    await vi.advanceTimersByTimeAsync(1000);
    expect(session.state.get().line, `${status}`).toBe("lost");
    socket().open();
  }
  vi.stubGlobal("fetch", answers(404));
  socket().close();
  await vi.advanceTimersByTimeAsync(1000);
  expect(session.state.get()).toMatchObject({ line: "refused", reason: "answer 404" });
  session.close();
});

test("a table that goes while the line is down is asked for again before long", async () => {
  const session = seated();
  socket().close();
  vi.stubGlobal("fetch", answers(404));
  for (let tries = 0; tries < 5; tries++) {
    await vi.advanceTimersByTimeAsync(12_500);
    if (session.state.get().line === "lost") socket().close();
  }
  await vi.advanceTimersByTimeAsync(1000);
  expect(session.state.get().line).toBe("refused");
  session.close();
});

test("a hint has its captions read and keeps its values", () => {
  const session = seated();
  const move = { action: "9", caption: ["Shut lid {number}", 9], value: 0.5, certainty: "exact" };
  const fact = { kind: "points", sites: [8], words: ["Shuts {number} points.", 9] };
  socket().news({ id: "x", type: "hint", ply: 0, moves: [move], why: [fact], reply: null });
  const moves = [{ ...move, caption: "Shut lid 9" }];
  const why = [{ ...fact, words: "Shuts 9 points." }];
  expect(session.state.get().hint).toEqual({ ply: 0, moves, why, reply: null, step: 1 });
  session.close();
});

const sentTypes = () =>
  socket()
    .sent.map((text) => JSON.parse(text) as { type: string })
    .filter(({ type }) => type !== "ping")
    .map(({ type }) => type);

const choice = (action: string) => ({ action, clicks: [], free: 0, caption: action });

/** A table with a coach, where a move has just been chosen. */
function coached(): Session {
  prefer("coach", true);
  const session = seated();
  const rights = { hint: true } as TableView["rights"];
  socket().tell({ ply: 3, rights, layout, choices: [choice("8"), choice("1+7")] });
  vi.advanceTimersByTime(2000);
  session.act("1+7");
  expect(sentTypes()).toEqual(["judge"]);
  return session;
}

const judged = (verdict: string, id = lastSent().id) => ({
  id,
  type: "verdict",
  ply: 3,
  action: "1+7",
  verdict,
  lost: 0.12,
  against: [{ kind: "playable", sites: [], words: ["Leaves {number} playable.", 20] }],
  reply: null,
  best: { action: "8", caption: ["Shut lid {number}", 8], value: 0.6, certainty: "exact" },
  why: [],
});

test("with a coach a good move is made as soon as it is judged", () => {
  const session = coached();
  socket().news(judged("fine"));
  expect(sentTypes()).toEqual(["judge", "act"]);
  expect(session.state.get()).toMatchObject({ coach: null, sent: "1+7", judged: 1 });
  prefer("coach", false);
  session.close();
});

test("a move that gives much away waits until it is taken back or played anyway", () => {
  const session = coached();
  socket().news(judged("gives-away"));
  expect(sentTypes()).toEqual(["judge"]);
  const { coach, sent } = session.state.get();
  expect(coach?.against[0]?.words).toBe("Leaves 20 playable.");
  expect(coach?.best?.caption).toBe("Shut lid 8");
  expect(sent).toBe(null);
  session.playAnyway();
  expect(sentTypes()).toEqual(["judge", "act"]);
  expect(session.state.get().costliest).toMatchObject({ better: "Shut lid 8", lost: 0.12 });
  prefer("coach", false);
  session.close();
});

/** The refusal of the message that was sent last. */
const refusal = (code: string, message: string) => ({
  id: lastSent().id,
  type: "error",
  code,
  message,
});

test("a coach that is busy or silent keeps nobody from moving", () => {
  const busy = coached();
  socket().news(refusal("busy", "The computer is busy."));
  expect(sentTypes()).toEqual(["judge", "act"]);
  expect(toast).not.toHaveBeenCalled();
  busy.close();
  const silent = coached();
  const late = judged("gives-away");
  vi.advanceTimersByTime(4600);
  expect(sentTypes()).toEqual(["judge", "act"]);
  socket().news(late);
  expect(silent.state.get().coach).toBe(null);
  prefer("coach", false);
  silent.close();
});

test("an error that is not of the coach is shown, and the move waits for its verdict", () => {
  const session = coached();
  const verdict = judged("gives-away");
  session.send({ type: "chat", text: "x".repeat(501) });
  const message = "That is longer than 500 characters.";
  socket().news(refusal("too-long", message));
  socket().news({ type: "error", code: "bad-message", message: "What?" });
  expect(vi.mocked(toast).mock.calls).toEqual([
    [message, "error"],
    ["What?", "error"],
  ]);
  expect(sentTypes()).toEqual(["judge", "chat"]);
  expect(session.state.get().sent).toBe("1+7");
  socket().news(verdict);
  expect(sentTypes()).toEqual(["judge", "chat"]);
  expect(session.state.get().coach).toMatchObject({ action: "1+7" });
  prefer("coach", false);
  session.close();
});

test("a coach that is asked too often says so, and keeps nobody from moving", () => {
  const session = coached();
  const message = "That was too much at once. Try again in 5 s.";
  socket().news(refusal("too-fast", message));
  expect(toast).toHaveBeenCalledExactlyOnceWith(message, "error");
  expect(sentTypes()).toEqual(["judge", "act"]);
  prefer("coach", false);
  session.close();
});

/** The line breaks, and is there again with the table as it was, or as it is now. */
function reconnect(table: Partial<TableView>) {
  socket().close();
  vi.advanceTimersByTime(600);
  socket().open();
  socket().tell({ layout, ...table });
}

test("a move whose line broke is sent again with the same id, and no other takes its place", () => {
  const session = seated();
  socket().tell({ ply: 4, last: last(1), layout });
  session.act("e2e4");
  const before = lastSent();
  reconnect({ ply: 4 });
  expect(FakeSocket.all).toHaveLength(2);
  expect(sentTypes()).toEqual(["act"]);
  expect(lastSent()).toEqual(before);
  expect(session.state.get().sent).toBe("e2e4");
  socket().news({ id: before.id, type: "done" });
  reconnect({ ply: 5, last: last(0) });
  expect(sentTypes()).toEqual([]);
  expect(session.state.get()).toMatchObject({ sent: null, latest: { ply: 5 } });
  expect(toast).not.toHaveBeenCalled();
  session.close();
});

test("a move that waits for the coach is judged after the line broke, and not made before", () => {
  const session = coached();
  const before = lastSent();
  socket().silent = true;
  vi.advanceTimersByTime(30_000);
  expect(lastSent()).toEqual(before);
  socket().open();
  const rights = { hint: true } as TableView["rights"];
  socket().tell({ ply: 3, rights, layout, choices: [choice("8"), choice("1+7")] });
  expect(sentTypes()).toEqual(["judge"]);
  expect(lastSent()).toEqual(before);
  socket().news(judged("fine"));
  expect(sentTypes()).toEqual(["judge", "act"]);
  prefer("coach", false);
  session.close();
});

test("what cannot be sent again safely is given up after a long time, in words", () => {
  const session = seated();
  session.send({ type: "take-back" });
  session.send({ type: "look", seat: 0 });
  socket().close();
  vi.advanceTimersByTime(6 * 60_000);
  socket().open();
  expect(sentTypes()).toEqual([]);
  expect(toast).toHaveBeenCalledOnce();
  session.close();
});

test("a page that missed a board asks for the whole table, once", () => {
  const session = seated();
  socket().tell({ ply: 4, last: last(1), layout });
  const log = [{ by: 0, action: "a", words: "a", clicks: [] }];
  for (const after of [5, 6]) socket().news({ type: "board", after, log });
  expect(sentTypes()).toEqual(["table"]);
  expect(session.state.get().latest?.ply).toBe(4);
  const { id } = lastSent();
  socket().tell({ ply: 7, last: last(1), layout });
  socket().news({ id, type: "done" });
  socket().news({ type: "board", after: 7, log });
  expect(session.state.get().latest?.ply).toBe(8);
  expect(sentTypes()).toEqual(["table"]);
  session.close();
});
