// Dragging: to pick up is to click the first site, to let go is to click the second.
import { useRef } from "preact/hooks";
import type { Layout, Point } from "../wire.ts";
import { nearest, siteAt } from "./geometry.ts";
import type { Troupe } from "./pieces.ts";
import type { Selection } from "./selection.ts";

interface Held {
  pointer: number;
  site: number;
  /** Where the pointer went down, on the screen. */
  start: Point;
  moving: boolean;
  pieces: { key: number; element: SVGGElement; ofRow: boolean }[];
}

/** What is dragged: a piece, or of several in a row the one that goes first. */
function inHand({ key, element }: { key: number; element: SVGGElement }) {
  const one = element.querySelector<SVGGElement>(":scope > .one:last-of-type > g");
  return { key, element: one ?? element, ofRow: one !== null };
}

/** So many pixels beside a place still mean it, for a finger. */
const FINGER = 8;

/** A pointer that strays less than this many pixels has clicked. */
const THRESHOLD = 6;

export function useDrag(
  svg: { current: SVGSVGElement | null },
  layout: Layout,
  troupe: Troupe,
  selection: Selection | undefined,
  onRefused: ((site: number) => void) | undefined,
) {
  const held = useRef<Held | null>(null);
  const swallow = useRef(false);

  const scenePoint = (x: number, y: number): Point => {
    const matrix = svg.current?.getScreenCTM()?.inverse();
    const point = new DOMPoint(x, y).matrixTransform(matrix);
    return { x: point.x, y: point.y };
  };
  const offset = (h: Held, event: PointerEvent): Point => {
    const a = scenePoint(h.start.x, h.start.y);
    const b = scenePoint(event.clientX, event.clientY);
    return { x: b.x - a.x, y: b.y - a.y };
  };
  const letGo = (h: Held) => {
    for (const { element } of h.pieces) element.style.transform = "";
    svg.current?.classList.remove("dragging");
    held.current = null;
  };

  /** The site that a click means: a finger that just misses a place that can be picked has it. */
  const meant = (event: MouseEvent): number | null => {
    const hit = siteOf(event.target);
    const touch = (event as PointerEvent).pointerType === "touch";
    if (!touch || !selection || (hit !== null && selection.next.has(hit))) return hit;
    if (hit !== null && selection.picked.includes(hit)) return hit;
    const scale = svg.current?.getScreenCTM()?.a ?? 1;
    const point = scenePoint(event.clientX, event.clientY);
    return nearest(layout.sites, selection.next, point, FINGER / scale) ?? hit;
  };

  const handlers = {
    onPointerDown(event: PointerEvent) {
      swallow.current = false;
      const site = siteOf(event.target);
      if (!selection || site === null || event.button !== 0 || !event.isPrimary) return;
      const pieces = troupe.on(site).slice(0, 1).map(inHand);
      if (pieces.length === 0) return;
      held.current = {
        pointer: event.pointerId,
        site,
        start: { x: event.clientX, y: event.clientY },
        moving: false,
        pieces,
      };
    },
    onPointerMove(event: PointerEvent) {
      const h = held.current;
      if (!h || !selection || event.pointerId !== h.pointer) return;
      const far = Math.hypot(event.clientX - h.start.x, event.clientY - h.start.y) > THRESHOLD;
      if (!h.moving) {
        if (!far) return;
        if (!selection.lift(h.site)) {
          held.current = null;
          return;
        }
        h.moving = true;
        svg.current?.setPointerCapture(h.pointer);
        svg.current?.classList.add("dragging");
      }
      const by = offset(h, event);
      for (const { element } of h.pieces)
        element.style.transform = `translate(${by.x}px,${by.y}px)`;
    },
    onPointerUp(event: PointerEvent) {
      const h = held.current;
      if (!h || event.pointerId !== h.pointer) return;
      if (!h.moving) {
        held.current = null;
        return;
      }
      swallow.current = true;
      const goal = siteAt(layout, scenePoint(event.clientX, event.clientY));
      const by = offset(h, event);
      letGo(h);
      if (goal !== null && goal !== h.site && selection?.drop(h.site, goal)) {
        const piece = h.pieces[0];
        // The one of a row is painted anew on its goal, and glides there.
        if (piece && !piece.ofRow) {
          troupe.dropped.current = { key: piece.key, offset: by };
          piece.element.style.transform = `translate(${by.x}px,${by.y}px)`;
        }
      }
    },
    onPointerCancel() {
      if (held.current) letGo(held.current);
    },
    onClick(event: MouseEvent) {
      if (swallow.current) {
        swallow.current = false;
        return;
      }
      const site = meant(event);
      if (site !== null && selection && !selection.press(site)) onRefused?.(site);
    },
  };
  return { handlers };
}

/** The site that an event on the board is about. */
export function siteOf(target: EventTarget | null): number | null {
  const element = target instanceof Element ? target.closest("[data-site]") : null;
  const site = element?.getAttribute("data-site");
  return site ? Number(site) : null;
}
