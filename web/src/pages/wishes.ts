// Who shall sit where at a new table.
import type { Level, NewSeat } from "../wire.ts";

/** A seat as the form has it. */
export type SeatWish =
  | { type: "me" }
  | { type: "here"; name: string }
  | { type: "open" }
  | { type: "computer"; level: Level };

/** The seats of a table for so many, keeping those already chosen. */
export function seatsFor(players: number, chosen: readonly SeatWish[] = []): SeatWish[] {
  return Array.from({ length: players }, (_, i): SeatWish => {
    const kept = chosen[i];
    if (kept) return kept;
    return i === 0 ? { type: "me" } : { type: "computer", level: 4 };
  });
}

/** As the server wants it: people on this screen are "me" with a name. */
export function newSeats(seats: readonly SeatWish[]): NewSeat[] {
  let unnamed = 1;
  return seats.map((seat): NewSeat => {
    switch (seat.type) {
      case "me":
        return { type: "me", name: null };
      case "here":
        return { type: "me", name: seat.name.trim() || `Guest ${unnamed++}` };
      case "open":
        return { type: "open" };
      case "computer":
        return { type: "computer", level: seat.level };
    }
  });
}

const others = (players: number, wish: () => SeatWish): SeatWish[] => [
  { type: "me" },
  ...Array.from({ length: players - 1 }, wish),
];

/** The tables that one click sets. */
export const PRESETS: { title: string; help: string; seats: (players: number) => SeatWish[] }[] = [
  {
    title: "Play the computer",
    help: "You begin, it plays a fair game",
    seats: (players) => others(players, () => ({ type: "computer", level: 4 })),
  },
  {
    title: "Two on this screen",
    help: "Take turns on this device",
    seats: (players) => others(players, () => ({ type: "here", name: "" })),
  },
  {
    title: "Invite a friend",
    help: "You get a link to send",
    seats: (players) => others(players, () => ({ type: "open" })),
  },
];
