// What a hint says of a move.
import type { Choice, HintMove, TableView } from "../../wire.ts";
import { pieceOf } from "../coach.ts";
import type { TableState } from "../session.ts";
import { named } from "./turn.ts";

/** How likely a move wins, and how sure that is; short, for a line of a phone has to do. */
export function worth({ value, certainty }: Pick<HintMove, "value" | "certainty">): string {
  if (certainty === "proven") {
    if (value === 1) return "proven win";
    if (value === 0.5) return "proven draw";
    if (value === 0) return "proven loss";
  }
  if (certainty === "exact") return `${(value * 100).toFixed(1)}% to win`;
  return `${certainty === "estimated" ? "about " : ""}${Math.round(value * 100)}% to win`;
}

type Hint = NonNullable<TableState["hint"]>;

const best = (hint: Hint, view: TableView): Choice | undefined =>
  view.choices.find((choice) => choice.action === hint.moves[0]?.action);

/** The sites of the piece that a hint is about; none where a click is all of the move. */
export function hintedPiece(hint: Hint, view: TableView): number[] {
  const choice = best(hint, view);
  return choice ? pieceOf(choice) : [];
}

/** What the board shows of a hint: the piece, then the whole move. */
export function hintOnBoard(hint: Hint | null, view: TableView): Choice | undefined {
  if (!hint) return undefined;
  const choice = best(hint, view);
  const clicks = hintedPiece(hint, view);
  if (!choice || hint.step > 1 || clicks.length === 0) return choice;
  return { ...choice, clicks, effects: [] };
}

/** The answer that is expected, to be drawn while the reasons are read. */
export const expected = (hint: Hint | null): Choice | undefined =>
  hint?.step === 3 ? hint.reply?.choice : undefined;

/** The places of the facts that speak for a hint, once they are shown. */
export const reasonSites = (hint: Hint | null): number[] =>
  hint?.step === 3 ? [...new Set(hint.why.flatMap((fact) => fact.sites))] : [];

/** What to call a site in a sentence: a coordinate by its name, anything else by its label. */
export function siteName(view: TableView, index: number): string {
  const site = view.layout.sites[index];
  if (!site) return "";
  return /^[a-z]\d+$/.test(site.name) ? site.name : named(view, site.label);
}
