// Who sits where at a new table, and how the table is opened.
import type { GameInfo, Level, NewSeat, NewTable } from "../wire.ts";
import { api } from "./api.ts";
import { loadBoards } from "./later.tsx";
import { go } from "./router.tsx";
import { complain } from "./toasts.tsx";

/** A seat as the form has it. */
export type SeatChoice =
  | { type: "me" }
  | { type: "here"; name: string }
  | { type: "open" }
  | { type: "computer"; level: Level };

/** The seats of a table for `players`, keeping those already chosen. */
export function seatsFor(
  players: number,
  level: Level,
  chosen: readonly SeatChoice[] = [],
): SeatChoice[] {
  return Array.from({ length: players }, (_, i): SeatChoice => {
    const kept = chosen[i];
    if (kept) return kept;
    return i === 0 ? { type: "me" } : { type: "computer", level };
  });
}

/** As the server takes it: people on this screen are "me" with a name. */
export function newSeats(seats: readonly SeatChoice[]): NewSeat[] {
  let unnamed = 1;
  return seats.map((seat): NewSeat => {
    if (seat.type === "me") return { type: "me", name: null };
    if (seat.type !== "here") return seat;
    return { type: "me", name: seat.name.trim() || `Guest ${unnamed++}` };
  });
}

/** The visitor, and the same for everybody else. */
export const meAnd = (players: number, other: SeatChoice): SeatChoice[] => [
  { type: "me" },
  ...Array.from({ length: players - 1 }, () => other),
];

/** What the number of players and the seats need to know of a game. */
type Sized = Pick<GameInfo, "id" | "min_players" | "max_players">;

/** The number of players is an option of games that have a choice. */
export const playersOption = (game: Sized, players: number): [string, string][] =>
  game.max_players > game.min_players ? [["players", String(players)]] : [];

/** Opens a table and goes there. */
export async function openTable(request: NewTable) {
  void loadBoards().then(({ loadTheme }) => loadTheme(request.game));
  try {
    go(`/t/${(await api.open(request)).id}`);
  } catch (error) {
    complain(error);
  }
}

/** Opens a table with the usual rules, without a clock. */
export const openUsual = (game: Sized, seats: readonly SeatChoice[]) =>
  openTable({
    game: game.id,
    options: playersOption(game, seats.length),
    seats: newSeats(seats),
    clock: { type: "none" },
    public: false,
  });

/** Opens a table against the computer. */
export const playComputer = (game: Sized, level: Level) =>
  openUsual(game, meAnd(game.min_players, { type: "computer", level }));
