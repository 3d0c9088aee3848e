import { expect, test } from "vitest";
import type { Choice, Picture, Piece } from "../../wire.ts";
import { applied, brought, effectsOf, waysOf } from "./effects.ts";

const man = (site: number, count = 1): Piece => ({
  site,
  kind: "man",
  owner: 0,
  face: "",
  count,
  name: "man",
});
const picture = (...pieces: Piece[]): Picture => ({ pieces, marks: [], stats: [] });
const choice = (clicks: number[], effects?: Choice["effects"]): Choice => ({
  action: clicks.join("-"),
  clicks,
  free: 0,
  caption: "",
  ...(effects ? { effects } : {}),
});

test("two clicks in order carry a piece from the first site to the second", () => {
  expect(effectsOf(choice([3, 5]))).toEqual([{ type: "go", from: 3, to: 5 }]);
  expect(effectsOf(choice([3]))).toEqual([]);
  expect(effectsOf(choice([3, 5], []))).toEqual([]);
});

test("changes move one piece of a heap, replace and take away", () => {
  const before = picture(man(0, 2), man(1));
  const effects = [
    { type: "take" as const, site: 1 },
    { type: "go" as const, from: 0, to: 1 },
    { type: "put" as const, piece: man(2) },
  ];
  expect(applied(before, effects).pieces).toEqual([man(0), man(1), man(2)]);
  const joins = [{ type: "go" as const, from: 0, to: 1 }];
  expect(applied(before, joins).pieces).toEqual([man(0), man(1, 2)]);
});

test("a seed joins the heap that it goes to, and an empty heap stays", () => {
  const heap = (site: number, count: number) => ({ ...man(site, count), heap: true });
  const sown = applied(picture(heap(0, 1), heap(1, 3)), [{ type: "go", from: 0, to: 1 }]);
  expect(sown.pieces).toEqual([heap(0, 0), heap(1, 4)]);
});

test("a preview shows each piece on its goal with the count that it will have", () => {
  const sow = [
    { type: "take" as const, site: 0 },
    { type: "put" as const, piece: man(1, 5) },
    { type: "put" as const, piece: man(2, 4) },
  ];
  expect(brought(picture(man(0, 2), man(1, 4), man(2, 3)), choice([0], sow))).toEqual([
    man(1, 5),
    man(2, 4),
  ]);
  expect(brought(picture(man(0), man(1, 3)), choice([0, 1]))).toEqual([man(1, 4)]);
});

test("every picked piece that moves has a way, what fills the gap has none", () => {
  const push = choice(
    [1, 2, 4],
    [
      { type: "go", from: 1, to: 3 },
      { type: "go", from: 2, to: 4 },
      { type: "go", from: 9, to: 1 },
    ],
  );
  expect(waysOf(push).map(({ from, to }) => [from, to])).toEqual([
    [1, 3],
    [2, 4],
  ]);
});

test("a piece that is bumped from the goal has no way of its own", () => {
  const bump = choice(
    [28, 25],
    [
      { type: "go", from: 25, to: 31 },
      { type: "go", from: 28, to: 25 },
    ],
  );
  expect(waysOf(bump).map(({ from, to }) => [from, to])).toEqual([[28, 25]]);
});
