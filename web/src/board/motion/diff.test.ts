import { describe, expect, test } from "vitest";
import type { Layout, Piece } from "../../wire.ts";
import { change, fresh } from "./diff.ts";

const layout: Layout = {
  width: 100,
  height: 10,
  regions: [],
  lines: [],
  seats: [],
  sites: Array.from({ length: 10 }, (_, i) => ({
    name: `${i}`,
    label: `site ${i}`,
    kind: "cell",
    at: { x: i * 10, y: 5 },
    shape: { type: "circle", radius: 5 },
    print: "",
    idle: false,
  })),
};
const piece = (site: number, owner = 0, more: Partial<Piece> = {}): Piece => ({
  site,
  kind: "chip",
  owner,
  face: "",
  count: 1,
  name: "chip",
  ...more,
});

describe("change", () => {
  test("a piece that moves keeps its key", () => {
    const before = fresh([piece(1), piece(5), piece(3, 1)]);
    const { arrivals, departures } = change(layout, before, [piece(3, 1), piece(5), piece(7)]);
    const moved = arrivals.find((a) => a.piece.site === 7);
    expect(moved).toMatchObject({ key: before[0]?.key, from: 1, fresh: false });
    expect(arrivals.filter((a) => a.from !== null)).toHaveLength(1);
    expect(departures).toEqual([]);
  });

  test("a captured piece departs, the captor of another owner takes its place", () => {
    const before = fresh([piece(1, 0), piece(2, 1)]);
    const { arrivals, departures } = change(layout, before, [piece(2, 0)]);
    expect(arrivals[0]).toMatchObject({ from: 1, key: before[0]?.key });
    expect(departures.map((d) => d.piece.owner)).toEqual([1]);
  });

  test("two pieces pushed along their line both travel", () => {
    const { arrivals } = change(layout, fresh([piece(2), piece(3)]), [piece(5), piece(4)]);
    expect(arrivals.map((a) => [a.from, a.piece.site])).toEqual([
      [3, 5],
      [2, 4],
    ]);
  });

  test("pieces enter from a stack and go back to it", () => {
    const stack = (count: number) => piece(0, 0, { count });
    const before = fresh([stack(10)]);
    const entered = change(layout, before, [stack(9), piece(4)]);
    expect(entered.arrivals[1]).toMatchObject({ from: 0, fresh: false });
    const home = change(layout, entered.arrivals, [stack(10)]);
    expect(home.departures).toMatchObject([{ to: 0 }]);
  });

  test("a face that changes in place is a turn", () => {
    const { arrivals } = change(layout, fresh([piece(1, 0, { face: "open" })]), [
      piece(1, 0, { face: "shut" }),
    ]);
    expect(arrivals[0]).toMatchObject({ turned: true, from: null });
  });
});
