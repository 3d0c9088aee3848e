// A table comes whole at first, and then in parts; here they are put together.
import type { Choice, Layout, ServerMessage, TableView } from "../wire.ts";
import { follow } from "./delta.ts";
import { ended, readable, reader } from "./labels.ts";

/** A table view with everything in it. */
export type WholeView = TableView;

/** The messages that tell something of a table. */
export type News = Exclude<
  ServerMessage,
  { type: "guide" | "hint" | "verdict" | "error" | "pong" }
>;

/**
 * What is known after `news`; null while no table was sent. What the news does not touch stays the
 * very same, so that a half-made move outlives a line of talk.
 */
export function merge(known: WholeView | null, news: News): WholeView | null {
  if (news.type === "table") {
    const { layout, templates } = news.table;
    const table = ended(readable(news.table, reader(templates ?? [], layout?.sites ?? [])));
    return { ...table, layout: boardOf(known, table), choices: choicesOf(known, table) };
  }
  if (!known) return null;
  switch (news.type) {
    case "board":
      return follow(known, news);
    case "seats":
      return { ...known, seats: news.seats };
    case "watchers":
      return { ...known, watchers: news.watchers };
    case "clocks":
      return {
        ...known,
        running: news.running,
        seats: known.seats.map((seat, i) => ({ ...seat, clock: news.left[i] ?? null })),
      };
    case "chat":
      return { ...known, chat: [...known.chat, ...news.lines] };
    case "offers":
      return { ...known, offers: news.offers };
    case "you":
      return { ...known, ...news.you };
  }
}

/**
 * The board to paint on. An equal board stays the very same, so that pieces can be seen moving on
 * it; and on a shared screen without secrets it does not turn around at every move.
 */
function boardOf(known: WholeView | null, next: TableView): Layout {
  if (!known) return next.layout;
  const shared = known.yours.length > 1 && next.yours.length > 1;
  const covered = known.pass_to !== null || next.pass_to !== null;
  const names = (layout: Layout) => layout.sites.map((site) => site.name).join(" ");
  if (shared && !covered && names(known.layout) === names(next.layout)) return known.layout;
  return JSON.stringify(known.layout) === JSON.stringify(next.layout) ? known.layout : next.layout;
}

/** A line that was lost and found again leaves a half-made move alone, too. */
function choicesOf(known: WholeView | null, next: TableView): Choice[] {
  const same =
    known?.viewer === next.viewer && known.ply === next.ply && known.rewinds === next.rewinds;
  const alike = same && JSON.stringify(known.choices) === JSON.stringify(next.choices);
  return alike ? known.choices : next.choices;
}
