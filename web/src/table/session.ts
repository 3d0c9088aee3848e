// One table: what is known and shown of it, and what can be sent to it.

import { api, socketAddress } from "../app/api.ts";
import { settings } from "../app/settings.ts";
import { capital } from "../app/speak.ts";
import { Store } from "../app/store.ts";
import { toast } from "../app/toasts.tsx";
import type { ClientMessage, HintMove, MoveFact, Reply, ServerMessage } from "../wire.ts";
import { readHint } from "./coach.ts";
import { Coaching, type CoachState } from "./coaching.ts";
import { readable, reader } from "./labels.ts";
import { type Shown, Timeline } from "./timeline/timeline.ts";
import { Outbox } from "./transport/outbox.ts";
import { type Line, Transport } from "./transport/transport.ts";

/** A reason as a sentence. */
const sentence = (words: string) => (/[.!?]$/.test(words) ? words : `${capital(words)}.`);

/** An answer of the table. */
export type Answer = Extract<ServerMessage, { type: "guide" }>;

type Refusal = Extract<ServerMessage, { type: "error" }>;

/** How much of a hint is shown: which piece, which move, and why. */
type HintStep = 1 | 2 | 3;

interface HintShown {
  ply: number;
  moves: HintMove[];
  why: MoveFact[];
  /** The answer that is expected. */
  reply: Reply | null;
  step: HintStep;
}

export interface TableState extends Shown, CoachState {
  line: Line;
  /** Why the table cannot be shown, when `line` is `refused`. */
  reason: string;
  hint: HintShown | null;
  /** A move that was sent and has not come back. */
  sent: string | null;
  /** What to do with what is picked, as the table answered last. */
  answer: Answer | null;
  /** Why a site could not be picked. */
  whyNot: Answer | null;
}

export class Session {
  private readonly timeline = new Timeline();
  readonly state = new Store<TableState>({
    ...this.timeline.state.get(),
    line: "connecting",
    reason: "",
    hint: null,
    coach: null,
    costliest: null,
    judged: 0,
    sent: null,
    answer: null,
    whyNot: null,
  });
  private readonly coaching = new Coaching({
    get: () => this.state.get(),
    set: (part) => this.set(part),
    make: (action) => this.make(action),
    heardSince: (time) => this.transport.heardSince(time),
  });
  private readonly outbox = new Outbox();
  /** The message that takes the game on, once it was sent. */
  private sentId: string | null = null;
  private readonly transport: Transport<ServerMessage>;

  constructor(readonly id: string) {
    this.timeline.state.watch(() => this.follow());
    this.transport = new Transport<ServerMessage>(socketAddress(id), {
      onMessage: (message) => this.receive(message),
      onLine: (line, reason = "") => this.onLine(line, reason),
      onWake: () => this.timeline.pump(),
      ask: () => api.table(id),
    });
  }

  /** The line was found or lost: what was on its way is sent again, with the same id. */
  private onLine(line: Line, reason: string) {
    if (line !== "open") {
      this.coaching.pause();
      if (line === "refused") this.outbox.clear();
      return this.set({ line, reason, ...(line === "refused" ? { sent: null } : {}) });
    }
    this.set({ line });
    const { texts, givenUp } = this.outbox.again();
    for (const text of texts) this.transport.send(text);
    this.coaching.goOn();
    if (givenUp)
      toast("The line was down for long. See whether your last wish was heard.", "error");
  }

  close() {
    this.coaching.end();
    this.transport.close();
    this.timeline.close();
  }

  /** Sends a message; its id, or null where the line is down. */
  send(message: ClientMessage): string | null {
    if (!this.transport.isOpen) {
      this.tellOffline();
      return null;
    }
    const { id, text } = this.outbox.add(message);
    this.transport.send(text);
    return id;
  }

  /** Says that nothing reaches the table now. */
  tellOffline() {
    toast("Not connected just now. Try again in a moment.", "error");
  }

  /** Makes a move that was chosen on the view on the screen. */
  act(action: string) {
    const view = this.state.get().shown;
    if (!view) return;
    const coached = settings.get().coach && view.rights.hint && view.choices.length > 1;
    if (!coached) return this.make(action);
    const asked = this.go({ type: "judge", action, ply: view.ply }, action);
    if (asked !== null) this.coaching.begin(asked, action);
  }

  /** Makes the move that the coach warned of. */
  playAnyway() {
    this.coaching.playAnyway();
  }

  dropCoach() {
    this.set({ coach: null });
  }

  /** Sends a move. */
  private make(action: string) {
    const view = this.state.get().shown;
    if (view) this.go({ type: "act", action, ply: view.ply, rewinds: view.rewinds }, action);
  }

  /** Throws for the viewer's seat. */
  throw() {
    const { shown: view, sent } = this.state.get();
    const thrown = sent === "throw" && this.outbox.isWaiting(this.sentId);
    if (view && !thrown) this.go({ type: "throw", ply: view.ply }, "throw");
  }

  /** Sends what takes the game on: what was read before is done with. */
  private go(message: ClientMessage, sent: string): string | null {
    const id = this.send(message);
    if (id === null) return null;
    this.sentId = id;
    this.timeline.dropMissed();
    this.set({ hint: null, coach: null, sent });
    return id;
  }

  /** Asks what to do with these sites picked; with a site, why it cannot be picked. */
  inquire(picked: readonly number[], site: number | null) {
    const view = this.state.get().latest;
    if (!view || !this.transport.isOpen) return;
    this.send({ type: "ask", ply: view.ply, picked: [...picked], site });
  }

  dropAnswer() {
    const { answer, whyNot } = this.state.get();
    if (answer || whyNot) this.set({ answer: null, whyNot: null });
  }

  dropHint() {
    this.set({ hint: null });
  }

  /** Shows more of the hint. */
  showHint(step: HintStep) {
    const { hint } = this.state.get();
    if (hint) this.set({ hint: { ...hint, step } });
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
    const boardChanged = now.shown?.picture !== before.shown?.picture;
    this.set({ ...now, ...(boardChanged ? { answer: null, whyNot: null } : {}) });
  }

  private receive(message: ServerMessage) {
    if ("id" in message && message.id !== undefined) {
      const asked = this.outbox.answered(message.id);
      if (message.type === "error") return this.refused(message, asked);
    }
    const { latest, hint, sent } = this.state.get();
    switch (message.type) {
      case "done":
        if (message.id === this.sentId) this.set({ sent: null });
        break;
      case "pong":
        break;
      case "hint":
        if (message.ply === latest?.ply) {
          const read = readHint(message, reader([], latest.layout.sites));
          this.set({ coach: null, hint: { ply: message.ply, ...read, step: 1 } });
        }
        break;
      case "guide":
        if (message.ply === latest?.ply) {
          const answer = readable(message, reader([], latest.layout?.sites ?? []));
          const whyNot = { ...answer, words: sentence(answer.words) };
          this.set(answer.site === null ? { answer } : { whyNot });
        }
        break;
      case "verdict":
        this.coaching.heed(message);
        break;
      case "error":
        toast(message.message, "error");
        break;
      default: {
        if (message.type === "board" && message.after !== latest?.ply) return this.lookAgain();
        const view = this.timeline.take(message);
        if (!view) return;
        // A move that was sent is on its way until the table has moved on, whatever became of the line; a
        // hint is for the position that it was asked in, while that is still to be played.
        const again = message.type !== "table" || this.outbox.isWaiting(this.sentId);
        const stays = latest?.ply === view.ply && again;
        if (!stays) this.coaching.end();
        this.set({
          hint: hint?.ply === view.ply && view.rights.hint ? hint : null,
          sent: stays ? sent : null,
        });
      }
    }
  }

  /** Something was missed: the whole table is asked for, once. */
  private lookAgain() {
    if (this.transport.isOpen && !this.outbox.has("table")) this.send({ type: "table" });
  }

  /** A message was refused. */
  private refused(error: Refusal, asked: ClientMessage["type"] | undefined) {
    // A question that came too late needs no answer, and a coach that is busy none that is read.
    const quiet = asked === "judge" ? ["stale", "busy", "no-hint"] : ["stale"];
    if (!quiet.includes(error.code)) toast(error.message, "error");
    if (error.id === this.sentId) this.set({ sent: null });
    if (asked === "judge") this.coaching.refused(error);
  }
}
