// Senet: a papyrus board, cones against spools, four casting sticks.

import { inner, rounded } from "../../board/geometry.ts";
import type { Layout, Picture, Piece, Point, Site } from "../../wire.ts";
import { Count, Field, Stick } from "../art.tsx";
import { Grain, SeatBall, Shade } from "../grain.tsx";
import type { ThemeParts } from "../types.ts";
import "./theme.css";

export const senet: ThemeParts = {
  upright: sticksBeside,
  defs: () => (
    <>
      <Grain id="senet-fibre" unit={40} tone="#7a5a22" />
      <Shade id="senet-papyrus" stops={["#f2e2b6", "#e3cc92", "#ecd8a5"]} />
      <Shade id="senet-case" stops={["#2f4d5e", "#223a49", "#2b4656"]} />
      <Shade id="senet-wood" stops={["#b58a52", "#9a7140", "#a97d49"]} />
      <SeatBall id="senet-black" seat={0} />
      <SeatBall id="senet-white" seat={1} />
    </>
  ),
  region: (region) => {
    const path = rounded(region.outline, 12);
    return <path class="case" d={path} />;
  },
  site: (site) => {
    if (site.kind === "stick") return <Field shape={site.shape} corner={16} name="rest" />;
    if (site.kind === "plinth") return <Field shape={site.shape} corner={14} name="plinth" />;
    return (
      <>
        <Field shape={site.shape} name="square" />
        <path fill="url(#senet-fibre)" d="M-50-50H50V50H-50Z" />
        <Glyph site={site} />
      </>
    );
  },
  piece: (piece, site) => {
    if (piece.kind === "stick") {
      const { shape } = site;
      if (shape.type !== "rect") return null;
      return <Stick face={piece.face} width={shape.width} height={shape.height} />;
    }
    return site.kind === "plinth" ? (
      <Row piece={piece} site={site} />
    ) : (
      <Pawn piece={piece} r={inner(site.shape)} />
    );
  },
  note: (layout, picture) => (
    <>
      <Travel layout={layout} />
      <Goals layout={layout} picture={picture} />
      <Thrown layout={layout} picture={picture} />
    </>
  ),
  spot: (site, nth) => (site.kind === "plinth" ? rowPlace(site, nth) : undefined),
  mark: (mark, site) =>
    mark.kind === "safe" ? <circle class="safe" r={inner(site.shape) * 0.86} /> : undefined,
};

/** The sticks two by two beside the board instead of below it, where a phone shows them at once. */
function sticksBeside(turned: Layout): Layout {
  const rows = turned.sites.filter((site) => /^\d+$/.test(site.name)).map((site) => site.at.y);
  const [top, bottom] = [Math.min(...rows), Math.max(...rows)];
  let sticks = 0;
  const sites = turned.sites.map((site): Site => {
    const { shape } = site;
    if (site.kind !== "stick" || shape.type !== "rect") return site;
    const [column, line] = [sticks % 2, Math.floor(sticks++ / 2)];
    const [height, width] = [shape.width, shape.height];
    const x = turned.width + 10 + 50 * column;
    const y = (top + bottom) / 2 + (line - 0.5) * (height + 20);
    return { ...site, at: { x, y }, shape: { type: "rect", width, height } };
  });
  return { ...turned, width: turned.width + 110, height: top + bottom, sites };
}

/** The signs of the marked squares: the circle, the water, three strokes, two, one. */
function Glyph({ site }: { site: Site }) {
  const strokes = site.print?.match(/^I+$/)?.[0].length ?? 0;
  if (site.print === "circle") {
    return (
      <g class="glyph">
        <circle r={32} />
        <circle r={22} />
        <circle class="full" r={9} />
      </g>
    );
  }
  if (site.print === "water") {
    const wave = (y: number) => `M-36 ${y}l9-9 9 9 9-9 9 9 9-9 9 9 9-9 9 9`;
    return <path class="glyph water" d={[-18, 4, 26].map(wave).join("")} />;
  }
  const xs = Array.from({ length: strokes }, (_, i) => (i - (strokes - 1) / 2) * 20);
  if (strokes) return <path class="glyph thick" d={xs.map((x) => `M${x}-26V26`).join("")} />;
  return null;
}

/** The way of the pieces: down the numbers, from 30 to 1. */
function Travel({ layout }: { layout: Layout }) {
  const squares = layout.sites.filter((s) => /^\d+$/.test(s.name)).reverse();
  const way = squares.map((s) => `${s.at.x} ${s.at.y}`).join("L");
  const [goal, before] = [squares.at(-1)?.at, squares.at(-2)?.at];
  if (!goal || !before) return null;
  const [dx, dy] = [Math.sign(goal.x - before.x), Math.sign(goal.y - before.y)];
  const tip = `M${goal.x - 18 * dx - 12 * dy} ${goal.y - 18 * dy - 12 * dx}L${goal.x} ${goal.y}L${goal.x - 18 * dx + 12 * dy} ${goal.y - 18 * dy + 12 * dx}`;
  return <path class="travel" d={`M${way}${tip}`} />;
}

/** Whose square it is to fill, once that is settled: a dot in the player's colour in its corner. */
function Goals({ layout, picture }: { layout: Layout; picture: Picture }) {
  const { stats } = picture;
  const odd = stats.find((stat) => stat.name === "odd squares")?.seat;
  if (odd == null) return null;
  return (
    <g class="goals">
      {layout.sites
        .filter((site) => /^\d+$/.test(site.name) && Number(site.name) <= 20)
        .map((site) => (
          <circle
            key={site.name}
            class={`owner-${Number(site.name) % 2 === 1 ? odd : 1 - odd}`}
            cx={site.at.x + 36}
            cy={site.at.y - 36}
            r={9}
          />
        ))}
    </g>
  );
}

/** What the sticks count, above them. */
function Thrown({ layout, picture }: { layout: Layout; picture: Picture }) {
  const sticks = picture.pieces.filter((p) => p.kind === "stick");
  const first = layout.sites[sticks[0]?.site ?? -1];
  const last = layout.sites[sticks.at(-1)?.site ?? -1];
  if (!first || !last || first.shape.type !== "rect") return null;
  const light = sticks.filter((p) => p.face === "light").length;
  const { height } = first.shape;
  const x = (first.at.x + last.at.x) / 2;
  const y = Math.min(first.at.y, last.at.y) - height / 2 - 46;
  return (
    <g class="total" transform={`translate(${x} ${y})`}>
      <circle r={34} />
      <text font-size={44} dy={15}>
        {light || 5}
      </text>
    </g>
  );
}

/** Where the nth of the pieces that wait stands. */
function rowPlace(site: Site, nth: number): Point {
  const { width, height } = site.shape.type === "rect" ? site.shape : { width: 100, height: 0 };
  const along = (nth - 4.5) * (Math.max(width, height) / 11);
  return width > height ? { x: along, y: 0 } : { x: 0, y: along };
}

/** Pieces that wait stand side by side. */
function Row({ piece, site }: { piece: Piece; site: Site }) {
  return (
    <>
      {Array.from({ length: piece.count }, (_, i) => (
        <g
          key={i}
          class="one"
          transform={`translate(${rowPlace(site, i).x} ${rowPlace(site, i).y})`}
        >
          <g>
            <Pawn piece={{ ...piece, count: 1 }} r={inner(site.shape) * 0.95} />
          </g>
        </g>
      ))}
    </>
  );
}

/** Black plays cones, White plays spools: their outlines differ, not only their colours. */
function Pawn({ piece, r }: { piece: Piece; r: number }) {
  const spool = `M${-r * 0.56} ${-r * 0.55}h${r * 1.12}c${-r * 0.1} ${r * 0.3} ${-r * 0.3} ${r * 0.3} ${-r * 0.3} ${r * 0.55}s${r * 0.25} ${r * 0.3} ${r * 0.34} ${r * 0.62}h${-r * 1.2}c${r * 0.1} ${-r * 0.32} ${r * 0.34} ${-r * 0.36} ${r * 0.34} ${-r * 0.62}s${-r * 0.2} ${-r * 0.25} ${-r * 0.3} ${-r * 0.55}Z`;
  const cone = `M0 ${-r * 0.8}c${r * 0.22} 0 ${r * 0.26} ${r * 0.3} ${r * 0.1} ${r * 0.4}c${r * 0.25} ${r * 0.4} ${r * 0.35} ${r * 0.7} ${r * 0.52} ${r * 1.02}h${-r * 1.24}c${r * 0.17} ${-r * 0.32} ${r * 0.27} ${-r * 0.62} ${r * 0.52} ${-r * 1.02}c${-r * 0.16} ${-r * 0.1} ${-r * 0.12} ${-r * 0.4} ${r * 0.1} ${-r * 0.4}Z`;
  const black = piece.owner === 0;
  return (
    <>
      <ellipse class="shadow" cy={r * 0.6} rx={r * 0.7} ry={r * 0.2} />
      <path class="pawn" d={black ? cone : spool} />
      {!black && <ellipse class="cap" cy={-r * 0.55} rx={r * 0.56} ry={r * 0.13} />}
      {piece.count > 1 && <Count count={piece.count} r={r * 0.8} />}
    </>
  );
}
