// What a hint says of a move.
import type { HintMove } from "../../wire.ts";

/** How likely a move wins, and how sure that is; short, for a line of a phone has to do. */
export function worth({ value, certainty }: Pick<HintMove, "value" | "certainty">): string {
  if (certainty === "proven") {
    if (value === 1) return "proven win";
    if (value === 0.5) return "proven draw";
    if (value === 0) return "proven loss";
  }
  return `${certainty === "estimated" ? "about " : ""}${Math.round(value * 100)}% to win`;
}
