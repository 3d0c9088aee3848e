// A table view holds only what is new; here it is put together with what was known.
import type { Layout, LogLine, TableView } from "../wire.ts";

/** A table view with everything in it. */
export type WholeView = TableView & { layout: Layout };

/** What is known after `next`. Null while the board has not been sent. */
export function merge(known: WholeView | null, next: TableView): WholeView | null {
  const layout = next.layout ?? known?.layout ?? null;
  if (!layout) return null;
  if (next.whole || !known) return { ...next, layout };
  const last = known.chat.at(-1)?.sequence ?? -1;
  const chat = [...known.chat, ...next.chat.filter((line) => line.sequence > last)];
  // What one pair of eyes was told must not stay on the screen for another.
  const log = known.eyes === next.eyes ? known.log : [];
  return { ...next, layout, chat, log: mergeLog(log, next.log, next.ply), whole: true };
}

/** A line whose ply is already there replaces it and all after it. */
function mergeLog(known: LogLine[], next: LogLine[], ply: number): LogLine[] {
  const first = next[0]?.ply ?? Number.POSITIVE_INFINITY;
  return [...known.filter((line) => line.ply < first), ...next].filter((line) => line.ply <= ply);
}
