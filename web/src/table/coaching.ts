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

/** The codes with which a table refuses to judge a move; some are of other refusals as well. */
export const REFUSALS: readonly string[] = ["busy", "no-hint", "stale", "too-fast"];

/** What the coach needs of the session at a table. */
interface AtTable {
  get(): CoachState & { latest: TableView | null };
  set(part: Partial<CoachState> & { sent?: null }): void;
  /** Sends a move. */
  make(action: string): void;
}

export class Coaching {
  /** The move that waits for the coach. */
  private waiting: {
    action: string;
    ply: number;
    timer: ReturnType<typeof setTimeout>;
  } | null = null;

  constructor(private readonly table: AtTable) {}

  get isJudging(): boolean {
    return this.waiting !== null;
  }

  /** A move was sent to be judged. */
  begin(action: string, ply: number) {
    this.waiting = { action, ply, timer: setTimeout(() => this.giveUp(), PATIENCE) };
  }

  /** The coach says nothing in time, or cannot: the move is made. */
  giveUp() {
    const { waiting } = this;
    this.end();
    if (waiting) this.table.make(waiting.action);
  }

  /** No move waits any more. */
  end() {
    clearTimeout(this.waiting?.timer);
    this.waiting = null;
  }

  heed(verdict: MoveVerdict) {
    const { latest, costliest, judged } = this.table.get();
    const { action, ply } = verdict;
    if (!latest || this.waiting?.action !== action || this.waiting.ply !== ply) return;
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
