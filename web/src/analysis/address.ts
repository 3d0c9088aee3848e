// The address of the analysis board.
import type { PositionRef } from "../wire.ts";

interface Start {
  game: string;
  options: readonly [string, string][];
  position: string | null;
  title?: string;
}

/** With actions written out, with or without variations, and the path of a node. */
export function analysisAddress(
  { game, options, position, title = "" }: Start,
  actions: string,
  path: string,
): string {
  const query = new URLSearchParams();
  // A position tells its options.
  if (position !== null) query.set("p", position);
  else for (const [name, value] of options) query.append("o", `${name}:${value}`);
  if (title) query.set("t", title);
  if (actions) query.set("m", actions);
  return `/analyse/${game}${query.size > 0 ? `?${query}` : ""}${path ? `#${path}` : ""}`;
}

/** Of a position after some actions. */
export const placeAddress = (place: PositionRef): string =>
  analysisAddress(place, place.actions.join(" "), String(place.actions.length || ""));
