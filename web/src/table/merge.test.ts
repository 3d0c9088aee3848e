import { expect, test } from "vitest";
import type { Layout, LogLine, ServerMessage, TableView } from "../wire.ts";
import { merge, type TableMessage } from "./merge.ts";
import told from "./news.examples.json";
import { dwell } from "./timeline/timeline.ts";

/** A game as one viewer got it, and the table that it came to. */
interface Example {
  game: string;
  messages: ServerMessage[];
  table: TableView;
}
const examples = told as unknown as Example[];

function whole(example: Example): TableView {
  const seen = example.messages.reduce<TableView | null>(
    (known, message) => merge(known, message as TableMessage),
    null,
  );
  if (!seen) throw new Error("no table was told");
  return seen;
}

test.each(examples)("a followed table of $game is the table that the server has", (example) => {
  const table = merge(null, { type: "table", table: example.table });
  expect(whole(example)).toEqual({ ...table, sequence: null });
});

test.each(examples)("every label of $game is read, and only its players are open", (example) => {
  const { log, choices, picture, layout } = whole(example);
  const texts = [
    ...log.map((line) => line.words),
    ...choices.map((choice) => choice.caption),
    ...picture.pieces.map((piece) => piece.name),
    ...picture.stats.map((fact) => fact.value),
    ...layout.sites.map((site) => site.label),
  ];
  for (const text of texts) {
    expect(text).toMatch(/^[^{}]*(\{(seat|seat's|seats|role):\d+\}[^{}]*)*$/);
  }
});

const first = examples[0] as Example;
const view = whole(first);

test("nothing is known before the table was sent", () => {
  expect(merge(null, { type: "spectators", spectators: 1 })).toBeNull();
});

test("a message that does not touch the board leaves it as it is", () => {
  const line = { sequence: 999, name: "Ada", seat: 0, speaker: "s", text: "hi" };
  const after = merge(view, { type: "chat", lines: [line] });
  expect(after?.chat.at(-1)).toEqual(line);
  expect(after?.choices).toBe(view.choices);
  expect(after?.picture).toBe(view.picture);
});

test("clocks are merged into their seats", () => {
  const after = merge(view, { type: "clocks", left: [7, 8], running: 1 });
  expect(after?.seats.map((seat) => seat.clock)).toEqual([7, 8]);
  expect(after?.running).toBe(1);
});

const line = (ply: number, by: number | null): LogLine => ({
  ply,
  by,
  action: "a",
  words: "a",
  clicks: [],
});

test("a throw is shown longer than a move, nothing new not at all", () => {
  const ply = view.ply + 1;
  const moved = { ...view, ply, last: line(ply, 0) };
  const threw = { ...view, ply, last: line(ply, null) };
  expect(dwell(view, view, false)).toBe(0);
  expect(dwell(threw, view, false)).toBeGreaterThan(dwell(moved, view, false));
});

test("an equal board stays the same, and a shared one does not turn", () => {
  const { layout } = view;
  const again = merge(view, { type: "table", table: { ...view, layout: { ...layout } } });
  expect(again?.layout).toBe(layout);
  const far: Layout = {
    ...layout,
    sites: layout.sites.map((site) => ({ ...site, at: { x: site.at.y, y: site.at.x } })),
  };
  const shared: TableView = { ...view, yours: [0, 1], pass_to: null };
  const turned = (pass_to: number | null) =>
    merge(shared, { type: "table", table: { ...shared, layout: far, viewer: 1, pass_to } });
  expect(turned(null)?.layout).toBe(layout);
  expect(turned(1)?.layout).toEqual(far);
});
