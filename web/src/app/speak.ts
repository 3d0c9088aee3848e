// People's names in the sentences of the game. A sentence comes with its players open: `{seat:0}` is
// the first player, `{seat's:0}` what is theirs, `{seats:5}` several by bits, `{role:0}` what the game
// calls them, and `[throws|throw]` a verb after a name or after "you".
import type { SeatView } from "../wire.ts";

/** What a seat's player is called: a name where somebody sits, the role where nobody does. */
export function nameOf(seats: readonly SeatView[], index: number): string {
  const seat = seats[index];
  if (!seat) return "";
  switch (seat.sitter.type) {
    case "person":
      return seat.sitter.name;
    case "open":
      return seat.role;
    case "computer": {
      if (seat.sitter.keeps_for) return `${seat.sitter.keeps_for}'s computer`;
      const others = seats.filter((s) => s.sitter.type === "computer" && !s.sitter.keeps_for);
      if (others.length < 2) return "the computer";
      return isNumber(seat.role) ? `computer ${index + 1}` : `the computer (${seat.role})`;
    }
  }
}

/** The visitor's seat, where it is just one: on a shared screen names tell people apart. */
export const onlySeat = (yours: readonly number[]): number | null =>
  yours.length === 1 ? (yours[0] ?? null) : null;

/** A seat's player with the role beside the name: "Ada (Light)"; "Player 1" says nothing more. */
export function fullName(seats: readonly SeatView[], index: number): string {
  const name = capital(nameOf(seats, index));
  const role = seats[index]?.role ?? "";
  return name.includes(role) || isNumber(role) ? name : `${name} (${role})`;
}

/** The colour or side to tell beside a player's name; a bare number only where nobody sits. */
export function sideOf(seat: SeatView): string {
  return isNumber(seat.role) && seat.sitter.type !== "open" ? "" : seat.role;
}

/** A text of the game with people's names, and "you" for the seat `you`. */
export function personal(text: string, seats: readonly SeatView[], you: number | null): string {
  let toYou = false;
  const call = (seat: number) => (seat === you ? "you" : nameOf(seats, seat));
  const say = (kind: string, arg: number): string => {
    if (kind === "role") return seats[arg]?.role ?? "";
    if (kind === "seats") return list(seats.flatMap((_, i) => ((arg >> i) & 1 ? [call(i)] : [])));
    // The verb goes with the player, not with what is a player's: "you find Ada's … and score".
    if (kind === "seat's") return arg === you ? "your" : `${call(arg)}'s`;
    toYou = arg === you;
    return call(arg);
  };
  return text.replace(
    /\{(seats|seat's|seat|role):(\d+)\}|\[([^|\]]*)\|([^\]]*)\]/g,
    (_, kind: string | undefined, arg: string, named: string, yours: string, at: number) => {
      if (kind === undefined) return toYou ? yours : named;
      const called = say(kind, Number(arg));
      return at === 0 || /[.!?] $/.test(text.slice(0, at)) ? capital(called) : called;
    },
  );
}

/** Several names: "Ada, Bo and you". */
export const list = (names: readonly string[]) =>
  names.length > 1 ? `${names.slice(0, -1).join(", ")} and ${names.at(-1)}` : (names[0] ?? "");

/** Whether a seat's role is only a number, such as "Player 1". */
export const isNumber = (role: string) => /\d$/.test(role);

export const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
