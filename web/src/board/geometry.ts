// Shapes and distances on the board.
import type { Layout, Point, Shape, Site } from "../wire.ts";

const round = (n: number) => Math.round(n * 100) / 100;

/** The corners of a hexagon that stands on a corner. */
function hexagon(radius: number): Point[] {
  return [0, 1, 2, 3, 4, 5].map((i) => {
    const angle = (Math.PI / 3) * i - Math.PI / 2;
    return { x: round(radius * Math.cos(angle)), y: round(radius * Math.sin(angle)) };
  });
}

/** A closed path through points. */
export function polygon(points: readonly Point[]): string {
  return `M${points.map((p) => `${p.x} ${p.y}`).join("L")}Z`;
}

/** A closed path through points with rounded corners. */
export function rounded(points: readonly Point[], radius: number): string {
  const n = points.length;
  if (n < 3) return polygon(points);
  let path = "";
  for (let i = 0; i < n; i++) {
    const before = points[(i + n - 1) % n] as Point;
    const corner = points[i] as Point;
    const after = points[(i + 1) % n] as Point;
    const enter = towards(corner, before, radius);
    const leave = towards(corner, after, radius);
    path += `${i ? "L" : "M"}${enter.x} ${enter.y}Q${corner.x} ${corner.y} ${leave.x} ${leave.y}`;
  }
  return `${path}Z`;
}

function towards(from: Point, to: Point, by: number): Point {
  const length = Math.hypot(to.x - from.x, to.y - from.y) || 1;
  const part = Math.min(by, length / 2) / length;
  return { x: round(from.x + (to.x - from.x) * part), y: round(from.y + (to.y - from.y) * part) };
}

/** A shape's outline around the origin, grown by `by`. */
export function outline(shape: Shape, by = 0, corner = 0): string {
  switch (shape.type) {
    case "circle": {
      const r = Math.max(1, shape.radius + by);
      return `M${-r} 0a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0Z`;
    }
    case "rect": {
      const x = shape.width / 2 + by;
      const y = shape.height / 2 + by;
      const points = [
        { x: -x, y: -y },
        { x, y: -y },
        { x, y },
        { x: -x, y },
      ];
      return corner ? rounded(points, corner) : polygon(points);
    }
    case "hexagon": {
      const points = hexagon(shape.radius + by);
      return corner ? rounded(points, corner) : polygon(points);
    }
  }
}

/** The largest circle that fits into a shape. */
export function inner(shape: Shape): number {
  switch (shape.type) {
    case "circle":
      return shape.radius;
    case "rect":
      return Math.min(shape.width, shape.height) / 2;
    case "hexagon":
      return (shape.radius * Math.sqrt(3)) / 2;
  }
}

/** The radius of a piece on a site: its own, or four fifths of what fits. */
export function pieceRadius(site: Site): number {
  return site.room ?? inner(site.shape) * 0.8;
}

/** The site whose shape holds `point`, the nearest one if several do. */
export function siteAt(layout: Layout, point: Point): number | null {
  let best: number | null = null;
  let least = Number.POSITIVE_INFINITY;
  layout.sites.forEach((site, i) => {
    const dx = Math.abs(point.x - site.at.x);
    const dy = Math.abs(point.y - site.at.y);
    const inside =
      site.shape.type === "rect"
        ? dx <= site.shape.width / 2 && dy <= site.shape.height / 2
        : Math.hypot(dx, dy) <= inner(site.shape) * 1.08;
    const distance = dx * dx + dy * dy;
    if (inside && distance < least) {
      least = distance;
      best = i;
    }
  });
  return best;
}

/** The nearest of some sites that lies no further than `reach` from `point`, rim to point. */
export function nearest(
  sites: readonly Site[],
  candidates: Iterable<number>,
  point: Point,
  reach: number,
): number | null {
  let best: number | null = null;
  let least = Number.POSITIVE_INFINITY;
  for (const i of candidates) {
    const site = sites[i];
    if (!site) continue;
    const away = Math.hypot(point.x - site.at.x, point.y - site.at.y) - inner(site.shape);
    if (away <= reach && away < least) {
      least = away;
      best = i;
    }
  }
  return best;
}

/** The middle of some points. */
export function middle(points: readonly Point[]): Point {
  const n = Math.max(1, points.length);
  const sum = points.reduce((a, b) => ({ x: a.x + b.x, y: a.y + b.y }), { x: 0, y: 0 });
  return { x: sum.x / n, y: sum.y / n };
}

/** An arrow from one point to another, `wide` at its shaft. */
export function arrow(from: Point, to: Point, wide: number): string {
  const length = Math.hypot(to.x - from.x, to.y - from.y) || 1;
  const [ux, uy] = [(to.x - from.x) / length, (to.y - from.y) / length];
  const head = Math.min(length * 0.6, wide * 2.2);
  const at = (along: number, aside: number) =>
    `${round(from.x + ux * along - uy * aside)} ${round(from.y + uy * along + ux * aside)}`;
  const neck = length - head;
  return `M${at(0, wide / 2)}L${at(neck, wide / 2)}L${at(neck, wide * 1.25)}L${at(length, 0)}L${at(neck, -wide * 1.25)}L${at(neck, -wide / 2)}L${at(0, -wide / 2)}Z`;
}

/** Where an arrow key points. */
export const ARROWS: Record<string, Point> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};

/**
 * The site among `candidates` that lies next in a direction: near ones first, those straight
 * ahead before those aside, none behind.
 */
export function neighbour(
  sites: readonly Site[],
  candidates: Iterable<number>,
  from: number,
  direction: Point,
): number | null {
  const origin = sites[from]?.at;
  if (!origin) return null;
  let best: number | null = null;
  let least = Number.POSITIVE_INFINITY;
  for (const i of candidates) {
    const at = sites[i]?.at;
    if (!at || i === from) continue;
    const ahead = (at.x - origin.x) * direction.x + (at.y - origin.y) * direction.y;
    const aside =
      Math.abs((at.x - origin.x) * direction.y) + Math.abs((at.y - origin.y) * direction.x);
    if (ahead <= 0) continue;
    // Beyond 45 degrees a site is still reached, but only when nothing lies nearer the line.
    const cost = ahead + aside * 2 + (aside > ahead ? 10_000 : 0);
    if (cost < least) {
      least = cost;
      best = i;
    }
  }
  return best;
}
