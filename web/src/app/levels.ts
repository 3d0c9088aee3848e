// The strengths of the computer, in words, and the one last played in each game.
import type { Level } from "../wire.ts";
import { Store } from "./store.ts";

export const LEVELS: Level[] = [1, 2, 3, 4, 5, 6, 7, 8];

const WORDS: Record<Level, string> = {
  1: "First game",
  2: "Beginner",
  3: "Casual",
  4: "Practised",
  5: "Experienced",
  6: "Strong",
  7: "Expert",
  8: "Nobody beats it",
};

export const levelWords = (level: Level): string => WORDS[level];

const KEY = "parlour.levels";
const FIRST: Level = 2;

function load(): Record<string, Level> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}") as Record<string, Level>;
  } catch {
    return {};
  }
}

export const levels = new Store<Record<string, Level>>(load());

/** The level that the visitor plays a game at. */
export function levelOf(all: Record<string, Level>, game: string): Level {
  const kept = all[game];
  return kept && LEVELS.includes(kept) ? kept : FIRST;
}

export function keepLevel(game: string, level: Level) {
  levels.update((old) => ({ ...old, [game]: level }));
  try {
    localStorage.setItem(KEY, JSON.stringify(levels.get()));
  } catch {
    // Storage may be switched off: the level then lasts until the page is closed.
  }
}
