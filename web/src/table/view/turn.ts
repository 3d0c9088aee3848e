// Whose turn it is, and how the table is spoken of.
import { useCallback } from "preact/hooks";
import { capital, nameOf, onlySeat, personal } from "../../app/speak.ts";
import type { TableView } from "../../wire.ts";

/** Whether the viewer is to move or to throw now, and no computer does it for them. */
export function yourTurn(view: TableView): boolean {
  const seat = view.status === "playing" ? turnOf(view) : null;
  if (seat === null || !view.yours.includes(seat) || !sits(view, seat)) return false;
  // What the table draws by itself is nobody's turn.
  return view.turn.type === "player" || view.guide !== null;
}

/** The seat that moves, or for which chance decides. */
export function turnOf(view: TableView): number | null {
  return view.turn.type === "over" ? null : view.turn.seat;
}

const sits = (view: TableView, seat: number) => view.seats[seat]?.sitter.type === "person";

/** A sentence about the game with the names of those who play it. */
export function named({ seats, yours }: Pick<TableView, "seats" | "yours">, words: string): string {
  return personal(words, seats, onlySeat(yours));
}

/** `named` as one function for as long as the same people sit there. */
export function useNamed({ seats, yours }: TableView): (words: string) => string {
  return useCallback((words) => named({ seats, yours }, words), [seats, yours]);
}

/** Whose turn it is, or how it ended. */
export function bannerWords(view: TableView, draws = false): string {
  if (view.result) return named(view, view.result.words);
  if (view.status === "waiting") return "Waiting for players";
  const seat = turnOf(view);
  if (seat === null) return view.turn.type === "over" ? "The game is over" : "Chance decides …";
  const name = nameOf(view.seats, seat);
  const own = yourTurn(view);
  if (own && view.yours.length > 1) return `${capital(name)}: your turn`;
  if (own) return "Your turn";
  if (view.turn.type === "chance") {
    // What is hidden from the others is drawn; nobody can throw it on the table.
    const [yours, theirs] = draws ? ["are drawing", "is drawing"] : ["throw", "throws"];
    return seat === onlySeat(view.yours) ? `You ${yours} …` : `${capital(name)} ${theirs} …`;
  }
  const does = view.seats[seat]?.sitter.type === "computer" ? "thinks" : "is to move";
  return `${capital(name)} ${does} …`;
}

/**
 * What just happened; before anybody has moved, what the game is about. What one's own last move
 * brought to light is told once more at one's turn, for the others have moved since; the end of a
 * hand has a notice of its own.
 */
export function lastWords(view: TableView, summary = ""): string {
  const begun = view.log.some((line) => line.by !== null);
  if (!begun && summary && view.status === "playing") return summary;
  const own = view.log.findLast(({ by }) => by !== null && by === onlySeat(view.yours));
  const told = own === view.log.at(-1) || own?.card?.ends;
  const found = own?.card && !told && yourTurn(view) ? [own] : [];
  return [...found, ...(view.last ? [view.last] : [])]
    .map(({ words }) => named(view, words))
    .join(" ");
}

/** Whether the turn has come to the viewer, or to the next of those who share the screen. */
export const turnCame = (old: TableView, view: TableView) =>
  view.ply > old.ply && yourTurn(view) && (!yourTurn(old) || turnOf(old) !== turnOf(view));

/** What the page's title begins with. */
export function titleOf(view: TableView): string {
  if (view.pass_to !== null) return "Pass the device – ";
  if (view.status === "over") return "Over – ";
  return yourTurn(view) ? "● Your turn – " : "";
}
