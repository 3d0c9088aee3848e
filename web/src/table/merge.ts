// A table comes whole at first, and then in parts; here they are put together.
import type {
  Alike,
  Board,
  Choice,
  Fact,
  Layout,
  Part,
  Piece,
  Run,
  ServerMessage,
  TableView,
} from "../wire.ts";

/** A table view with everything in it. */
export type WholeView = TableView;

/** The messages that tell something of a table. */
export type News = Exclude<ServerMessage, { type: "guide" | "hint" | "error" | "pong" }>;

/**
 * What is known after `news`; null while no table was sent. What the news does not touch stays the
 * very same, so that a half-made move outlives a line of talk.
 */
export function merge(known: WholeView | null, news: News): WholeView | null {
  if (news.type === "table") {
    const { table } = news;
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

function follow(known: WholeView, board: Board): WholeView {
  const { picture } = known;
  const made = (board.log ?? []).map((made) => ({
    ...made,
    action: made.action ?? namesOf(made.clicks, known.layout),
  }));
  const last = made.at(-1);
  // With an action come all choices and the sentence that there are; else what is absent stays.
  const before = last ? { choices: [], guide: null } : known;
  const guide = guideOf(known, board, before.guide);
  return {
    ...known,
    sequence: null,
    position: null,
    ply: known.ply + made.length,
    status: board.status ?? known.status,
    turn: board.mover === undefined ? known.turn : turnOf(board.mover),
    picture: {
      pieces: board.pieces ? rebuild(picture.pieces, board.pieces, moved) : picture.pieces,
      marks: board.marks ?? picture.marks,
      facts: board.facts ? rebuild(picture.facts, board.facts, revalued) : picture.facts,
    },
    guide,
    ...(guide ? { advice: guide } : {}),
    // What a moment was about goes with the action that it belongs to.
    moment: last ? (board.moment ?? null) : known.moment,
    choices: board.choices ? lengthen(board.choices, known.layout) : before.choices,
    last: last ?? known.last,
    log: [...known.log, ...made.map((told, i) => ({ ply: known.ply + i + 1, ...told }))],
    outcome: board.outcome ?? known.outcome,
  };
}

/** What to do: in words, the same as last time (true), or nothing (false). */
function guideOf(known: WholeView, { guide }: Board, before: string | null): string | null {
  if (guide === undefined) return before;
  if (typeof guide === "string") return guide;
  return guide ? (known.advice ?? null) : null;
}

function turnOf(mover: NonNullable<Board["mover"]>): TableView["turn"] {
  if (typeof mover === "number") return { type: "player", seat: mover };
  if (mover === "over") return { type: "over" };
  return { type: "chance", seat: mover === "chance" ? null : mover.throws };
}

const moved = (piece: Piece, site: number): Piece => ({ ...piece, site });
const revalued = (fact: Fact, value: string): Fact => ({ ...fact, value });

/** A list told by the one before it. */
function rebuild<T extends object, C>(
  old: readonly T[],
  runs: readonly Run<T, C>[],
  change: (item: T, to: C) => T,
): T[] {
  return runs.flatMap((run) => {
    if (!Array.isArray(run)) return [run as T];
    const [from, count] = run as [number, number];
    const kept = old.slice(from, from + count);
    return run.length === 3 ? kept.map((item) => change(item, run[2] as C)) : kept;
  });
}

/** The names of the sites clicked, one behind the other: what an action reads like if nothing is said. */
function namesOf(clicks: readonly number[], layout: Layout): string {
  return clicks.map((site) => layout.sites[site]?.name ?? "").join("");
}

/** Choices in full: moves that read alike differ in the names of the sites clicked. */
function lengthen(short: readonly Alike[], layout: Layout): Choice[] {
  return short.flatMap((alike) => {
    const paths = alike.clicks.flatMap(([before, lasts]) =>
      lasts.map((last) => [before, last].flat()),
    );
    return (paths.length > 0 ? paths : [[]]).map((clicks, i) => {
      const effects = alike.effects?.[i];
      const read = (parts: readonly Part[]) =>
        parts
          .map((part) =>
            typeof part === "string" ? part : (layout.sites[clicks[part] ?? -1]?.name ?? ""),
          )
          .join("");
      return {
        action: alike.action ? read(alike.action) : namesOf(clicks, layout),
        clicks,
        free: alike.free ?? 0,
        caption: read(alike.caption),
        ...(effects ? { effects } : {}),
      };
    });
  });
}
