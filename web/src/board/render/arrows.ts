// Arrows: the way of a piece, and the direction in which several are pushed together.
import type { Theme } from "../../themes/index.ts";
import type { Choice, Layout, Picture, Point } from "../../wire.ts";
import { arrow, inner } from "../geometry.ts";
import { waysOf } from "../state/effects.ts";

const at = (layout: Layout, site: number): Point => layout.sites[site]?.at ?? { x: 0, y: 0 };

/** Where the piece stands that goes first from a site with several in a row, seen from its middle. */
export function frontOf(
  theme: Theme,
  layout: Layout,
  picture: Picture,
  site: number,
): Point | undefined {
  const count = picture.pieces.find((piece) => piece.site === site)?.count ?? 1;
  const place = layout.sites[site];
  return place && theme.spot?.(place, count - 1);
}

/** One arrow for each picked piece that a choice moves. */
export function wayArrows(theme: Theme, layout: Layout, picture: Picture, choice: Choice) {
  return waysOf(choice).map((way) => {
    const goal = layout.sites[way.to];
    const front = frontOf(theme, layout, picture, way.from) ?? { x: 0, y: 0 };
    const from = at(layout, way.from);
    const start = { x: from.x + front.x, y: from.y + front.y };
    return arrow(start, at(layout, way.to), goal ? inner(goal.shape) * 0.22 : 4);
  });
}

/** An arrow to press. */
export interface Push {
  path: string;
  /** Its middle, and how far from it a press still counts. */
  middle: Point;
  reach: number;
}

/**
 * The arrow of a move of several pieces: it starts at the piece that goes ahead and points onto the
 * site before it, so that the arrows of all directions lie on sites of their own.
 */
export function pushArrow(layout: Layout, choice: Choice): Push | null {
  const ways = waysOf(choice);
  const [first] = ways;
  if (!first || ways.length < 2) return null;
  const [a, b] = [at(layout, first.from), at(layout, first.to)];
  const length = Math.hypot(b.x - a.x, b.y - a.y) || 1;
  const [ux, uy] = [(b.x - a.x) / length, (b.y - a.y) / length];
  const ahead = (site: number) => at(layout, site).x * ux + at(layout, site).y * uy;
  const front = ways.reduce((best, way) => (ahead(way.from) > ahead(best.from) ? way : best));
  const site = layout.sites[front.from];
  const r = site ? inner(site.shape) : length / 2;
  const from = at(layout, front.from);
  const along = (by: number): Point => ({ x: from.x + ux * by, y: from.y + uy * by });
  return {
    path: arrow(along(r * 0.95), along(r * 2.85), r * 0.42),
    middle: along(r * 2),
    reach: r,
  };
}
