// The line breaks at every message of a game with a coach, in both directions: no move is lost, made twice, or
// made without being judged.
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { prefer } from "../app/settings.ts";
import { toast } from "../app/toasts.tsx";
import { Session } from "./session.ts";

vi.mock("../app/toasts.tsx", () => ({ toast: vi.fn() }));

/** How a line breaks. */
type Fault = "closes" | "falls silent";
/** Whether the message at which it does still comes through. */
type Last = "lost" | "heard";

interface Message {
  type: string;
  id?: string;
  verdict?: string;
  code?: string;
  message?: string;
  after?: number;
  log?: object[];
  choices?: object[];
  table?: object;
  ply?: number;
  action?: string;
}

const MOVES = 4;
const choices = ["x", "y"];

/** A server of one table: the player makes every other action, a computer answers. */
class Table {
  readonly log: string[] = [];
  /** The verdicts that the page heard, and the moves that it sent without one. */
  readonly verdicts = new Set<string>();
  readonly unjudged: string[] = [];
  private readonly done = new Set<string>();
  /** Messages in both directions, but for pings. */
  messages = 0;

  /** Breaks the line at this message. */
  constructor(
    private readonly at: number,
    private readonly fault: Fault,
    private readonly last: Last,
  ) {}

  get isOver(): boolean {
    return this.log.length >= 2 * MOVES;
  }

  whole(): Message {
    const own = !this.isOver;
    return {
      type: "table",
      table: {
        ply: this.log.length,
        rewinds: 0,
        status: own ? "playing" : "over",
        layout: { width: 1, height: 1, regions: [], lines: [], seats: [], sites: [] },
        picture: { pieces: [], marks: [], stats: [] },
        choices: own
          ? choices.map((action) => ({ action, clicks: [], free: 0, caption: action }))
          : [],
        rights: { hint: own },
        log: [],
        chat: [],
        seats: [],
        yours: [0],
        viewer: 0,
        pass_to: null,
      },
    };
  }

  private act(action: string): Message {
    const after = this.log.length;
    this.log.push(action, "answer");
    const line = (action: string, by: number) => ({ by, action, words: action, clicks: [] });
    return {
      type: "board",
      after,
      log: [line(action, 0), line("answer", 1)],
      choices: this.isOver
        ? []
        : choices.map((action) => ({ label: action, action, free: 0, clicks: [] })),
    };
  }

  /** The answers to a message. */
  answer(text: string): Message[] {
    const { id, type, action, ply } = JSON.parse(text);
    if (type === "judge") {
      const plain = { lost: 0, against: [], reply: null, best: null, why: [] };
      return [{ id, type: "verdict", ply, action, verdict: "fine", ...plain }];
    }
    if (this.done.has(text)) return [{ id, type: "done" }];
    if (type !== "act") throw new Error(`the page sends ${text}`);
    if (ply !== this.log.length) return [{ id, type: "error", code: "stale", message: "late" }];
    this.done.add(text);
    return [this.act(action), { id, type: "done" }];
  }

  /** Counts a message over a line; whether it comes through. */
  passes(line: Line): boolean {
    if (line.broken) return false;
    if (this.messages++ !== this.at) return true;
    line.broken = true;
    if (this.fault === "closes") setTimeout(() => line.close(), 0);
    return this.last === "heard";
  }
}

let table: Table;
let lines: Line[] = [];

/** A page's end of a line. */
class Line {
  static readonly OPEN = 1;
  readyState = 0;
  broken = false;
  onopen = () => {};
  onclose = () => {};
  onmessage = (_: { data: string }) => {};
  constructor() {
    lines.push(this);
    setTimeout(() => {
      this.readyState = Line.OPEN;
      this.onopen();
      this.tell([table.whole()]);
    }, 10);
  }
  send(text: string) {
    const { type, ply, action } = JSON.parse(text);
    const move = `${ply} ${action}`;
    if (type === "act" && !table.verdicts.has(move)) table.unjudged.push(move);
    if (type === "ping") {
      if (!this.broken) this.onmessage({ data: '{"id":"ping","type":"pong"}' });
    } else if (table.passes(this)) {
      setTimeout(() => this.tell(table.answer(text)), 10);
    }
  }
  tell(messages: Message[]) {
    for (const message of messages) {
      if (!table.passes(this)) continue;
      if (message.type === "verdict") table.verdicts.add(`${message.ply} ${message.action}`);
      this.onmessage({ data: JSON.stringify(message) });
    }
  }
  close() {
    if (this.readyState === 3) return;
    this.readyState = 3;
    this.onclose();
  }
}

beforeEach(() => {
  vi.useFakeTimers();
  lines = [];
  vi.stubGlobal("WebSocket", Line);
  vi.stubGlobal("location", { protocol: "http:", host: "table.test" });
  vi.stubGlobal("document", Object.assign(new EventTarget(), { hidden: false }));
  vi.stubGlobal("addEventListener", () => {});
  vi.stubGlobal("removeEventListener", () => {});
  vi.stubGlobal("matchMedia", () => ({ matches: true }));
  vi.stubGlobal("fetch", () => Promise.reject(new Error("down")));
  prefer("coach", true);
  prefer("pace", "quick");
});
afterEach(() => {
  prefer("coach", false);
  prefer("pace", "calm");
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.mocked(toast).mockClear();
});

/** Plays with one click at each position; the number of messages that it took. */
function play(at: number, fault: Fault, last: Last): number {
  table = new Table(at, fault, last);
  const session = new Session("abc");
  const clicked: string[] = [];
  for (let time = 0; time < 120_000 && !table.isOver; time += 50) {
    vi.advanceTimersByTime(50);
    const { shown, line } = session.state.get();
    const ply = shown?.ply ?? 0;
    if (line !== "open" || !shown?.choices.length || clicked[ply / 2] !== undefined) continue;
    const action = choices[(ply / 2) % 2] ?? "";
    clicked[ply / 2] = action;
    session.act(action);
  }
  vi.advanceTimersByTime(20_000);
  const where = `at message ${at} the line ${fault}, the message is ${last}`;
  const made = table.log.filter((_, ply) => ply % 2 === 0);
  expect(made, where).toEqual(clicked);
  expect(made, where).toHaveLength(MOVES);
  expect(table.unjudged, where).toEqual([]);
  expect(session.state.get(), where).toMatchObject({ sent: null, latest: { ply: 2 * MOVES } });
  expect(toast, where).not.toHaveBeenCalled();
  session.close();
  return table.messages;
}

test.each([
  ["closes", "lost"],
  ["closes", "heard"],
  ["falls silent", "lost"],
  ["falls silent", "heard"],
] as const)("a line that %s at any message, which is %s, costs no move", (fault, last) => {
  const messages = play(-1, fault, last);
  expect(messages).toBe(1 + MOVES * 5);
  for (let at = 0; at < messages; at++) play(at, fault, last);
});
