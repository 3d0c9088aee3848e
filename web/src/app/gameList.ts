// The games as the first page shows them. The server writes this list into the page itself, so
// that the first paint waits for no call.
import type { GameInfo } from "../wire.ts";
import { allGames, noGame } from "./api.ts";
import { type Loaded, useLoad } from "./load.tsx";

export type GameSummary = Pick<
  GameInfo,
  "id" | "name" | "summary" | "min_players" | "max_players" | "lessons" | "puzzles"
>;

function embedded(): GameSummary[] | null {
  try {
    const text = document.getElementById("games")?.textContent;
    return text ? (JSON.parse(text) as GameSummary[]) : null;
  } catch {
    return null;
  }
}

const games = embedded();

/** The games: at once where the page brought them, otherwise once the server has answered. */
export function useGames(): Loaded<GameSummary[]> {
  return useLoad<GameSummary[]>(games ? async () => games : allGames, [], games);
}

/** One game, if there is one of this name. */
export function useGame(id: string): Loaded<GameSummary> {
  const all = useGames();
  if (all.state !== "ready") return all;
  const found = all.value.find((game) => game.id === id);
  return found ? { state: "ready", value: found } : { state: "failed", reason: noGame(id) };
}

/** How many can play, in words. */
export const playersWords = (game: GameSummary): string =>
  game.min_players === game.max_players
    ? `${game.min_players} players`
    : `${game.min_players} to ${game.max_players} players`;
