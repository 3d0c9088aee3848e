// A move that is judged before it is made. The coach may be busy: it keeps nobody from moving.
import type { MoveVerdict, TableView } from "../wire.ts";
import { type CostliestMove, costlier, PATIENCE, readVerdict } from "./coach.ts";
import { reader } from "./labels.ts";

export interface CoachState {
  /** What the coach said of the move that was chosen last. */
  coach: MoveVerdict | null;
  costliest: CostliestMove | null;
  /** How many moves the coach has judged. */
  judged: number;
}

/** What the coach needs of the session at a table. */
interface AtTable {
  get(): CoachState & { latest: TableView | null };
  set(part: Partial<CoachState> & { sent?: null }): void;
  /** Sends a move. */
  make(action: string): void;
  /** Whether the server gave a sign of life since then. */
  heardSince(time: number): boolean;
}

/** How soon a line that gives no sign of life is looked at again, in milliseconds. */
const LOOK_AGAIN = 500;

export class Coaching {
  /** The move that waits for the coach, and the message that asked. */
  private waiting: { id: string; action: string } | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly table: AtTable) {}

  /** A move was sent to be judged, by the message of this id. */
  begin(id: string, action: string) {
    this.waiting = { id, action };
    this.goOn();
  }

  /** The line is there: the coach has time from now on. */
  goOn() {
    clearTimeout(this.timer);
    const asked = Date.now();
    const late = () => {
      // A line that may be dead says nothing of the coach: the move waits until it is lost, or found.
      if (this.table.heardSince(asked)) this.giveUp();
      else this.timer = setTimeout(late, LOOK_AGAIN);
    };
    if (this.waiting) this.timer = setTimeout(late, PATIENCE);
  }

  /** The line is lost: the move waits until the coach can be asked again. */
  pause() {
    clearTimeout(this.timer);
  }

  /** The coach cannot judge the move: it is made, unless the table has moved on. */
  refused(error: { id?: string; code: string }) {
    if (!this.waiting || error.id !== this.waiting.id) return;
    if (error.code === "stale") this.end();
    else this.giveUp();
  }

  /** The coach says nothing in time, or cannot: the move is made. */
  private giveUp() {
    const { waiting } = this;
    this.end();
    if (waiting) this.table.make(waiting.action);
  }

  /** No move waits any more. */
  end() {
    clearTimeout(this.timer);
    this.waiting = null;
  }

  heed(verdict: MoveVerdict & { id: string }) {
    const { latest, costliest, judged } = this.table.get();
    const { action } = verdict;
    if (!latest || this.waiting?.id !== verdict.id) return;
    this.end();
    const read = readVerdict(verdict, reader([], latest.layout.sites));
    this.table.set({ judged: judged + 1 });
    if (verdict.verdict === "gives-away") return this.table.set({ coach: read, sent: null });
    this.table.set({ costliest: costlier(costliest, read) });
    this.table.make(action);
    if (verdict.verdict === "only-good") this.table.set({ coach: read });
  }

  /** Makes the move that the coach warned of. */
  playAnyway() {
    const { coach, costliest } = this.table.get();
    if (!coach) return;
    this.table.set({ costliest: costlier(costliest, coach) });
    this.table.make(coach.action);
  }
}
