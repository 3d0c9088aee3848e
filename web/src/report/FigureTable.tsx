// A picture of a game as a table, for those who cannot see it: a row for each move, a column for each seat.
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { capital, nameOf } from "../app/speak.ts";
import type { SeatView } from "../wire.ts";

export function FigureTable(props: {
  summary: string;
  /** What the figures are. */
  label: string;
  seats: readonly SeatView[];
  /** The head of one more column. */
  more?: string;
  /** The rows; made when the table is open. */
  rows: () => ComponentChildren;
}) {
  const [open, setOpen] = useState(false);
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{props.summary}</summary>
      {open && (
        <section class="as-table" aria-label={props.label} tabindex={0}>
          <table>
            <thead>
              <tr>
                <th scope="col">Move</th>
                {props.seats.map((view, seat) => (
                  <th scope="col" key={view.role}>
                    {capital(nameOf(props.seats, seat))}
                  </th>
                ))}
                {props.more && <th scope="col">{props.more}</th>}
              </tr>
            </thead>
            <tbody>{props.rows()}</tbody>
          </table>
        </section>
      )}
    </details>
  );
}
