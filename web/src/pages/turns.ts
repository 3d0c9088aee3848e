// The turns of a game: a replay goes from turn to turn, not from throw to throw.
import type { ReplayStep } from "../wire.ts";

/** The plies after which a turn is over, with the start and the end. A throw belongs to what follows. */
export function turnEnds(steps: readonly Pick<ReplayStep, "told">[]): number[] {
  const ends: number[] = [];
  let next: number | null = null;
  for (let ply = steps.length - 1; ply > 0; ply--) {
    const by = steps[ply]?.told?.by ?? null;
    if (ply === steps.length - 1 || (by !== null && by !== next)) ends.push(ply);
    if (by !== null) next = by;
  }
  return [0, ...ends.reverse()];
}

/** Where the turn before or after this ply ends. */
export function nextTurn(ends: readonly number[], at: number, direction: 1 | -1): number {
  const found = direction === 1 ? ends.find((end) => end > at) : ends.findLast((end) => end < at);
  return found ?? at;
}
