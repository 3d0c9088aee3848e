// The score card: every round or hand that is over, and what happened in the last one.
import { capital, nameOf } from "../../app/speak.ts";
import type { WholeView } from "../merge.ts";
import { type Stretch, scored, stretches } from "./scores.ts";
import { named } from "./turn.ts";

export const minus = (n: number) => (n < 0 ? `−${-n}` : `${n}`);
export const signed = (n: number) => (n > 0 ? `+${n}` : minus(n));

export function ScoreCard({ view }: { view: WholeView }) {
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

function Points({ view, all, last }: { view: WholeView; all: Stretch[]; last: Stretch }) {
  return (
    <div class="scroll" tabindex={0}>
      <table>
        <thead>
          <tr>
            <td />
            {view.seats.map((seat, i) => (
              <th key={seat.role} scope="col">
                <span class={`dot owner-${i}`} /> {capital(nameOf(view.seats, i))}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {all.slice(-8).map((stretch) => (
            <Row key={stretch.title} stretch={stretch} fresh={stretch === last} />
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">Total</th>
            {last.totals.map((total, i) => (
              <td key={i}>{minus(total)}</td>
            ))}
          </tr>
        </tfoot>
      </table>
    </div>
  );
}

function Row({ stretch, fresh }: { stretch: Stretch; fresh: boolean }) {
  return (
    <tr class={fresh ? "fresh" : ""}>
      <th scope="row">{stretch.title}</th>
      {stretch.points.map((points, i) => (
        <td key={i}>{signed(points)}</td>
      ))}
    </tr>
  );
}

function Notes({ view, last }: { view: WholeView; last: Stretch }) {
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
