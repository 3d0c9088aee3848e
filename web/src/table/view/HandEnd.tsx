// The end of a hand or round, with what it was worth: it stays until it was seen, or for some seconds once others went on.
import { minus, signed } from "../../app/format.ts";
import { capital, nameOf } from "../../app/speak.ts";
import { SeatSign } from "../../themes/art.tsx";
import type { TableView } from "../../wire.ts";
import { stretches } from "./scores.ts";

export function HandEnd({ view, onGoOn }: { view: TableView; onGoOn: () => void }) {
  const last = stretches(view.log, view.seats.length).at(-1);
  const scored = last && last.ply === view.ply ? last : null;
  return (
    <div class="notice hand-end" role="status">
      <p>
        <strong>{scored ? `${scored.title} is over.` : "Look at this first."}</strong>{" "}
        {scored?.points.map((points, seat) => (
          <span key={seat} class="sum">
            <SeatSign owner={seat} /> {capital(nameOf(view.seats, seat))} {signed(points)}, now{" "}
            {minus(scored.totals[seat] ?? 0)}
          </span>
        ))}
      </p>
      <button type="button" class="primary" onClick={onGoOn}>
        Go on
      </button>
    </div>
  );
}
