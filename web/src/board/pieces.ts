// Keeps track of the pieces from picture to picture and sets them in motion.
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import type { Layout, Picture, Piece, Told } from "../wire.ts";
import { type Change, change, type Departure, fresh, type Placed } from "./diff.ts";
import type { plain } from "./dress/plain.tsx";
import type { Dress } from "./dress/types.ts";
import { animate, type Cast } from "./motion.ts";

interface Scene {
  layout: Layout;
  picture: Picture;
  placed: Placed[];
  change: Change | null;
}

export interface Troupe {
  /** The pieces that stand. */
  placed: Placed[];
  /** The pieces that leave just now. */
  leaving: Departure[];
  /** Remembers a piece's element. */
  hold(key: number, element: SVGGElement | null): void;
  /** The elements of the pieces on a site. */
  on(site: number): { key: number; element: SVGGElement }[];
  /** A piece that was let go of away from its site: its next glide starts there. */
  dropped: { current: Cast["dropped"] };
  /** Puts a piece that was let go of elsewhere back onto its site. */
  release(): void;
}

const NOTHING: Change = { arrivals: [], departures: [] };

/** `calm` keeps everything still. */
export function usePieces(
  dress: Dress & typeof plain,
  layout: Layout,
  picture: Picture,
  last: Told | null,
  calm: boolean,
): Troupe {
  const scene = useRef<Scene | null>(null);
  const elements = useRef(new Map<number, SVGGElement>());
  const dropped = useRef<Cast["dropped"]>(null);
  const [, repaint] = useState(0);
  if (scene.current?.picture !== picture || scene.current.layout !== layout) {
    scene.current = next(scene.current, dress, layout, picture, last);
  }
  const now = scene.current;
  const changed = now.change ?? NOTHING;

  useLayoutEffect(() => {
    for (const a of changed.arrivals) {
      const element = elements.current.get(a.key);
      if (element) element.style.transform = "";
    }
    const cast: Cast = {
      layout,
      change: changed,
      rolls: dress.rolls,
      top: (site) => {
        const stack = now.placed.find((p) => p.piece.site === site)?.piece.count ?? 0;
        const place = layout.sites[site];
        return (place && dress.spot?.(place, Math.max(0, stack - 1))) ?? { x: 0, y: 0 };
      },
      chance: last?.by === null,
      element: (key) => elements.current.get(key),
      dropped: dropped.current,
    };
    dropped.current = null;
    const done = () => {
      if (!now.change?.departures.length) return;
      now.change = { ...now.change, departures: [] };
      repaint((n) => n + 1);
    };
    if (calm || !now.change) done();
    else void animate(cast).then(done);
  }, [now]);

  return {
    placed: now.placed,
    leaving: calm ? [] : changed.departures,
    hold(key, element) {
      if (element) elements.current.set(key, element);
      else elements.current.delete(key);
    },
    on: (site) =>
      now.placed.flatMap((p) => {
        const element = p.piece.site === site ? elements.current.get(p.key) : undefined;
        return element ? [{ key: p.key, element }] : [];
      }),
    dropped,
    release() {
      const element = dropped.current && elements.current.get(dropped.current.key);
      if (element) element.style.transform = "";
      dropped.current = null;
    },
  };
}

function next(
  before: Scene | null,
  dress: Dress,
  layout: Layout,
  picture: Picture,
  last: Told | null,
): Scene {
  const extra: Piece[] = last ? (dress.extra?.(layout, picture, last) ?? []) : [];
  const pieces = [...picture.pieces, ...extra];
  // Another board, another game: nothing moves from one to the other.
  if (!before || before.layout !== layout) {
    return { layout, picture, placed: fresh(pieces), change: null };
  }
  const changed = change(layout, before.placed, pieces);
  const rank = (a: { from: number | null }) => (a.from === null ? 0 : 1);
  // What travels is painted over what stands.
  const placed = [...changed.arrivals].sort((a, b) => rank(a) - rank(b));
  return { layout, picture, placed, change: changed };
}
