// The strengths of the computer, in words, and the one last played in each game.
import type { Level } from "../wire.ts";
import { KeptStore } from "./kept.ts";

export const LEVELS: Level[] = [1, 2, 3, 4, 5, 6, 7, 8];

const WORDS: Record<Level, string> = {
  1: "First game",
  2: "Beginner",
  3: "Casual",
  4: "Practised",
  5: "Experienced",
  6: "Strong",
  7: "Expert",
  8: "Strongest",
};

export const levelWords = (level: Level): string => WORDS[level];

const FIRST: Level = 2;

export const levels = new KeptStore<Record<string, Level>>("parlour.levels", {});

/** The level that the visitor plays a game at. */
export function levelOf(all: Record<string, Level>, game: string): Level {
  const kept = all[game];
  return kept && LEVELS.includes(kept) ? kept : FIRST;
}

export const keepLevel = (game: string, level: Level) =>
  levels.update((old) => ({ ...old, [game]: level }));
