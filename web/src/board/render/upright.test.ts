import { expect, test } from "vitest";
import { turned } from "./upright.ts";

test("a turned board has every place inside and its rectangles on end", () => {
  const site = (x: number, y: number) => ({
    name: `${x}`,
    label: "",
    kind: "square",
    at: { x, y },
    shape: { type: "rect" as const, width: 20, height: 10 },
    print: "",
    idle: false,
  });
  const sites = [site(10, 5), site(90, 35)];
  const layout = { width: 100, height: 40, regions: [], lines: [], seats: [], sites };
  const upright = turned(layout);
  expect([upright.width, upright.height]).toEqual([40, 100]);
  expect(upright.sites.map((s) => s.at)).toEqual([
    { x: 35, y: 10 },
    { x: 5, y: 90 },
  ]);
  expect(upright.sites[0]?.shape).toEqual({ type: "rect", width: 10, height: 20 });
});
