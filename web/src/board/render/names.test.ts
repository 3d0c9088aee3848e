import { expect, test } from "vitest";
import type { Site } from "../../wire.ts";
import { besideSite } from "./Mentioned.tsx";

const site = (x: number, y: number): Site => ({
  name: "a1",
  label: "a1",
  kind: "cell",
  at: { x, y },
  shape: { type: "circle", radius: 10 },
});

test("a name stands below its site, and above where pieces stand below", () => {
  const [own, below, above] = [site(0, 0), site(10, 18), site(-10, -18)];
  expect(besideSite(own, [own]).y).toBeGreaterThan(0);
  expect(besideSite(own, [own, below]).y).toBeLessThan(0);
  expect(besideSite(own, [own, above]).y).toBeGreaterThan(0);
});

test("names of neighbours do not stand on each other", () => {
  const [e3, f4] = [site(0, 0), site(11, 20)];
  const first = besideSite(e3, [f4]);
  const second = besideSite(f4, [f4], [first]);
  const apart = Math.abs(first.x - second.x) >= 15 || Math.abs(first.y - second.y) >= 10;
  expect(apart, JSON.stringify([first, second])).toBe(true);
});
