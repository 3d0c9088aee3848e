// What came of a visitor's games: won and lost, by game and by the computer's level.
import { onlySeat } from "../app/speak.ts";
import type { Level, TableSummary } from "../wire.ts";

/** Games won, lost and shared. */
export interface Tally {
  won: number;
  lost: number;
  drawn: number;
}

export interface GameRecord extends Tally {
  /** Against the computer, by its level, the weakest first; people are no level. */
  levels: [Level, Tally][];
  /** Games won in a row up to the last one. */
  streak: number;
}

/** What a visitor who had one seat made of a game; null while it lasts, or where nobody knows. */
export function outcomeOf(table: TableSummary): keyof Tally | null {
  const you = onlySeat(table.yours);
  const share = you === null || table.status !== "over" ? undefined : table.shares[you];
  if (share === undefined) return null;
  return share === 1 ? "won" : share === 0 ? "lost" : "drawn";
}

/** The strongest computer that played for itself, where no other person played. */
export function levelPlayed({ seats, yours }: TableSummary): Level | null {
  const others = seats.filter((_, seat) => !yours.includes(seat));
  const levels = others.flatMap(({ sitter }) =>
    sitter.type === "computer" && sitter.keeps_for === null ? [sitter.level] : [],
  );
  return levels.length === others.length && levels.length > 0
    ? (Math.max(...levels) as Level)
    : null;
}

/** A visitor's record in one game; the tables come with the newest first. */
export function recordOf(tables: readonly TableSummary[], game: string): GameRecord {
  const ended = tables.flatMap((table) => {
    const outcome = table.game === game ? outcomeOf(table) : null;
    return outcome ? [{ outcome, level: levelPlayed(table), when: table.changed }] : [];
  });
  ended.sort((a, b) => b.when - a.when);
  const tally = (some: typeof ended): Tally => {
    const count = (wanted: keyof Tally) => some.filter(({ outcome }) => outcome === wanted).length;
    return { won: count("won"), lost: count("lost"), drawn: count("drawn") };
  };
  const levels = [...new Set(ended.flatMap(({ level }) => level ?? []))].sort((a, b) => a - b);
  const notWon = ended.findIndex(({ outcome }) => outcome !== "won");
  return {
    ...tally(ended),
    levels: levels.map((level) => [level, tally(ended.filter((each) => each.level === level))]),
    streak: notWon < 0 ? ended.length : notWon,
  };
}

/** "3 won, 1 lost": what there is none of is left out. */
export const tallyWords = ({ won, lost, drawn }: Tally): string =>
  [
    [won, "won"],
    [lost, "lost"],
    [drawn, "drawn"],
  ]
    .flatMap(([count, word]) => (count ? [`${count} ${word}`] : []))
    .join(", ");
