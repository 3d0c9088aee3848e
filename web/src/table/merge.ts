// A table view holds only what is new; here it is put together with what was known.
import type { Layout, LogLine, TableView } from "../wire.ts";

/** A table view with everything in it. */
export type WholeView = TableView & { layout: Layout };

/** What is known after `next`. Null while the board has not been sent. */
export function merge(known: WholeView | null, next: TableView): WholeView | null {
  const layout = boardOf(known, next);
  if (!layout) return null;
  if (next.whole || !known) return { ...next, layout };
  const last = known.chat.at(-1)?.sequence ?? -1;
  const chat = [...known.chat, ...next.chat.filter((line) => line.sequence > last)];
  // What one pair of eyes was told must not stay on the screen for another.
  const log = known.viewer === next.viewer ? known.log : [];
  return { ...next, layout, chat, log: mergeLog(log, next.log, next.ply), whole: true };
}

/**
 * The board to paint on. An equal board stays the very same, so that pieces can be seen moving on
 * it; and on a shared screen without secrets it does not turn around at every move.
 */
function boardOf(known: WholeView | null, next: TableView): Layout | null {
  if (!next.layout || !known) return next.layout ?? known?.layout ?? null;
  const shared = known.yours.length > 1 && next.yours.length > 1;
  const covered = known.pass_to !== null || next.pass_to !== null;
  const names = (layout: Layout) => layout.sites.map((site) => site.name).join(" ");
  if (shared && !covered && names(known.layout) === names(next.layout)) return known.layout;
  return JSON.stringify(known.layout) === JSON.stringify(next.layout) ? known.layout : next.layout;
}

/** A line whose ply is already there replaces it and all after it. */
function mergeLog(known: LogLine[], next: LogLine[], ply: number): LogLine[] {
  const first = next[0]?.ply ?? Number.POSITIVE_INFINITY;
  return [...known.filter((line) => line.ply < first), ...next].filter((line) => line.ply <= ply);
}
