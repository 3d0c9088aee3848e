// The names of places that a sentence speaks of.
import { memo } from "../../app/memo.ts";
import type { Layout, Picture, Point, Site } from "../../wire.ts";
import { inner } from "../geometry.ts";
import { Silent } from "./Silent.tsx";

/** The names of places that a sentence speaks of, over everything, so that nobody has to count. */
export const Mentioned = memo(
  ({ layout, picture, words }: { layout: Layout; picture: Picture; words: string }) => {
    const spoken = new Set(words.match(/\b[a-z]\d{1,2}\b/g));
    const sites = layout.sites.filter((s) => spoken.has(s.name) && s.print !== s.name);
    const pieces = picture.pieces.flatMap((piece) => layout.sites[piece.site] ?? []);
    const written: Point[] = [];
    return (
      <Silent class="mentioned">
        {sites.map((site) => {
          const { x, y } = besideSite(site, pieces, written);
          written.push({ x, y });
          return (
            <text key={site.name} x={x} y={y} font-size={inner(site.shape) * 0.8}>
              {site.name}
            </text>
          );
        })}
      </Silent>
    );
  },
);

/** Where a name stands around its site: where it covers the least of the pieces, and no other name. */
export function besideSite(
  { at, shape }: Site,
  pieces: readonly Site[],
  written: readonly Point[] = [],
): Point {
  const r = inner(shape);
  // Below is where it is looked for; the name stands on its base line, so its middle is higher.
  const places: [number, number][] = [
    [0, 1.15],
    [0, -1.15],
    [1.5, 0],
    [-1.5, 0],
  ];
  const line = r * 0.28;
  const cost = ([right, down]: [number, number], order: number) => {
    const [x, y] = [at.x + right * r, at.y + down * r];
    const covered = pieces.reduce((sum, piece) => {
      const far = Math.hypot((piece.at.x - x) / 1.4, piece.at.y - y);
      return sum + Math.max(0, inner(piece.shape) * 1.8 - far);
    }, 0);
    const clash = written.some(
      (name) => Math.abs(name.x - x) < r * 1.5 && Math.abs(name.y - line - y) < r,
    );
    return covered + (clash ? 100 * r : 0) + (order < 2 ? 0 : r * 0.5);
  };
  const costs = places.map(cost);
  const [right, down] = places[costs.indexOf(Math.min(...costs))] ?? [0, 1.15];
  return { x: at.x + right * r, y: at.y + down * r + line };
}
