// One table: what is known and shown of it, and what can be sent to it.
import { capital } from "../app/speak.ts";
import { Store } from "../app/store.ts";
import { toast } from "../app/toasts.tsx";
import type { ClientMessage, HintMove, ServerMessage } from "../wire.ts";
import { readable, reader } from "./labels.ts";
import { type Shown, Timeline } from "./timeline/timeline.ts";
import { type Line, Transport } from "./transport/transport.ts";

/** A reason as a sentence. */
const sentence = (words: string) => (/[.!?]$/.test(words) ? words : `${capital(words)}.`);

/** An answer of the table. */
export type Answer = Extract<ServerMessage, { type: "guide" }>;

export interface TableState extends Shown {
  line: Line;
  /** Why the table cannot be shown, when `line` is `refused`. */
  reason: string;
  hint: { ply: number; moves: HintMove[] } | null;
  /** A move that was sent and has not come back. */
  sent: string | null;
  /** What was answered to the last question: what to do, or why not. */
  answer: Answer | null;
}

export class Session {
  private readonly timeline = new Timeline();
  readonly state = new Store<TableState>({
    ...this.timeline.state.get(),
    line: "connecting",
    reason: "",
    hint: null,
    sent: null,
    answer: null,
  });
  private readonly transport: Transport;

  constructor(readonly id: string) {
    this.timeline.state.watch(() => this.follow());
    this.transport = new Transport(id, {
      onMessage: (message) => this.receive(message),
      onLine: (line, reason = "") =>
        this.set(line === "open" ? { line } : { line, reason, sent: null }),
      onWake: () => this.timeline.pump(),
    });
  }

  close() {
    this.transport.close();
    this.timeline.close();
  }

  send(message: ClientMessage): boolean {
    const sent = this.transport.send(message);
    if (!sent) toast("Not connected just now. Try again in a moment.", "error");
    return sent;
  }

  /** Makes a move that was chosen on the view on the screen. */
  act(action: string) {
    const view = this.state.get().shown;
    if (view) this.go({ type: "act", action, ply: view.ply, rewinds: view.rewinds }, action);
  }

  /** Throws for the viewer's seat. */
  throw() {
    const view = this.state.get().shown;
    if (view) this.go({ type: "throw", ply: view.ply }, "throw");
  }

  /** Sends what takes the game on: what was read before is done with. */
  private go(message: ClientMessage, sent: string) {
    if (!this.send(message)) return;
    this.timeline.dropMissed();
    this.set({ hint: null, sent });
  }

  /** Asks what to do with these sites picked; with a site, why it cannot be picked. */
  inquire(picked: readonly number[], site: number | null) {
    const view = this.state.get().latest;
    if (!view || !this.transport.isOpen) return;
    this.send({ type: "ask", ply: view.ply, picked: [...picked], site });
  }

  dropAnswer() {
    if (this.state.get().answer) this.set({ answer: null });
  }

  dropHint() {
    this.set({ hint: null });
  }

  dropMissed() {
    this.timeline.dropMissed();
  }

  /** What stays on the screen until it was seen has been seen. */
  goOn() {
    this.timeline.goOn();
  }

  /** Shows the table as it is now. */
  skip() {
    this.timeline.skip();
  }

  private set(part: Partial<TableState>) {
    this.state.update((old) => ({ ...old, ...part }));
  }

  /** The timeline shows something else: an answer belongs to the view that it was given for. */
  private follow() {
    const now = this.timeline.state.get();
    const before = this.state.get();
    const other = now.shown !== before.shown && now.shown?.picture !== before.shown?.picture;
    this.set({ ...now, ...(other ? { answer: null } : {}) });
  }

  private receive(message: ServerMessage) {
    const { latest, hint, sent } = this.state.get();
    switch (message.type) {
      case "hint":
        if (message.ply === latest?.ply) {
          // Only the caption is a label: a move's value is a number.
          const say = reader([], latest.layout.sites);
          const moves = message.moves.map((move) => ({ ...move, caption: say(move.caption) }));
          this.set({ hint: { ply: message.ply, moves } });
        }
        break;
      case "guide":
        if (message.ply === latest?.ply) {
          const answer = readable(message, reader([], latest.layout?.sites ?? []));
          const { words } = answer;
          this.set({
            answer: answer.site === null ? answer : { ...answer, words: sentence(words) },
          });
        }
        break;
      case "error":
        this.set({ sent: null });
        // A question that came too late needs no answer.
        if (message.code !== "stale") toast(message.message, "error");
        break;
      case "pong":
        break;
      default: {
        const view = this.timeline.take(message);
        if (!view) return;
        // A move that was sent is on its way until the table has moved on; a hint is for the
        // position that it was asked in, while that is still to be played.
        const stays = latest?.ply === view.ply && message.type !== "table";
        this.set({
          hint: hint?.ply === view.ply && view.rights.hint ? hint : null,
          sent: stays ? sent : null,
        });
      }
    }
  }
}
