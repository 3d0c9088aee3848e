// Shapes that several themes share.

import { inner, outline } from "../board/geometry.ts";
import type { Shape } from "../wire.ts";

/** Twelve signs within a circle of radius 1. */
const SIGNS = [
  "M0-.85A.85.85 0 1 0 0 .85.85.85 0 1 0 0-.85Z",
  "M0-1 .85 0 0 1-.85 0Z",
  "M0-.95.9.7H-.9Z",
  "M-.75-.75H.75V.75H-.75Z",
  "M0-1 .26-.31 .98-.31 .4.13 .6.84 0 .42-.6.84-.4.13-.98-.31-.26-.31Z",
  "M-.3-1H.3V-.3H1V.3H.3V1H-.3V.3H-1V-.3H-.3Z",
  "M-.9-.7H.9L0 .95Z",
  "M0-.42.6-1 1-.6.42 0 1 .6.6 1 0 .42-.6 1-1 .6-.42 0-1-.6-.6-1Z",
  "M-1-.34H1V.34H-1Z",
  "M0-1A1 1 0 1 0 0 1 1 1 0 1 0 0-1ZM0-.5A.5.5 0 1 1 0 .5.5.5 0 1 1 0-.5Z",
  "M-.85-.9H.85L.12 0 .85.9H-.85L-.12 0Z",
  "M-.5-.45A.45.45 0 1 0-.5 .45.45.45 0 1 0-.5-.45ZM.5-.45A.45.45 0 1 0 .5 .45.45.45 0 1 0 .5-.45Z",
] as const;

/** The sign of an owner: colours alone do not tell players apart for everyone. */
export function OwnerSign({ owner, size }: { owner: number; size: number }) {
  return <path class="sign" d={SIGNS[owner % SIGNS.length] ?? ""} transform={`scale(${size})`} />;
}

/** A round piece with a rim, in its owner's colours. */
export function Disc({ r, owner }: { r: number; owner: number | null }) {
  return (
    <>
      <ellipse class="shadow" cx={0} cy={r * 0.14} rx={r * 1.02} ry={r} />
      <circle class="disc" r={r} />
      <circle class="rim" r={r * 0.82} stroke-width={r * 0.07} />
      <path
        class="gloss"
        d={`M${-r * 0.7} ${-r * 0.25}a${r * 0.75} ${r * 0.75} 0 0 1 ${r * 1.4} 0a${r * 0.9} ${r * 0.7} 0 0 0 ${-r * 1.4} 0Z`}
      />
      {owner !== null && <OwnerSign owner={owner} size={r * 0.34} />}
    </>
  );
}

const PIPS: Record<string, [number, number][]> = {
  1: [[0, 0]],
  2: [
    [-1, -1],
    [1, 1],
  ],
  3: [
    [-1, -1],
    [0, 0],
    [1, 1],
  ],
  4: [
    [-1, -1],
    [1, -1],
    [-1, 1],
    [1, 1],
  ],
  5: [
    [-1, -1],
    [1, -1],
    [0, 0],
    [-1, 1],
    [1, 1],
  ],
  6: [
    [-1, -1],
    [1, -1],
    [-1, 0],
    [1, 0],
    [-1, 1],
    [1, 1],
  ],
};

/** A die with its pips. */
export function Die({ face, size }: { face: string; size: number }) {
  const h = size / 2;
  return (
    <>
      <rect class="shadow" x={-h * 0.96} y={-h * 0.86} width={h * 2} height={h * 2} rx={h * 0.4} />
      <rect class="die" x={-h} y={-h} width={size} height={size} rx={h * 0.36} />
      <rect
        class="die-top"
        x={-h * 0.86}
        y={-h * 0.88}
        width={h * 1.72}
        height={h * 1.7}
        rx={h * 0.3}
      />
      {(PIPS[face] ?? []).map(([x, y]) => (
        <circle key={`${x}${y}`} class="eye" cx={x * h * 0.48} cy={y * h * 0.48} r={h * 0.165} />
      ))}
    </>
  );
}

/** A casting stick, its flat light side or its round dark side up. */
export function Stick({ face, width, height }: { face: string; width: number; height: number }) {
  const w = width / 2;
  const h = height / 2;
  const body = `M${-w} ${-h + w}Q${-w} ${-h} 0 ${-h}T${w} ${-h + w}V${h - w}Q${w} ${h} 0 ${h}T${-w} ${h - w}Z`;
  return (
    <>
      <path class="shadow" d={body} transform={`translate(${w * 0.25} ${w * 0.2})`} />
      <path class={`stick ${face}`} d={body} />
      {[-0.62, -0.2, 0.2, 0.62].map((at) => (
        <path key={at} class="notch" d={`M${-w * 0.75} ${at * h}H${w * 0.75}`} />
      ))}
      {face === "dark" && (
        <path class="gloss" d={`M${-w * 0.45} ${-h * 0.85}h${w * 0.35}v${h * 1.7}h${-w * 0.35}z`} />
      )}
    </>
  );
}

/** How many stand together. */
export function Count({ count, r }: { count: number; r: number }) {
  return (
    <g class="count" transform={`translate(${r * 0.8} ${-r * 0.7})`}>
      <circle r={r * 0.46} />
      <text font-size={r * 0.56} dy={r * 0.2}>
        {count}
      </text>
    </g>
  );
}

/** What is printed on a site. */
export function Print({
  text,
  shape,
  scale = 0.7,
}: {
  text: string;
  shape: Shape;
  scale?: number;
}) {
  const size = (inner(shape) * scale * 2) / Math.max(1.6, text.length * 0.62);
  return (
    <text class="print" font-size={Math.round(size)} dy={Math.round(size * 0.34)}>
      {text}
    </text>
  );
}

/** The site's own shape. */
export function Field({
  shape,
  by = 0,
  corner = 0,
  name = "field",
}: {
  shape: Shape;
  by?: number;
  corner?: number;
  name?: string;
}) {
  return <path class={name} d={outline(shape, by, corner)} />;
}

/** The sign of a seat beside a name: its colour and its figure. */
export function SeatSign({ owner }: { owner: number }) {
  return (
    <svg
      class={`token owner-${owner}`}
      viewBox="-12 -12 24 24"
      width="20"
      height="20"
      aria-hidden="true"
    >
      <circle class="disc" r="11" />
      <OwnerSign owner={owner} size={5} />
    </svg>
  );
}
