// The names of the places, as moves are written.

import { memo } from "../../app/memo.ts";
import type { Settings } from "../../app/settings.ts";
import type { Layout, Site } from "../../wire.ts";
import { inner } from "../geometry.ts";
import { Silent } from "./Silent.tsx";

type Coordinates = Settings["coordinates"];

export const Names = memo(({ layout, shown }: { layout: Layout; shown: Coordinates }) => {
  if (shown === "none") return null;
  const named = layout.sites.filter((s) => /^[a-z]?\d+$/.test(s.name) && s.print !== s.name);
  const lettered = named.filter((s) => /^[a-z]/.test(s.name));
  const chequered = lettered.length > 0 && named.every((s) => s.shape.type === "rect");
  // Of rows of letters the ends say enough; squares that have only numbers need them all.
  const written = shown === "all" || lettered.length === 0 ? named : rowEnds(lettered);
  return (
    <Silent class="names">
      {chequered ? (
        <Rim sites={named} />
      ) : (
        written.map((site) => <Name key={site.name} site={site} />)
      )}
    </Silent>
  );
});

/** Where rows of letters begin and end; a sign that is printed on a place would be written over. */
function rowEnds(sites: readonly Site[]): Site[] {
  const number = (site: Site) => Number(site.name.slice(1));
  const rows = new Map<string, Site[]>();
  for (const site of sites) {
    if (site.print) continue;
    const letter = site.name.slice(0, 1);
    rows.set(letter, [...(rows.get(letter) ?? []), site]);
  }
  return [...rows.values()].flatMap((row) => {
    const sorted = [...row].sort((a, b) => number(a) - number(b));
    return [...new Set([sorted[0], sorted.at(-1)])].filter((site) => site !== undefined);
  });
}

/** Letters below and numbers beside a board of squares. */
function Rim({ sites }: { sites: Site[] }) {
  const low = Math.max(...sites.map((s) => s.at.y));
  const left = Math.min(...sites.map((s) => s.at.x));
  return (
    <>
      {sites
        .filter((s) => s.at.y === low)
        .map((s) => (
          <text
            key={s.name}
            class="edge-name"
            x={s.at.x}
            y={low + inner(s.shape) * 1.65}
            font-size={inner(s.shape) * 0.5}
          >
            {s.name.slice(0, 1)}
          </text>
        ))}
      {sites
        .filter((s) => s.at.x === left)
        .map((s) => (
          <text
            key={s.name}
            class="edge-name"
            x={left - inner(s.shape) * 1.45}
            y={s.at.y + inner(s.shape) * 0.18}
            font-size={inner(s.shape) * 0.5}
          >
            {s.name.slice(1)}
          </text>
        ))}
    </>
  );
}

/** A name on its own place: in the corner of a square, in the middle of anything else, and below a sign. */
function Name({ site }: { site: Site }) {
  const r = inner(site.shape);
  const square = site.shape.type === "rect";
  const [x, y] = square ? [-r * 0.92, -r * 0.62] : [0, r * (site.print ? 0.95 : 0.24)];
  return (
    <text
      x={site.at.x + x}
      y={site.at.y + y}
      font-size={r * (square ? 0.34 : site.print ? 0.5 : 0.7)}
      class={square ? "corner-name" : "middle-name"}
    >
      {site.name}
    </text>
  );
}
