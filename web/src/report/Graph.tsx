// Everybody's share of the win over the game, as bands: the first player's at the bottom.
import type { TargetedKeyboardEvent } from "preact";
import { useRef } from "preact/hooks";
import { capital, nameOf, personal } from "../app/speak.ts";
import type { Replay, Report } from "../wire.ts";
import { points } from "./words.ts";

const WIDTH = 1000;
const HEIGHT = 260;
/** Room for the marks above the bands. */
const TOP = 26;

export function Graph(props: {
  report: Report;
  replay: Replay;
  at: number;
  to: (ply: number) => void;
}) {
  const { report, replay, at, to } = props;
  const box = useRef<HTMLDivElement>(null);
  const shares = [report.start, ...report.steps.map((step) => step.shares)];
  const end = shares.length - 1;
  const x = (ply: number) => (WIDTH * ply) / Math.max(1, end);
  const y = (share: number) => TOP + (HEIGHT - TOP) * (1 - Math.min(1, Math.max(0, share)));
  const pick = (event: MouseEvent) => {
    const frame = box.current?.getBoundingClientRect();
    if (!frame) return;
    const part = (event.clientX - frame.left) / frame.width;
    to(Math.min(end, Math.max(0, Math.round(part * end))));
  };
  const onKey = (event: TargetedKeyboardEvent<HTMLDivElement>) => {
    const next = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: end }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    // The page's own arrow keys go from turn to turn.
    event.stopPropagation();
    to(Math.min(end, Math.max(0, next)));
  };
  const now = shares[at] ?? report.start;
  const spoken = replay.seats
    .map((_, seat) => `${capital(nameOf(replay.seats, seat))} ${points(now[seat] ?? 0)}%`)
    .join(", ");
  return (
    <div
      ref={box}
      class="share-graph"
      role="slider"
      tabIndex={0}
      aria-label="Everybody's share of the win"
      aria-valuemin={0}
      aria-valuemax={end}
      aria-valuenow={at}
      aria-valuetext={`After ${at} of ${end}: ${spoken}`}
      onClick={pick}
      onKeyDown={onKey}
    >
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
        {bands(shares).map((band, seat) => (
          <polygon
            key={seat}
            points={outline(band, x, y)}
            style={{ fill: `var(--fill-${seat})`, stroke: `var(--edge-${seat})` }}
          />
        ))}
        <path class="middle" d={`M0 ${y(0.5)}H${WIDTH}`} />
        {report.moments.map((moment) => (
          <g key={`${moment.ply}-${moment.seat}`} class={`graph-mark ${moment.kind}`}>
            <title>{personal(moment.words, replay.seats, null)}</title>
            <path d={`M${x(moment.ply)} ${TOP}V${HEIGHT}`} />
            <path
              class="flag"
              d={
                moment.kind === "error"
                  ? `M${x(moment.ply) - 9} 4H${x(moment.ply) + 9}L${x(moment.ply)} ${TOP}Z`
                  : `M${x(moment.ply)} 2L${x(moment.ply) + 8} 13L${x(moment.ply)} 24L${x(moment.ply) - 8} 13Z`
              }
            />
          </g>
        ))}
        <path class="here" d={`M${x(at)} 0V${HEIGHT}`} />
      </svg>
    </div>
  );
}

interface Band {
  below: number[];
  above: number[];
}

/** Each player's band: where it begins and ends after each action. */
function bands(shares: readonly number[][]): Band[] {
  const seats = shares[0]?.length ?? 0;
  let below = shares.map(() => 0);
  return Array.from({ length: seats }, (_, seat) => {
    const above = below.map((from, ply) => from + (shares[ply]?.[seat] ?? 0));
    const band = { below, above };
    below = above;
    return band;
  });
}

function outline(band: Band, x: (ply: number) => number, y: (share: number) => number): string {
  const at = (share: number, ply: number) => `${x(ply).toFixed(1)},${y(share).toFixed(1)}`;
  const up = band.above.map(at);
  const down = band.below.map(at).reverse();
  return [...up, ...down].join(" ");
}
