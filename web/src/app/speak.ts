// People's names in the sentences of the game. The game knows "Player 1" and "Light"; the table
// knows who sits there. Sentences come with a player's role as subject or as owner.
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
      if (seat.sitter.keeps_for) return `the computer for ${seat.sitter.keeps_for}`;
      const others = seats.filter((s) => s.sitter.type === "computer" && !s.sitter.keeps_for);
      if (others.length < 2) return "the computer";
      return isNumber(seat.role) ? `computer ${index + 1}` : `the computer (${seat.role})`;
    }
  }
}

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

/** What was said before: a list of moves says the same of hundreds of moves again and again. */
const known = new Map<string, string>();

/** A sentence of the game with people's names, and "you" for the seat `you`. */
export function personal(words: string, seats: readonly SeatView[], you: number | null): string {
  const key = [words, you, ...seats.flatMap((s, i) => [s.role, nameOf(seats, i)])].join("\n");
  let said = known.get(key);
  if (said === undefined) {
    said = words
      .split(/(?<=[.!?:;]) /)
      .map((sentence) => name(sentence, seats, you))
      .join(" ");
    if (known.size > 4000) known.clear();
    known.set(key, said);
  }
  return said;
}

function name(sentence: string, seats: readonly SeatView[], you: number | null): string {
  let said = sentence;
  seats.forEach((seat, i) => {
    const owned = new RegExp(`\\b${seat.role}'s\\b(?! (first|second) )`, "g");
    const begins = new RegExp(`^${seat.role}\\b(?!')`);
    if (i === you) {
      said = said.replace(owned, (_, __, at) => (at === 0 ? "Your" : "your"));
      if (begins.test(said)) said = agree(said.replace(begins, "You"));
    } else {
      const called = nameOf(seats, i);
      said = said.replace(owned, (_, __, at) => `${at === 0 ? capital(called) : called}'s`);
      said = said.replace(begins, capital(called));
    }
    // "Player 2" is a name wherever it stands; "Black" may be a colour.
    if (isNumber(seat.role)) {
      said = said.replace(
        new RegExp(`\\b${seat.role}\\b`, "g"),
        i === you ? "you" : nameOf(seats, i),
      );
    }
  });
  return said;
}

const isNumber = (role: string) => /\d$/.test(role);

export const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** Verbs after "You": "throws" and "passes" become "throw" and "pass". */
function agree(sentence: string): string {
  return sentence
    .replace(/^You (\w+)/, (_, verb: string) => `You ${second(verb)}`)
    .replace(/(,)? and ([a-z]+s)\b(?=[ .,!])/g, (all, comma: string | undefined, verb: string) =>
      VERBS.test(verb) ? `${comma ?? ""} and ${second(verb)}` : all,
    );
}

/** What players of these games do after "and". */
const VERBS =
  /^(scores|bumps|fills|misses|passes|wins|loses|takes|moves|shuts|lays|guesses|throws|hides|draws)$/;

function second(verb: string): string {
  if (verb === "is") return "are";
  if (verb === "has") return "have";
  if (/(ss|sh|ch|x|z)es$/.test(verb)) return verb.slice(0, -2);
  return verb.length > 2 && verb.endsWith("s") && !verb.endsWith("ss") ? verb.slice(0, -1) : verb;
}
