// Shout 7: hexagons on a slate board, glass pieces, pits around the rim.

import { inner, rounded } from "../../board/geometry.ts";
import type { Piece } from "../../wire.ts";
import { Count, Field, OwnerSign } from "../art.tsx";
import { Grain, SeatBall, Shade } from "../grain.tsx";
import type { ThemeParts } from "../types.ts";
import "./theme.css";

export const shout7: ThemeParts = {
  defs: () => (
    <>
      <Grain id="shout-7-grain" unit={24} />
      <Shade id="shout-7-frame" stops={["#a06a3a", "#7d4e27", "#92602f"]} />
      {[0, 1, 2, 3].map((seat) => (
        <SeatBall key={seat} id={`shout-7-${seat}`} seat={seat} />
      ))}
      <radialGradient id="shout-7-pit" cx="0.5" cy="0.35" r="0.65">
        <stop offset="0" stop-color="#1b0f06" />
        <stop offset="0.8" stop-color="#3a2210" />
        <stop offset="1" stop-color="#8a5a2c" />
      </radialGradient>
    </>
  ),
  region: (region) => {
    const path = rounded(region.outline, region.kind === "board" ? 14 : 4);
    return (
      <>
        <path class={`plate-${region.kind}`} d={path} />
        {region.kind === "board" && <path fill="url(#shout-7-grain)" d={path} />}
      </>
    );
  },
  site: (site) =>
    site.kind === "pot" ? (
      <Bowl r={inner(site.shape)} />
    ) : site.kind === "pit" ? (
      <Field shape={site.shape} name="pit" />
    ) : (
      <Field shape={site.shape} by={-0.5} corner={1.5} name="cell" />
    ),
  piece: (piece, site) => {
    if (site.kind === "pot") return <Heap piece={piece} r={inner(site.shape)} />;
    return <Bead piece={piece} r={inner(site.shape) * (site.kind === "pit" ? 0.95 : 0.8)} />;
  },
  mark: (mark, site) => (
    <Field shape={site.shape} by={-0.5} name={mark.kind === "row" ? "row-of-seven" : "threat"} />
  ),
};

function Bead({ piece, r }: { piece: Piece; r: number }) {
  return (
    <>
      <ellipse class="shadow" cx={r * 0.06} cy={r * 0.16} rx={r} ry={r} />
      <circle class="glass" r={r} />
      <ellipse class="gloss" cx={-r * 0.25} cy={-r * 0.42} rx={r * 0.42} ry={r * 0.24} />
      {piece.owner !== null && <OwnerSign owner={piece.owner} size={r * 0.36} />}
    </>
  );
}

/** A turned bowl for the pieces that wait. */
function Bowl({ r }: { r: number }) {
  return (
    <>
      <ellipse class="shadow" cx={r * 0.04} cy={r * 0.08} rx={r} ry={r} />
      <circle class="bowl" r={r} />
      <circle class="hollow" r={r * 0.84} />
    </>
  );
}

const HEAP = [
  [0.42, 0.24],
  [-0.42, 0.24],
  [0, -0.48],
  [0.42, -0.24],
  [-0.42, -0.24],
  [0, 0.48],
  [0, 0],
] as const;

/** A few pieces stand for all; how many there are is written over them. */
function Heap({ piece, r }: { piece: Piece; r: number }) {
  return (
    <>
      {HEAP.slice(0, piece.count).map(([x, y]) => (
        <g key={`${x} ${y}`} transform={`translate(${x * r} ${y * r})`}>
          <Bead piece={piece} r={r * 0.3} />
        </g>
      ))}
      <Count count={piece.count} r={r * 0.8} />
    </>
  );
}
