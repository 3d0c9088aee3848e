// The score card: every round or hand that is over, and what happened in the last one.
import "./scores.css";
import { minus, signed } from "../../app/format.ts";
import { capital, nameOf } from "../../app/speak.ts";
import { SeatSign } from "../../themes/art.tsx";
import type { TableView } from "../../wire.ts";
import { runningPoints, type Stretch, scored, stretches } from "./scores.ts";
import { named } from "./turn.ts";

export function ScoreCard({ view }: { view: TableView }) {
  const all = stretches(view.log, view.seats.length);
  const last = all.at(-1);
  if (!last) return null;
  return (
    <section class="score-card" aria-label="Score card">
      {scored(view.log) && <Points view={view} all={all} last={last} />}
      <Notes view={view} last={last} />
    </section>
  );
}

function Points({ view, all, last }: { view: TableView; all: Stretch[]; last: Stretch }) {
  // The sum is the same as beside the players: what the running hand has brought counts, too.
  const running = runningPoints(view.log, view.seats.length);
  const word = last.title.split(" ")[0] ?? "";
  return (
    <section class="scroll" aria-label="Points" tabindex={0}>
      <table>
        <thead>
          <tr>
            <td />
            {view.seats.map((seat, i) => (
              <th key={seat.role} scope="col" title={capital(nameOf(view.seats, i))}>
                <SeatSign owner={i} />{" "}
                {/* Names cut to the same few letters would tell nobody apart. */}
                <span class={view.seats.length > 3 ? "sr-only" : ""}>
                  {capital(nameOf(view.seats, i))}
                </span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {all.slice(-8).map((stretch) => (
            <Row
              key={stretch.title}
              title={stretch.title}
              points={stretch.points}
              fresh={stretch === last}
            />
          ))}
          {running.some((points) => points !== 0) && (
            <Row title={`${word} ${all.length + 1} so far`} points={running} fresh={false} />
          )}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">Total</th>
            {last.totals.map((total, i) => (
              <td key={i}>{minus(total + (running[i] ?? 0))}</td>
            ))}
          </tr>
        </tfoot>
      </table>
    </section>
  );
}

function Row(props: { title: string; points: number[]; fresh: boolean }) {
  return (
    <tr class={props.fresh ? "fresh" : ""}>
      <th scope="row">{props.title}</th>
      {props.points.map((points, i) => (
        <td key={i}>{signed(points)}</td>
      ))}
    </tr>
  );
}

function Notes({ view, last }: { view: TableView; last: Stretch }) {
  return (
    <details>
      <summary>What happened in {last.title.toLowerCase()}</summary>
      <ul>
        {last.notes.map((line) => (
          <li key={line.ply}>{named(view, line.words)}</li>
        ))}
      </ul>
    </details>
  );
}
