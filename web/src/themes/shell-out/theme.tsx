// Shell-Out: blue fields between red alleys, scallop shells, counters under them.

import { inner, rounded } from "../../board/geometry.ts";
import type { Site } from "../../wire.ts";
import { Field, OwnerSign, Print } from "../art.tsx";
import { Shade } from "../grain.tsx";
import type { ThemeParts } from "../types.ts";
import "./theme.css";

export const shellOut: ThemeParts = {
  defs: () => (
    <>
      <Shade id="shell-out-board" stops={["#f6ead2", "#ecd9b4", "#f3e3c6"]} />
      <radialGradient id="shell-out-shine" cx="0.4" cy="0.25" r="0.9">
        <stop offset="0" stop-color="#fff" stop-opacity="0.65" />
        <stop offset="0.5" stop-color="#fff" stop-opacity="0" />
        <stop offset="1" stop-color="#000" stop-opacity="0.25" />
      </radialGradient>
    </>
  ),
  region: (region) => (
    <path
      class={`plate-${region.kind}`}
      d={rounded(region.outline, region.kind === "board" ? 16 : 9)}
    />
  ),
  site: (site) => (
    <>
      <Field
        shape={site.shape}
        by={site.kind === "centre" ? -1 : -1.6}
        name={`spot-${site.kind}${dead(site)}`}
      />
      {site.kind === "shell-out" ? (
        <path
          class={`star${dead(site)}`}
          d="M0-5.4 1.5-1.7 5.4-1.5 2.4 1 3.4 4.8 0 2.6-3.4 4.8-2.4 1-5.4-1.5-1.5-1.7Z"
        />
      ) : (
        site.print && <Print text={site.print} shape={site.shape} scale={0.9} />
      )}
    </>
  ),
  piece: (piece, site) => {
    const r = inner(site.shape) * 1.04;
    return (
      <>
        <ellipse class="shadow" cy={r * 0.5} rx={r} ry={r * 0.62} />
        <g transform={`scale(${r / 10})`}>
          <path class="shell" d={SHELL} />
          <path class="ridges" d="M0 8V-9M-1 8-5-7M1 8 5-7M-2 8-8.6-3M2 8 8.6-3" />
          <path fill="url(#shell-out-shine)" d={SHELL} />
          <path class="hinge" d="M-4 7.4H4L3 10.2H-3Z" />
        </g>
        {piece.owner !== null && (
          <g class="badge" transform={`translate(0 ${r * 0.05})`}>
            <circle r={r * 0.44} />
            {piece.face === "" ? (
              <OwnerSign owner={piece.owner} size={r * 0.27} />
            ) : (
              <text class="face" font-size={r * 0.55} dy={r * 0.2}>
                {piece.face}
              </text>
            )}
          </g>
        )}
      </>
    );
  },
  mark: (mark) => (mark.kind === "empty" ? null : undefined),
  tag: (mark, site) =>
    mark.kind === "empty" ? <EmptySign size={inner(site.shape) * 0.5} /> : undefined,
};

/** The mathematician's sign for nothing, at the shell's upper right. */
const EmptySign = ({ size }: { size: number }) => (
  <g class="known-empty" transform={`translate(${size * 1.6} ${-size * 1.6})`}>
    <circle r={size} />
    <path d={`M${-size * 1.1} ${size * 1.1} ${size * 1.1} ${-size * 1.1}`} />
  </g>
);

/** Nobody plays on a dead field, and its spots look like it. */
const dead = (site: Site) => (site.idle ? " dead" : "");

/** A scallop seen from above, ten high and wide from its middle. */
const SHELL =
  "M0-10C2-10.4 4-9.6 5.2-8.2 7.4-7.8 9-6 9.3-4 10.6-2 10.4.6 9 2.4 8 5 5.4 7.4 3 8.2H-3C-5.4 7.4-8 5-9 2.4-10.4.6-10.6-2-9.3-4-9-6-7.4-7.8-5.2-8.2-4-9.6-2-10.4 0-10Z";
