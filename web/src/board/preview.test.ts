import { expect, test } from "vitest";
import type { Choice, Picture, Piece } from "../wire.ts";
import { applied, effectsOf, soFar } from "./preview.ts";

const man = (site: number, count = 1): Piece => ({
  site,
  kind: "man",
  owner: 0,
  face: "",
  count,
  name: "man",
});
const picture = (...pieces: Piece[]): Picture => ({ pieces, marks: [], facts: [] });
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
});

test("a man just laid is seen while the man to be taken is chosen", () => {
  const lay = { type: "put" as const, piece: man(4), after: 1 };
  const take = (site: number) => ({ type: "take" as const, site });
  const choices = [choice([4, 7], [lay, take(7)]), choice([4, 8], [lay, take(8)]), choice([5])];
  expect(soFar(picture(man(7), man(8)), choices, [4]).pieces).toEqual([man(7), man(8), man(4)]);
  expect(soFar(picture(man(7)), choices, []).pieces).toEqual([man(7)]);
});
