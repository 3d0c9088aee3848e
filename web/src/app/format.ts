// Small words and numbers for people.

import type { Clock, SeatView, TableSummary } from "../wire.ts";
import { levelWords } from "./levels.ts";
import { onlySeat, personal } from "./speak.ts";

/** Who sits on a seat, in a few words. */
export function sitterName(seat: SeatView): string {
  const { sitter } = seat;
  switch (sitter.type) {
    case "open":
      return "open seat";
    case "person":
      return sitter.name;
    case "computer":
      return sitter.keeps_for
        ? `${sitter.keeps_for} (computer plays)`
        : `computer (${levelWords(sitter.level)})`;
  }
}

/** Time left: `2d 4h`, `1:02:03`, `4:05`, and tenths in the last ten seconds. */
export function timeLeft(milliseconds: number): string {
  const left = Math.max(0, milliseconds);
  if (left < 10_000) return (Math.floor(left / 100) / 10).toFixed(1);
  const seconds = Math.floor(left / 1000);
  const [d, h, m, s] = [
    Math.floor(seconds / 86_400),
    Math.floor(seconds / 3600) % 24,
    Math.floor(seconds / 60) % 60,
    seconds % 60,
  ];
  if (d > 0) return `${d}d ${h}h`;
  const two = (n: number) => String(n).padStart(2, "0");
  return h > 0 ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`;
}

/** A clock in words. */
export function clockWords(clock: Clock): string {
  const span = (seconds: number) =>
    seconds >= 86_400
      ? plural(seconds / 86_400, "day")
      : seconds >= 60
        ? plural(seconds / 60, "minute")
        : plural(seconds, "second");
  switch (clock.type) {
    case "none":
      return "no clock";
    case "move":
      return `${span(clock.seconds)} a move`;
    case "game":
      return `${span(clock.seconds)}${clock.increment ? ` + ${plural(clock.increment, "second")} a move` : ""}`;
  }
}

/** A number with a minus sign, which is longer than a hyphen. */
export const minus = (n: number) => (n < 0 ? `−${-n}` : `${n}`);

/** A number with its sign. */
export const signed = (n: number) => (n > 0 ? `+${n}` : minus(n));

export function plural(n: number, noun: string): string {
  return `${n} ${noun}${n === 1 ? "" : "s"}`;
}

/** When something happened, roughly. */
export function ago(then: number, now: number): string {
  const seconds = Math.max(0, (now - then) / 1000);
  if (seconds < 90) return "just now";
  if (seconds < 5400) return `${plural(Math.round(seconds / 60), "minute")} ago`;
  if (seconds < 129_600) return `${plural(Math.round(seconds / 3600), "hour")} ago`;
  return `${plural(Math.round(seconds / 86_400), "day")} ago`;
}

/** Where a table in a list stands. */
export function standing(table: TableSummary): string {
  if (table.status === "over") {
    const words = table.result_label ?? table.result;
    return words ? personal(words, table.seats, onlySeat(table.yours)) : "finished";
  }
  const open = table.seats.filter((s) => s.sitter.type === "open").length;
  if (table.status === "waiting") return `waiting for ${plural(open, "player")}`;
  return table.your_turn ? "your turn" : table.ply === 0 ? "just started" : "being played";
}
