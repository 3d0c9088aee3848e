// A table comes whole at first, and then in parts; here they are put together.
import type { Choice, Layout, ServerMessage, TableView } from "../wire.ts";
import { follow } from "./delta.ts";
import { readable, reader } from "./labels.ts";

/** The messages that tell something of a table. */
export type TableMessage = Exclude<
  ServerMessage,
  { type: "done" | "guide" | "hint" | "verdict" | "error" | "pong" }
>;

/**
 * What is known after `message`; null while no table was sent. What the message does not touch stays the
 * very same, so that a half-made move outlives a line of talk.
 */
export function merge(known: TableView | null, message: TableMessage): TableView | null {
  if (message.type === "table") {
    const { layout, templates } = message.table;
    const table = readable(message.table, reader(templates ?? [], layout?.sites ?? []));
    return { ...table, layout: boardOf(known, table), choices: choicesOf(known, table) };
  }
  if (!known) return null;
  switch (message.type) {
    case "board":
      return follow(known, message);
    case "seats":
      return { ...known, seats: message.seats };
    case "spectators":
      return { ...known, spectators: message.spectators };
    case "clocks":
      return {
        ...known,
        running: message.running,
        seats: known.seats.map((seat, i) => ({ ...seat, clock: message.left[i] ?? null })),
      };
    case "chat":
      return { ...known, chat: [...known.chat, ...message.lines] };
    case "offers":
      return { ...known, offers: message.offers };
    case "you":
      return { ...known, ...message.you };
  }
}

/**
 * The board to paint on. An equal board stays the very same, so that pieces can be seen moving on
 * it; and on a shared screen without secrets it does not turn around at every move.
 */
function boardOf(known: TableView | null, next: TableView): Layout {
  if (!known) return next.layout;
  const shared = known.yours.length > 1 && next.yours.length > 1;
  const covered = known.pass_to !== null || next.pass_to !== null;
  const names = (layout: Layout) => layout.sites.map((site) => site.name).join(" ");
  if (shared && !covered && names(known.layout) === names(next.layout)) return known.layout;
  return JSON.stringify(known.layout) === JSON.stringify(next.layout) ? known.layout : next.layout;
}

/** A line that was lost and found again leaves a half-made move alone, too. */
function choicesOf(known: TableView | null, next: TableView): Choice[] {
  const same =
    known?.viewer === next.viewer && known.ply === next.ply && known.rewinds === next.rewinds;
  const alike = same && JSON.stringify(known.choices) === JSON.stringify(next.choices);
  return alike ? known.choices : next.choices;
}
