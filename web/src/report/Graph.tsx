// Everybody's share of the win over the game, as bands: the first player's at the bottom.
import { capital, nameOf, personal } from "../app/speak.ts";
import type { Replay, Report } from "../wire.ts";
import { HEIGHT, PlySlider, plyX, WIDTH } from "./PlySlider.tsx";
import { points } from "./words.ts";

/** Room for the marks above the bands. */
const TOP = 26;

export function Graph(props: {
  report: Report;
  replay: Replay;
  at: number;
  to: (ply: number) => void;
}) {
  const { report, replay, at, to } = props;
  const shares = [report.start, ...report.steps.map((step) => step.shares)];
  const end = shares.length - 1;
  const x = (ply: number) => plyX(ply, end);
  const y = (share: number) => TOP + (HEIGHT - TOP) * (1 - Math.min(1, Math.max(0, share)));
  const now = shares[at] ?? report.start;
  const spoken = replay.seats
    .map((_, seat) => `${capital(nameOf(replay.seats, seat))} ${points(now[seat] ?? 0)}%`)
    .join(", ");
  return (
    <PlySlider label="Everybody's share of the win" spoken={spoken} at={at} end={end} to={to}>
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
    </PlySlider>
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
