// Values in words.
import type { Certainty } from "../wire.ts";

/** A share of the win, and how sure it is: `about 61%` where it is estimated, `54.5%` where it is known. */
export function percent(share: number, certainty: Certainty): string {
  const value = Math.round(share * 1000) / 10;
  const text = Number.isInteger(value) || certainty === "estimated" ? Math.round(value) : value;
  return { estimated: `about ${text}%`, proven: `${text}%`, exact: `${text}%` }[certainty];
}

/** What the certainty of a value means. */
export const MEANING: Record<Certainty, string> = {
  estimated: "estimated from what was searched",
  proven: "proven by the search",
  exact: "known from the solution of the game",
};

/** A weight as a part of all, in percent. */
export function chance(weight: number, all: number): string {
  const value = (weight / all) * 100;
  return `${value < 10 ? Math.round(value * 10) / 10 : Math.round(value)}%`;
}
