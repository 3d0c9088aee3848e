// What an ended game means to the one who looks at it.
import { LEVELS } from "../../app/levels.ts";
import type { Level, TableView } from "../../wire.ts";

/** `seen`: by somebody who did not play, or who played every side. */
type Ending = "won" | "lost" | "drawn" | "seen";

/** How it ended for the seat `you`, by everybody's share of the win. */
export function endingOf(shares: readonly number[], you: number | null): Ending {
  if (you === null) return "seen";
  const share = shares[you];
  if (share === 1) return "won";
  return share === 0 ? "lost" : "drawn";
}

/** The level of the computers, where one person plays against computers of one level. */
export function computerLevel(view: Pick<TableView, "seats" | "yours">): Level | null {
  if (view.yours.length !== 1) return null;
  const others = view.seats.filter((_, i) => !view.yours.includes(i));
  const found = new Set(
    others.map(({ sitter }) =>
      sitter.type === "computer" && !sitter.keeps_for ? sitter.level : null,
    ),
  );
  return found.size === 1 ? ([...found][0] ?? null) : null;
}

/** The level to go on with: the next one after a win, otherwise the one before. */
export function nextLevel(view: Pick<TableView, "seats" | "yours">, won: boolean): Level | null {
  const level = computerLevel(view);
  if (level === null) return null;
  return LEVELS[LEVELS.indexOf(level) + (won ? 1 : -1)] ?? null;
}
