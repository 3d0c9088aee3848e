// A table comes whole at first, and then in parts; here they are put together.
import type {
  Board,
  Choice,
  Layout,
  MoveGroup,
  Outcome,
  Piece,
  ServerMessage,
  TableView,
} from "../wire.ts";
import { placesOf, type Reader, readable, reader } from "./labels.ts";

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

function follow(known: WholeView, sent: Board): WholeView {
  const templates = [...(known.templates ?? [])];
  for (const [place, template] of sent.templates ?? []) templates[place] = template;
  const say = reader(templates, known.layout?.sites ?? []);
  const { choices = [], facts = [], ...rest } = sent;
  const board = ended(readable(rest, say));
  const log = board.log.map((made, i) => ({
    ...made,
    ply: known.ply + i + 1,
    action: made.action || actionOf(undefined, made.clicks, known.layout),
  }));
  const { ply, ...last } = log.at(-1) ?? { ply: known.ply };
  const { picture } = known;
  return {
    ...known,
    templates,
    sequence: null,
    position: null,
    ply,
    status: board.outcome ? "over" : known.status,
    turn: board.outcome ? { type: "over" } : turnOf(known, board.mover),
    picture: {
      pieces: board.pieces ? changed(picture.pieces, board.pieces) : picture.pieces,
      marks: board.marks ?? picture.marks,
      facts: (board.all_facts ?? picture.facts).map((fact, i) => {
        const change = facts.find(([place]) => place === i);
        return change ? { ...fact, value: say(change[1]) } : fact;
      }),
    },
    choices: choices.flatMap((group) => movesOf(group, known.layout, templates, say)),
    guide: board.guide ?? null,
    moment: board.moment ?? null,
    last: "words" in last ? last : known.last,
    log: [...known.log, ...log],
    outcome: board.outcome ?? known.outcome,
  };
}

/** How a game ended, with its players open where that is known. */
function ended<T extends { outcome?: Outcome | null }>(part: T): T {
  const { outcome } = part;
  return outcome?.label ? { ...part, outcome: { ...outcome, words: outcome.label } } : part;
}

function turnOf(known: WholeView, mover: Board["mover"]): TableView["turn"] {
  if (mover === undefined) return known.turn;
  if (typeof mover === "number") return { type: "player", seat: mover };
  return { type: "chance", seat: mover.throws };
}

/** What stands on the board after these changes. A site that something left is empty. */
function changed(old: readonly Piece[], changes: NonNullable<Board["pieces"]>): Piece[] {
  const before = new Map(old.map((piece) => [piece.site, piece]));
  const after = new Map(before);
  const came = changes.flatMap((change): Piece[] => {
    if (typeof change === "object" && !Array.isArray(change)) return [change];
    const [from, site, count] = typeof change === "number" ? [change] : change;
    after.delete(from);
    const stood = before.get(from);
    return stood && site !== undefined ? [{ ...stood, site, count: count ?? stood.count }] : [];
  });
  for (const piece of came) after.set(piece.site, piece);
  return [...after.values()].sort((a, b) => a.site - b.site);
}

/** A move's text: a form with `{0}` for the first site clicked, or just the names of all of them. */
function actionOf(form: string | undefined, clicks: readonly number[], layout: Layout): string {
  const name = (click: number | undefined) => layout.sites[click ?? -1]?.name ?? "";
  if (form === undefined) return clicks.map(name).join("");
  return form.replace(/\{(\d+)\}/g, (_, i: string) => name(clicks[Number(i)]));
}

/** The moves of a group, written out. */
function movesOf(
  group: MoveGroup,
  layout: Layout,
  templates: readonly string[],
  say: Reader,
): Choice[] {
  const label: unknown = group.label;
  const places = Array.isArray(label) ? 0 : placesOf(templates[label as number] ?? "");
  const paths = group.clicks.flatMap(([before, lasts]) => lasts.map((last) => [...before, last]));
  return (paths.length > 0 ? paths : [[]]).map((clicks, i) => {
    const effects = group.effects?.[i];
    return {
      action: actionOf(group.action, clicks, layout),
      clicks,
      free: group.free ?? 0,
      caption: say(places > 0 ? [label, ...clicks.slice(0, places)] : label),
      ...(effects ? { effects: readable(effects, say) } : {}),
    };
  });
}
