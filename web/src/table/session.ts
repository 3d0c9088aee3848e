// One table: its socket, what is known, and what is shown. Changes are shown one after another,
// so that a throw is seen before the move that follows it.
import { ApiError, api, socketAddress } from "../app/api.ts";
import { settings, still } from "../app/settings.ts";
import { Store } from "../app/store.ts";
import { toast } from "../app/toasts.tsx";
import type { ClientMessage, HintMove, ServerMessage } from "../wire.ts";
import { merge, type News, type WholeView } from "./merge.ts";

export type Line = "connecting" | "open" | "lost" | "refused";

export interface TableState {
  line: Line;
  /** Why the table cannot be shown, when `line` is `refused`. */
  reason: string;
  /** The newest view. */
  latest: WholeView | null;
  /** The view on the screen; the newest once all before it were seen. */
  shown: WholeView | null;
  /** When the clocks in `latest` were told, by this device's clock. */
  received: number;
  hint: { ply: number; moves: HintMove[] } | null;
  /** A move that was sent and has not come back. */
  sent: string | null;
  /** What was answered to the last question: what to do, or why not. */
  answer: Answer | null;
  /** Whether the table is shown as it was at the last action, before what follows from it. */
  moment: boolean;
  /** Between these two actions lie those that were never on the screen by themselves. */
  missed: { after: number; before: number } | null;
}

/** An answer of the table. */
export type Answer = Extract<ServerMessage, { type: "guide" }>;

const START: TableState = {
  line: "connecting",
  reason: "",
  latest: null,
  shown: null,
  received: 0,
  hint: null,
  sent: null,
  answer: null,
  moment: false,
  missed: null,
};

/** So long a moment that the next position no longer shows stays on the screen. */
const MOMENT = 2600;

/** So many views that wait are shown one after another; of more, all but the last are told. */
const PATIENCE = 6;

/** How long a view stays on the screen before the next, in milliseconds. */
export function dwell(view: WholeView, before: WholeView | null, calm: boolean): number {
  if (!before || view.ply <= before.ply) return 0;
  const chance = view.last?.by === null;
  return calm ? (chance ? 700 : 350) : chance ? 1150 : 620;
}

/** Whoever goes on has read what was told before. */
const SENT = { hint: null, missed: null };

export class Session {
  readonly state = new Store<TableState>(START);
  private socket: WebSocket | null = null;
  private queue: WholeView[] = [];
  private pacing = 0;
  private retry = 0;
  private attempts = 0;
  private beat = 0;
  private heard = 0;
  private closed = false;

  constructor(readonly id: string) {
    this.connect();
    addEventListener("online", this.hurry);
    document.addEventListener("visibilitychange", this.hurry);
  }

  close() {
    this.closed = true;
    removeEventListener("online", this.hurry);
    document.removeEventListener("visibilitychange", this.hurry);
    clearTimeout(this.retry);
    clearTimeout(this.pacing);
    clearInterval(this.beat);
    this.socket?.close();
  }

  send(message: ClientMessage) {
    if (this.socket?.readyState !== WebSocket.OPEN) {
      toast("Not connected just now. Try again in a moment.", "error");
      return;
    }
    this.socket.send(JSON.stringify(message));
  }

  /** Makes a move that was chosen on the view on the screen. */
  act(action: string) {
    const view = this.state.get().shown;
    if (!view) return;
    if (this.socket?.readyState === WebSocket.OPEN) this.set({ ...SENT, sent: action });
    this.send({ type: "act", action, ply: view.ply, rewinds: view.rewinds });
  }

  /** Throws for the viewer's seat. */
  throw() {
    const view = this.state.get().shown;
    if (!view) return;
    if (this.socket?.readyState === WebSocket.OPEN) this.set({ ...SENT, sent: "throw" });
    this.send({ type: "throw", ply: view.ply });
  }

  /** Asks what to do with these sites picked; with a site, why it cannot be picked. */
  inquire(picked: readonly number[], site: number | null) {
    const view = this.state.get().latest;
    if (!view || this.socket?.readyState !== WebSocket.OPEN) return;
    this.send({ type: "ask", ply: view.ply, picked: [...picked], site });
  }

  dropAnswer() {
    if (this.state.get().answer) this.set({ answer: null });
  }

  dropHint() {
    this.set({ hint: null });
  }

  dropMissed() {
    this.set({ missed: null });
  }

  private set(part: Partial<TableState>) {
    this.state.update((old) => ({ ...old, ...part }));
  }

  private connect() {
    if (this.closed) return;
    clearTimeout(this.retry);
    const socket = new WebSocket(socketAddress(this.id));
    this.socket = socket;
    socket.onopen = () => {
      this.attempts = 0;
      this.heard = Date.now();
      this.set({ line: "open" });
      clearInterval(this.beat);
      this.beat = setInterval(() => this.listen(socket), 15_000) as unknown as number;
    };
    socket.onmessage = (event) => {
      this.heard = Date.now();
      this.receive(JSON.parse(String(event.data)) as ServerMessage);
    };
    socket.onclose = () => {
      if (this.socket !== socket || this.closed) return;
      clearInterval(this.beat);
      this.set({ line: this.state.get().latest ? "lost" : "connecting", sent: null });
      // Now and then: a table can be cleared while the line is down.
      if (this.attempts % 5 === 0) void this.ask(socket);
      const wait = Math.min(10_000, 400 * 2 ** this.attempts++) * (0.75 + Math.random() / 2);
      this.retry = setTimeout(() => this.connect(), wait) as unknown as number;
    };
  }

  /** A socket cannot tell why it was refused, so ask the table itself. What may pass is tried again. */
  private async ask(lost: WebSocket) {
    try {
      await api.table(this.id);
    } catch (error) {
      if (error instanceof ApiError && [403, 404, 410].includes(error.status)) {
        // Another socket may have come through meanwhile.
        if (this.socket !== lost && this.socket?.readyState === WebSocket.OPEN) return;
        clearTimeout(this.retry);
        this.closed = true;
        this.set({ line: "refused", reason: error.message });
      }
    }
  }

  private listen(socket: WebSocket) {
    if (Date.now() - this.heard > 40_000) socket.close();
    else socket.send(JSON.stringify({ type: "ping" } satisfies ClientMessage));
  }

  /** Back from sleep or from a dead network: do not wait out the pause. */
  private hurry = () => {
    if (document.hidden) return;
    if (this.socket?.readyState === WebSocket.CLOSED) {
      this.attempts = 0;
      this.connect();
    }
    this.pump();
  };

  private receive(message: ServerMessage) {
    switch (message.type) {
      case "hint":
        if (message.ply === this.state.get().latest?.ply) {
          this.set({ hint: { ply: message.ply, moves: message.moves } });
        }
        break;
      case "guide":
        if (message.ply === this.state.get().latest?.ply) this.set({ answer: message });
        break;
      case "error":
        this.set({ sent: null });
        // A question that came too late needs no answer.
        if (message.code === "stale") break;
        toast(message.message, "error");
        break;
      case "pong":
        break;
      default:
        this.take(message);
    }
  }

  private take(news: News) {
    const { latest, hint, sent, received } = this.state.get();
    const view = merge(latest, news);
    if (!view) return;
    // A hint is for the position that it was asked in, while that is still to be played.
    const keepHint = hint?.ply === view.ply && view.rights.hint ? hint : null;
    // A move that was sent is on its way until the table has moved on.
    const stays = latest?.ply === view.ply && news.type !== "table";
    const clocks = news.type === "table" || news.type === "clocks" || news.type === "seats";
    const board = news.type === "table" || news.type === "board";
    // News that leaves the board as it is leaves a half-made move on it alone; it is shown at
    // once, or with the last of what is still to be shown.
    const aside = !board && this.queue.length === 0;
    this.set({
      latest: view,
      received: clocks ? Date.now() : received,
      hint: keepHint,
      sent: stays ? sent : null,
      ...(aside ? { shown: view } : {}),
    });
    if (!board) {
      if (!aside) this.queue[this.queue.length - 1] = view;
      return;
    }
    // Covered: what the last eyes saw must not linger on the screen.
    const covers = view.viewer === null && (view.pass_to !== null || latest?.viewer !== null);
    const covered = latest?.viewer === null && latest.pass_to !== null;
    if (latest && (covers || covered)) {
      clearTimeout(this.pacing);
      this.pacing = 0;
      this.queue = [];
      this.set({ shown: view, answer: null, moment: false, missed: null });
      return;
    }
    this.queue.push(view);
    this.pump();
  }

  /** Shows what waits, one after another; while nobody looks it goes on waiting. */
  private pump() {
    const quick = settings.get().pace === "quick";
    const away = document.hidden && this.state.get().shown !== null;
    // Too much to sit through, and in a quick game nobody would see it: it is told in words.
    if (this.queue.length > (away && quick ? 1 : PATIENCE))
      this.queue.splice(0, this.queue.length - 1);
    if (away || this.pacing) return;
    for (let next = this.queue.shift(); next; next = this.queue.shift()) {
      const before = this.state.get().shown;
      const lingers = Boolean(next.moment) && before !== null && next.ply > before.ply && !quick;
      const missed = this.missedBy(before, next);
      this.set({ shown: next, answer: null, moment: lingers, missed });
      const wait = quick ? 0 : lingers ? MOMENT : dwell(next, before, still());
      if (wait > 0) {
        this.pacing = setTimeout(() => {
          this.pacing = 0;
          this.set({ moment: false });
          this.pump();
        }, wait) as unknown as number;
        return;
      }
    }
  }

  /** What nobody has seen when one view follows another. */
  private missedBy(before: WholeView | null, next: WholeView): TableState["missed"] {
    const { missed } = this.state.get();
    // What was taken back did not happen.
    if (!before || before.rewinds !== next.rewinds) return null;
    if (next.ply <= before.ply + 1) return missed;
    return { after: missed?.after ?? before.ply, before: next.ply };
  }
}
