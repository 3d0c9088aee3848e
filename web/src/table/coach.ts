// The coach: a move is judged before it is sent. The best of what it said is kept for the end.
import type { Choice, HintMove, MoveVerdict, ServerMessage } from "../wire.ts";
import { type Reader, readable } from "./labels.ts";

/** The longest wait for a verdict, in milliseconds; then the move is made without one. */
export const PATIENCE = 4000;

/** A smaller share of the win is not named at the end; the same as in `server/src/coach.rs`. */
const END_OF_GAME_THRESHOLD = 0.03;

/** The costliest move of a game, for the end. */
export interface CostliestMove {
  /** The ply at which it was made. */
  ply: number;
  /** The share of the win that it gave away. */
  lost: number;
  /** What the chance to win went from, and to. */
  chances: string;
  /** The better move, in a few words. */
  better: string;
  /** What spoke for that one, and against the one that was made. */
  why: string | null;
  against: string | null;
}

/** Only captions are labels in a move with its value: the value is a number. */
const read = (move: HintMove, say: Reader): HintMove => ({ ...move, caption: say(move.caption) });

type Hint = Extract<ServerMessage, { type: "hint" }>;

/** A hint's moves and facts, with their labels read. */
export const readHint = (hint: Hint, say: Reader) => ({
  moves: hint.moves.map((move) => read(move, say)),
  why: readable(hint.why, say),
  reply: hint.reply ? readable(hint.reply, say) : null,
});

/** A verdict with its labels read. */
export function readVerdict(verdict: MoveVerdict, say: Reader): MoveVerdict {
  const { best, ...rest } = verdict;
  return { ...readable(rest, say), best: best && read(best, say) };
}

/** The dearer of what was kept and a move that is being made. */
export function costlier(kept: CostliestMove | null, verdict: MoveVerdict): CostliestMove | null {
  const { lost, best, why, against, ply } = verdict;
  if (!best || lost < END_OF_GAME_THRESHOLD || lost <= (kept?.lost ?? 0)) return kept;
  return {
    ply,
    lost,
    chances: chances(best.value, lost),
    better: best.caption,
    why: why[0]?.words ?? null,
    against: against[0]?.words ?? null,
  };
}

/** The clicks of a move that show which piece it is about; none where that would show all of it. */
export function pieceOf({ clicks, free }: Pick<Choice, "clicks" | "free">): number[] {
  return clicks.length < 2 ? [] : clicks.slice(0, Math.max(1, Math.min(free, clicks.length - 1)));
}

/** What the chance to win goes from with the best move, and to with one that gives `lost` away. */
export const chances = (best: number, lost: number): string => {
  const percent = (share: number) => Math.round(Math.max(0, share) * 100);
  return `from about ${percent(best)}% to ${percent(best - lost)}%`;
};
