// What is new on a board after an action, put together with what was known. `docs/api.md` describes
// the format; `crates/wire/src/follow.rs` does the same.
import type { BoardDelta, Choice, MoveGroup, Piece, Site, TableView } from "../wire.ts";
import { placesOf, readable, reader } from "./labels.ts";

export function follow(known: TableView, sent: BoardDelta): TableView {
  const templates = [...(known.templates ?? [])];
  for (const [place, template] of sent.templates ?? []) templates[place] = template;
  const sites = known.layout?.sites ?? [];
  const say = reader(templates, sites);
  const { choices = [], stats = [], position, ...rest } = sent;
  const board = readable(rest, say);
  const { picture } = known;
  return {
    ...known,
    templates,
    sequence: null,
    position,
    ply: known.ply + board.log.length,
    status: board.result ? "over" : known.status,
    turn: board.turn ?? known.turn,
    picture: {
      pieces: changed(picture.pieces, board.pieces ?? []),
      marks: board.marks ?? picture.marks,
      stats: (board.all_stats ?? picture.stats).map((stat, i) => {
        const change = stats.find(([place]) => place === i);
        return change ? { ...stat, value: say(change[1]) } : stat;
      }),
    },
    choices: choices.flatMap((group) =>
      movesOf(group, sites, templates).map((choice) => readable(choice, say)),
    ),
    guide: board.guide ?? null,
    moment: board.moment ?? null,
    last: board.log.at(-1) ?? known.last,
    log: [...known.log, ...board.log.map((line, i) => ({ ...line, ply: known.ply + i + 1 }))],
    result: board.result ?? null,
  };
}

/** What stands on the board after these changes. */
function changed(old: readonly Piece[], changes: NonNullable<BoardDelta["pieces"]>): Piece[] {
  const before = new Map(old.map((piece) => [piece.site, piece]));
  const after = new Map(before);
  for (const change of changes) {
    if (typeof change === "number") after.delete(change);
    else if (!Array.isArray(change)) after.set(change.site, change);
    else {
      const [from, site] = change;
      const piece = before.get(from);
      if (piece) after.set(site, { ...piece, site });
    }
  }
  return [...after.values()].sort((a, b) => a.site - b.site);
}

/** The moves of a group, written out as in a whole table. */
function movesOf(group: MoveGroup, sites: readonly Site[], templates: string[]): Choice[] {
  // A label is a text to the rest of the page, and here still a template, by its place.
  const label: unknown = group.label;
  const places = typeof label === "number" ? placesOf(templates[label] ?? "") : 0;
  const paths = group.clicks.flatMap(([before, lasts]) => lasts.map((last) => [...before, last]));
  return (paths.length > 0 ? paths : [[]]).map((clicks, i) => {
    const effects = group.effects?.[i];
    const caption = places > 0 ? [label, ...clicks.slice(0, places)] : label;
    return {
      action: group.action.replace(/\{(\d)\}/g, (_, n) => sites[clicks[n] ?? -1]?.name ?? ""),
      clicks,
      free: group.free,
      caption: caption as string,
      ...(effects ? { effects } : {}),
    };
  });
}
