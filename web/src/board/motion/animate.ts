// Movement: from what changed between two pictures to animations of the pieces' elements.

import type { Roll } from "../../themes/types.ts";
import type { Layout, Point } from "../../wire.ts";
import { inner } from "../geometry.ts";
import type { Arrival, Change, Departure } from "./diff.ts";

/** Moves and captures of one change take about this long, in milliseconds. */
const GLIDE = 420;
const THROW = 900;

const EASE = "cubic-bezier(.3,.1,.2,1)";

export interface AnimationPlan {
  layout: Layout;
  change: Change;
  rolls: Record<string, Roll>;
  /** Where the last piece of a stack stands on its site, seen from its middle. */
  top(site: number): Point;
  /** Whether chance decided: dice and sticks are thrown even if they show the same again. */
  chance: boolean;
  /** The element of a piece by its key. */
  element(key: number): SVGGElement | undefined;
  /** A piece that was let go of elsewhere: where, seen from its old site. */
  dropped: { key: number; offset: Point } | null;
}

/** Starts all animations of a change; resolves when the last has ended. */
export async function animate(plan: AnimationPlan): Promise<void> {
  const moves = plan.change.arrivals.some((a) => a.from !== null && !a.dealt);
  const running = [
    ...plan.change.arrivals.map((a, i) => arrive(plan, a, i, moves)),
    ...plan.change.departures.map((d) => depart(plan, d, moves)),
  ].filter((a): a is Animation => a !== null);
  await Promise.allSettled(running.map((a) => a.finished));
}

function between(plan: AnimationPlan, from: number, to: number): Point {
  const a = plan.layout.sites[from]?.at ?? { x: 0, y: 0 };
  const b = plan.layout.sites[to]?.at ?? a;
  const top = plan.top(from);
  return { x: a.x + top.x - b.x, y: a.y + top.y - b.y };
}

const shift = (p: Point) => `translate(${p.x}px,${p.y}px)`;

function arrive(plan: AnimationPlan, a: Arrival, index: number, moves: boolean): Animation | null {
  const element = plan.element(a.key);
  if (!element) return null;
  const roll = plan.rolls[a.piece.kind];
  if (roll && (a.fresh || a.turned || plan.chance)) return thrown(plan, element, a, roll, index);
  if (a.from !== null) return glide(plan, element, a, a.from, moves && a.dealt);
  if (a.fresh) {
    return element.animate(
      [
        { opacity: 0, transform: "scale(1.5)" },
        { opacity: 1, transform: "none" },
      ],
      { duration: GLIDE * 0.6, delay: moves ? GLIDE * 0.6 : 0, easing: EASE, fill: "backwards" },
    );
  }
  if (a.turned) {
    return element.animate(
      [{ transform: "scaleY(1)" }, { transform: "scaleY(.06)" }, { transform: "scaleY(1)" }],
      { duration: GLIDE, easing: "ease-in-out" },
    );
  }
  return null;
}

function glide(
  plan: AnimationPlan,
  element: SVGGElement,
  a: Arrival,
  from: number,
  wait: boolean,
): Animation {
  let start = between(plan, from, a.piece.site);
  const dropped = plan.dropped?.key === a.key ? plan.dropped.offset : null;
  if (dropped) start = { x: start.x + dropped.x, y: start.y + dropped.y };
  const middle = { x: start.x / 2, y: start.y / 2 };
  return element.animate(
    [
      { transform: shift(start) },
      { transform: `${shift(middle)} scale(${dropped ? 1 : 1.1})`, offset: 0.5 },
      { transform: "none" },
    ],
    {
      duration: dropped ? GLIDE * 0.4 : GLIDE,
      // What is pushed goes first, what fills the gap comes after.
      delay: wait ? GLIDE * 0.7 : 0,
      easing: EASE,
      fill: "backwards",
    },
  );
}

function depart(plan: AnimationPlan, d: Departure, moves: boolean): Animation | null {
  const element = plan.element(d.key);
  if (!element) return null;
  const delay = moves ? GLIDE * 0.45 : 0;
  if (d.to !== null) {
    const end = between(plan, d.to, d.piece.site);
    return element.animate([{ transform: "none" }, { transform: shift(end) }], {
      duration: GLIDE,
      delay,
      easing: EASE,
      fill: "forwards",
    });
  }
  return element.animate(
    [
      { opacity: 1, transform: "none" },
      { opacity: 0, transform: "scale(.55)" },
    ],
    { duration: GLIDE * 0.7, delay, easing: "ease-in", fill: "forwards" },
  );
}

/** Dice tumble in from one side, sticks fall from above, one a little after the other. */
function thrown(plan: AnimationPlan, element: SVGGElement, a: Arrival, roll: Roll, index: number) {
  const site = plan.layout.sites[a.piece.site];
  const unit = site ? inner(site.shape) : 20;
  const turn = (index % 2 ? -1 : 1) * (420 + 90 * (index % 3));
  const at = (x: number, y: number, part: number) =>
    `translate(${x * unit}px,${y * unit}px) rotate(${turn * part}deg)`;
  const frames: Keyframe[] =
    roll === "tumble"
      ? [
          { opacity: 0, transform: `${at(-4, -1.6, 1)} scale(1.25)` },
          { opacity: 1, transform: at(-1.8, 0.5, 0.55), offset: 0.35 },
          { transform: `${at(-0.5, -0.7, 0.2)} scale(1.12)`, offset: 0.65 },
          { transform: at(0, 0, -0.02), offset: 0.88 },
          { transform: "none" },
        ]
      : [
          { opacity: 0, transform: at(index % 2 ? 3 : -3, -12, 0.7) },
          { opacity: 1, transform: at(index % 2 ? -1 : 1, -3.5, 0.4), offset: 0.4 },
          { transform: at(0, 0.7, 0.04), offset: 0.75 },
          { transform: "none" },
        ];
  return element.animate(frames, {
    duration: THROW - 60 * (index % 3),
    delay: 45 * (index % 4),
    easing: "ease-out",
    fill: "backwards",
  });
}
