import { expect, test } from "vitest";
import type { Layout, Site } from "../wire.ts";
import { ARROWS, inner, neighbour, outline, siteAt } from "./geometry.ts";

const site = (x: number, y: number): Site => ({
  name: `${x},${y}`,
  label: "",
  kind: "cell",
  at: { x, y },
  shape: { type: "rect", width: 10, height: 10 },
  print: "",
  idle: false,
});
const sites = [site(5, 5), site(15, 5), site(25, 5), site(5, 15), site(15, 15), site(25, 45)];
const layout: Layout = { width: 30, height: 50, regions: [], lines: [], seats: [], sites };
const all = sites.keys();

test("arrow keys go to the nearest site in their direction", () => {
  const go = (from: number, key: string) =>
    neighbour(sites, [...sites.keys()], from, ARROWS[key] as { x: number; y: number });
  expect(go(0, "ArrowRight")).toBe(1);
  expect(go(0, "ArrowDown")).toBe(3);
  expect(go(4, "ArrowUp")).toBe(1);
  expect(go(0, "ArrowLeft")).toBeNull();
  expect(go(4, "ArrowDown")).toBe(5);
});

test("a site far aside is reached when nothing else lies ahead", () => {
  expect(neighbour(sites, [0, 5], 0, { x: 1, y: 0 })).toBe(5);
  expect(neighbour(sites, all, 99, { x: 1, y: 0 })).toBeNull();
});

test("a point is in the site that holds it", () => {
  expect(siteAt(layout, { x: 14, y: 6 })).toBe(1);
  expect(siteAt(layout, { x: 29, y: 30 })).toBeNull();
});

test("each shape has its own outline", () => {
  expect(outline({ type: "rect", width: 4, height: 2 })).toBe("M-2 -1L2 -1L2 1L-2 1Z");
  expect(outline({ type: "circle", radius: 2 }, 1)).toContain("a3 3");
  expect(inner({ type: "hexagon", radius: 10 })).toBeCloseTo(8.66);
});
