// The colours of the seats, as the board brings them.
import type { Layout } from "../wire.ts";

/** No table seats more. */
const MOST = 12;

/** Variables for the style sheet, which paints what is somebody's with them. */
export function seatColours(layout: Layout): Record<string, string> {
  const colours: Record<string, string> = {};
  for (let seat = 0; seat < MOST; seat++) {
    const paint = layout.seats[seat % layout.seats.length];
    if (!paint) continue;
    colours[`--fill-${seat}`] = paint.fill;
    colours[`--edge-${seat}`] = paint.edge;
    colours[`--ink-${seat}`] = paint.ink;
  }
  return colours;
}
