// The score card, put together from the lines of the log that have to do with points.
import { capital } from "../../app/speak.ts";
import type { LogLine } from "../../wire.ts";

/** A stretch of the game that is over: a round, a hand. */
export interface Stretch {
  /** "Round 2". */
  title: string;
  /** The points that each seat won or lost in it. */
  points: number[];
  /** Each seat's points up to its end. */
  totals: number[];
  /** What belongs on the card besides: who looked under which shell. */
  notes: LogLine[];
  /** The ply of its last action. */
  ply: number;
}

/** Whether a stretch is over. */
export const hasStretch = (log: readonly LogLine[]): boolean => log.some((line) => line.card?.ends);

/** Every stretch that is over, the first first. */
export function stretches(log: readonly LogLine[], seats: number): Stretch[] {
  const done: Stretch[] = [];
  const none = () => new Array<number>(seats).fill(0);
  let [points, notes] = [none(), [] as LogLine[]];
  for (const line of log) {
    if (!line.card) continue;
    points = points.map((n, i) => n + (line.card?.points[i] ?? 0));
    notes.push(line);
    if (!line.card.ends) continue;
    const before = done.at(-1)?.totals ?? none();
    done.push({
      title: `${capital(line.card.ends)} ${done.length + 1}`,
      points,
      totals: before.map((n, i) => n + (points[i] ?? 0)),
      notes,
      ply: line.ply,
    });
    [points, notes] = [none(), []];
  }
  return done;
}

/** The points of each seat in the stretch that still runs. */
export function runningPoints(log: readonly LogLine[], seats: number): number[] {
  const ended = log.findLastIndex((line) => line.card?.ends);
  const sum = new Array<number>(seats).fill(0);
  for (const { card } of log.slice(ended + 1)) {
    card?.points.forEach((points, seat) => {
      sum[seat] = (sum[seat] ?? 0) + points;
    });
  }
  return sum;
}

/** Whether the game is for points: rounds may also be won without any. */
export const scored = (log: readonly LogLine[]): boolean =>
  log.some((line) => !!line.card?.points.length);

/** What others did since one of `yours` last moved: the last line of each, throws left out. */
export function since(log: readonly LogLine[], yours: readonly number[]): LogLine[] {
  const lines: LogLine[] = [];
  for (const line of [...log].reverse()) {
    if (line.by !== null && yours.includes(line.by)) break;
    lines.unshift(line);
  }
  return lines.filter((line) => line.by !== null || line.card !== undefined);
}
