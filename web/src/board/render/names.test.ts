import { expect, test } from "vitest";
import type { Site } from "../../wire.ts";
import { besideSite } from "./Names.tsx";

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
