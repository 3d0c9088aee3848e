// Outwit: a board of two woods, turned wooden chips in two shades, a brass dot on the power chip.

import { inner, polygon, rounded } from "../../board/geometry.ts";
import { Field } from "../art.tsx";
import { Ball, Grain, SeatBall, Shade } from "../grain.tsx";
import type { ThemeParts } from "../types.ts";
import "./theme.css";

export const outwit: ThemeParts = {
  defs: () => (
    <>
      <Grain id="outwit-grain" unit={60} />
      <Shade id="outwit-frame" stops={["#8a5a33", "#6d4324", "#7d4f2b"]} />
      <Shade id="outwit-field" stops={["#dcb785", "#cfa46c", "#d8b07b"]} />
      <SeatBall id="outwit-light" seat={0} />
      <SeatBall id="outwit-dark" seat={1} />
      <Ball id="outwit-brass" stops={["#fff0b0", "#e2b33c", "#8d6414"]} />
    </>
  ),
  region: (region, layout) => {
    if (region.kind !== "board") {
      return <path class="corner" d={polygon(region.outline)} />;
    }
    const frame = rounded(region.outline, 14);
    const xs = layout.sites.map((s) => s.at.x);
    const ys = layout.sites.map((s) => s.at.y);
    const half = layout.sites[0] ? inner(layout.sites[0].shape) : 0;
    const [left, top] = [Math.min(...xs) - half, Math.min(...ys) - half];
    const box = {
      x: left,
      y: top,
      width: Math.max(...xs) + half - left,
      height: Math.max(...ys) + half - top,
    };
    return (
      <>
        <path class="frame" d={frame} />
        <path fill="url(#outwit-grain)" d={frame} />
        <rect class="inlay" {...box} />
        <rect fill="url(#outwit-grain)" {...box} />
      </>
    );
  },
  site: (site) => (
    <>
      <Field shape={site.shape} name="square" />
      {site.kind.endsWith("-dot") && <circle class="dot" r={inner(site.shape) * 0.2} />}
    </>
  ),
  piece: (piece, site) => {
    const r = inner(site.shape) * 0.8;
    return (
      <>
        <ellipse class="shadow" cx={r * 0.07} cy={r * 0.15} rx={r * 1.02} ry={r * 1.01} />
        <circle class="chip" r={r} />
        <circle class="groove" r={r * 0.82} />
        <circle class="groove" r={r * 0.52} />
        {piece.kind === "power" && (
          <>
            <circle class="brass" r={r * 0.34} />
            <circle class="spark" cx={-r * 0.1} cy={-r * 0.12} r={r * 0.09} />
          </>
        )}
      </>
    );
  },
};
