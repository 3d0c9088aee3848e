// Shut the Box: a wooden box lined with felt, nine hinged lids, two bone dice.

import { inner, rounded } from "../../board/geometry.ts";
import type { Piece, Site } from "../../wire.ts";
import { Die } from "../art.tsx";
import { Grain, Shade } from "../grain.tsx";
import type { ThemeParts } from "../types.ts";
import "./theme.css";

export const shutTheBox: ThemeParts = {
  defs: () => (
    <>
      <Grain id="shut-the-box-grain" unit={90} />
      <Shade id="shut-the-box-wood" stops={["#9a5f31", "#7a4722", "#8a5229"]} />
      <Shade id="shut-the-box-lid" stops={["#f0cf98", "#dcae6c"]} down />
      <Shade id="shut-the-box-shut" stops={["#5a3a22", "#4a2e1a"]} down />
      <radialGradient id="shut-the-box-felt">
        <stop offset="0" stop-color="#2f7a5b" />
        <stop offset="1" stop-color="#1c523c" />
      </radialGradient>
    </>
  ),
  region: (region) => {
    const path = rounded(region.outline, region.kind === "box" ? 26 : 14);
    return (
      <>
        <path class={region.kind} d={path} />
        {region.kind === "box" && <path fill="url(#shut-the-box-grain)" d={path} />}
      </>
    );
  },
  site: (site) => (site.kind === "lid" ? <Slot site={site} /> : null),
  piece: (piece, site) =>
    piece.kind === "lid" ? (
      <Lid piece={piece} site={site} />
    ) : (
      <Die face={piece.face} size={inner(site.shape) * 1.9} />
    ),
  // What the dice make together, between them.
  note: (layout, picture) => {
    const dice = picture.pieces.filter((p) => p.kind === "die");
    const at = layout.sites[dice[0]?.site ?? -1]?.at;
    if (!at || dice.length < 2) return undefined;
    const total = dice.reduce((sum, die) => sum + Number(die.face), 0);
    return (
      <g class="total" transform={`translate(${layout.width / 2 + 280} ${at.y})`}>
        <circle r={52} />
        <text font-size={64} dy={23}>
          {total}
        </text>
      </g>
    );
  },
};

function Slot({ site }: { site: Site }) {
  if (site.shape.type !== "rect") return null;
  const { width, height } = site.shape;
  return <rect class="slot" x={-width / 2} y={-height / 2} width={width} height={height} rx={8} />;
}

/** An open lid stands up and shows its number; a shut one lies in its slot. */
function Lid({ piece, site }: { piece: Piece; site: Site }) {
  if (site.shape.type !== "rect") return null;
  const { width, height } = site.shape;
  const open = piece.face === "open";
  const [w, h] = [width - 8, open ? height - 6 : height * 0.44];
  const top = open ? -height / 2 + 3 : height / 2 - h - 6;
  return (
    <>
      <rect class="shadow" x={-w / 2 + 3} y={top + 6} width={w} height={h} rx={8} />
      <rect class={`panel ${piece.face}`} x={-w / 2} y={top} width={w} height={h} rx={8} />
      {open && (
        <rect fill="url(#shut-the-box-grain)" x={-w / 2} y={top} width={w} height={h} rx={8} />
      )}
      <text
        class={`number ${piece.face}`}
        font-size={open ? 92 : 46}
        y={open ? 20 : top + h / 2 + 16}
      >
        {site.print}
      </text>
      {[-1, 1].map((side) => (
        <rect
          key={side}
          class="hinge"
          x={side * w * 0.28 - 8}
          y={height / 2 - 12}
          width={16}
          height={9}
          rx={2}
        />
      ))}
    </>
  );
}
