// The pointer: clicks, and dragging. To pick up is to click the first site, to let go is to click
// the second.
import type { Layout, Point } from "../../wire.ts";
import { inner, nearest, siteAt } from "../geometry.ts";
import type { PieceElements } from "../motion/pieces.ts";
import type { BoardControl } from "../state/control.ts";

interface Held {
  pointer: number;
  site: number;
  /** Where the pointer went down, on the screen. */
  start: Point;
  moving: boolean;
  key: number;
  element: SVGGElement;
  /** Whether it is one of several in a row: that one is painted anew on its goal. */
  ofRow: boolean;
}

/** A finger may miss a site by this many pixels. */
const FINGER = 8;

/** A place less wide than this many pixels may be missed by a finger: a move there is confirmed first. */
const SMALL = 30;

/** A pointer that strays less than this many pixels has clicked. */
const THRESHOLD = 6;

/** The site that an event on the board is about. */
export function siteOf(target: EventTarget | null): number | null {
  const element = target instanceof Element ? target.closest("[data-site]") : null;
  const site = element?.getAttribute("data-site");
  return site ? Number(site) : null;
}

/** Handlers of one board's pointer events. */
export class Pointer {
  private held: Held | null = null;
  /** A drag ends with a click that means nothing. */
  private swallow = false;
  /** Set at each rendering. */
  layout: Layout | null = null;

  constructor(
    private readonly svg: { current: SVGSVGElement | null },
    private readonly control: BoardControl,
    private readonly elements: PieceElements,
  ) {}

  private scenePoint(x: number, y: number): Point {
    const matrix = this.svg.current?.getScreenCTM()?.inverse();
    const point = new DOMPoint(x, y).matrixTransform(matrix);
    return { x: point.x, y: point.y };
  }

  private offset(held: Held, event: PointerEvent): Point {
    const a = this.scenePoint(held.start.x, held.start.y);
    const b = this.scenePoint(event.clientX, event.clientY);
    return { x: b.x - a.x, y: b.y - a.y };
  }

  /** The site that a click means: a finger that just misses a site that can be picked has it. */
  private meant(event: MouseEvent): number | null {
    const hit = siteOf(event.target);
    const touch = (event as PointerEvent).pointerType === "touch";
    const { next, picked } = this.control.state;
    if (!touch || !this.layout || (hit !== null && (next.has(hit) || picked.includes(hit)))) {
      return hit;
    }
    const scale = this.svg.current?.getScreenCTM()?.a ?? 1;
    const point = this.scenePoint(event.clientX, event.clientY);
    return nearest(this.layout.sites, next, point, FINGER / scale) ?? hit;
  }

  /** Whether a finger may have meant the place beside this one. */
  private mayMiss(event: MouseEvent, site: number): boolean {
    const shape = this.layout?.sites[site]?.shape;
    if ((event as PointerEvent).pointerType !== "touch" || !shape) return false;
    return 2 * inner(shape) * (this.svg.current?.getScreenCTM()?.a ?? 1) < SMALL;
  }

  readonly handlers = {
    onPointerOver: (event: PointerEvent) => this.control.setHover(siteOf(event.target)),
    onPointerLeave: () => this.control.setHover(null),
    onPointerDown: (event: PointerEvent) => {
      this.swallow = false;
      const site = siteOf(event.target);
      if (site === null || event.button !== 0 || !event.isPrimary) return;
      const piece = this.elements.on(site);
      if (!piece) return;
      const one = piece.element.querySelector<SVGGElement>(":scope > .one:last-of-type > g");
      this.held = {
        pointer: event.pointerId,
        site,
        start: { x: event.clientX, y: event.clientY },
        moving: false,
        key: piece.key,
        element: one ?? piece.element,
        ofRow: one !== null,
      };
    },
    onPointerMove: (event: PointerEvent) => {
      const { held } = this;
      if (!held || event.pointerId !== held.pointer) return;
      if (!held.moving) {
        const { x, y } = held.start;
        if (Math.hypot(event.clientX - x, event.clientY - y) <= THRESHOLD) return;
        if (!this.control.lift(held.site)) {
          this.held = null;
          return;
        }
        held.moving = true;
        this.svg.current?.setPointerCapture(held.pointer);
      }
      const by = this.offset(held, event);
      held.element.style.transform = `translate(${by.x}px,${by.y}px)`;
      // The pointer is captured: what is under it must be looked up.
      if (this.layout) {
        const at = this.scenePoint(event.clientX, event.clientY);
        this.control.setHover(siteAt(this.layout, at));
      }
    },
    onPointerUp: (event: PointerEvent) => {
      const { held, layout } = this;
      if (!held || event.pointerId !== held.pointer) return;
      this.held = null;
      if (!held.moving || !layout) return;
      this.swallow = true;
      const by = this.offset(held, event);
      held.element.style.transform = "";
      const goal = siteAt(layout, this.scenePoint(event.clientX, event.clientY));
      if (this.control.drop(held.site, goal) && !held.ofRow) {
        this.elements.dropped = { key: held.key, offset: by };
        held.element.style.transform = `translate(${by.x}px,${by.y}px)`;
      }
    },
    onPointerCancel: () => {
      if (!this.held) return;
      this.held.element.style.transform = "";
      if (this.held.moving) this.control.drop(this.held.site, this.held.site);
      this.held = null;
    },
    onClick: (event: MouseEvent) => {
      if (this.swallow) {
        this.swallow = false;
        return;
      }
      const site = this.meant(event);
      if (site !== null) this.control.press(site, this.mayMiss(event, site));
    },
  };
}
