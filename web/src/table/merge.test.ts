import { expect, test } from "vitest";
import type { ChatLine, LogLine, TableView } from "../wire.ts";
import { merge } from "./merge.ts";
import { dwell } from "./session.ts";

const line = (ply: number, action = `a${ply}`): LogLine => ({
  ply,
  by: 0,
  action,
  words: action,
  clicks: [],
});
const said = (sequence: number): ChatLine => ({
  sequence,
  name: "Ada",
  seat: 0,
  speaker: "s",
  text: "hi",
});
const view = (part: Partial<TableView>): TableView => ({
  id: "t",
  game: "outwit",
  options: [],
  sequence: 1,
  ply: 0,
  status: "playing",
  public: false,
  clock: { type: "none" },
  turn: { type: "player", seat: 0 },
  seats: [],
  yours: [0],
  viewer: 0,
  pass_to: null,
  invitation: null,
  position: "",
  layout: null,
  picture: { pieces: [], marks: [], facts: [] },
  choices: [],
  guide: null,
  moment: null,
  last: null,
  log: [],
  whole: false,
  chat: [],
  outcome: null,
  offers: { draw: null, take_back: null, wants_rematch: [], rematch: null },
  rights: {
    resign: false,
    offer_draw: false,
    take_back: false,
    hint: false,
    rematch: false,
    sit: false,
    host: false,
  },
  watchers: 0,
  ...part,
});
const layout = { width: 1, height: 1, regions: [], lines: [], seats: [], sites: [] };
const first = merge(
  null,
  view({ layout, whole: true, ply: 2, log: [line(1), line(2)], chat: [said(5)] }),
);

test("nothing is known before the board was sent", () => {
  expect(merge(null, view({ whole: true }))).toBeNull();
  expect(first?.log).toHaveLength(2);
});

test("new lines are added to the known ones, the board stays", () => {
  const next = merge(first, view({ ply: 3, log: [line(3)], chat: [said(5), said(9)] }));
  expect(next?.log.map((l) => l.ply)).toEqual([1, 2, 3]);
  expect(next?.chat.map((l) => l.sequence)).toEqual([5, 9]);
  expect(next?.layout).toBe(layout);
});

test("a move taken back leaves the list", () => {
  expect(merge(first, view({ ply: 1 }))?.log.map((l) => l.ply)).toEqual([1]);
  const other = merge(first, view({ ply: 2, log: [line(2, "other")] }));
  expect(other?.log.map((l) => l.action)).toEqual(["a1", "other"]);
});

test("a whole view replaces all", () => {
  expect(merge(first, view({ whole: true, ply: 1, log: [line(1)] }))?.chat).toEqual([]);
});

test("a throw is shown longer than a move, nothing new not at all", () => {
  if (!first) throw new Error("no view");
  const moved = { ...first, ply: 3, last: line(3) };
  const threw = { ...moved, last: { ...line(3), by: null } };
  expect(dwell(first, first, false)).toBe(0);
  expect(dwell(threw, first, false)).toBeGreaterThan(dwell(moved, first, false));
});

test("an equal board stays the same, and a shared one does not turn", () => {
  const again = merge(first, view({ whole: true, layout: { ...layout } }));
  expect(again?.layout).toBe(layout);
  const site = {
    name: "a",
    label: "a",
    kind: "",
    shape: { type: "circle", radius: 1 } as const,
    print: "",
    room: null,
    idle: false,
  };
  const near = { ...layout, sites: [{ ...site, at: { x: 0, y: 0 } }] };
  const far = { ...layout, sites: [{ ...site, at: { x: 9, y: 9 } }] };
  const shared = merge(null, view({ whole: true, layout: near, yours: [0, 1], viewer: 0 }));
  const turned = (pass_to: number | null) =>
    merge(shared, view({ whole: true, layout: far, yours: [0, 1], viewer: 1, pass_to }));
  expect(turned(null)?.layout).toBe(near);
  expect(turned(1)?.layout).toBe(far);
});
