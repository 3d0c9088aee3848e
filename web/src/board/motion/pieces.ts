// Keeps the elements of the pieces from picture to picture and sets them in motion.
import { useLayoutEffect, useState } from "preact/hooks";
import { useLatest } from "../../app/latest.ts";
import type { Theme } from "../../themes/index.ts";
import type { Description, Layout, Picture } from "../../wire.ts";
import { type AnimationPlan, animate } from "./animate.ts";
import { type Change, change, type Departure, fresh, type Placed } from "./diff.ts";

interface Scene {
  layout: Layout;
  picture: Picture;
  placed: Placed[];
  change: Change;
}

/** The elements of the pieces on one board. */
export class PieceElements {
  private scene: Scene | null = null;
  private readonly elements = new Map<number, SVGGElement>();
  /** A piece that was let go of away from its site: its next glide starts there. */
  dropped: AnimationPlan["dropped"] = null;

  /** The pieces of a picture, told apart from those of the one before. */
  follow(layout: Layout, picture: Picture): Scene {
    const before = this.scene;
    if (before?.picture === picture && before.layout === layout) return before;
    this.scene = follow(before, layout, picture);
    return this.scene;
  }

  hold(key: number, element: SVGGElement | null) {
    if (element) this.elements.set(key, element);
    else this.elements.delete(key);
  }

  /** The first piece on a site. */
  on(site: number): { key: number; element: SVGGElement } | null {
    const placed = this.scene?.placed.find((p) => p.piece.site === site);
    const element = placed && this.elements.get(placed.key);
    return element ? { key: placed.key, element } : null;
  }

  /** Puts a piece that was let go of elsewhere back onto its site. */
  release() {
    const element = this.dropped && this.elements.get(this.dropped.key);
    if (element) element.style.transform = "";
    this.dropped = null;
  }

  /** Animates a scene's change; resolves when the last piece has come to rest. */
  async play(scene: Scene, how: { theme: Theme; chance: boolean; still: boolean }): Promise<void> {
    const { layout } = scene;
    const { theme, chance, still } = how;
    for (const { key } of scene.change.arrivals) {
      const element = this.elements.get(key);
      if (element) element.style.transform = "";
    }
    const { dropped } = this;
    this.dropped = null;
    if (still) return;
    await animate({
      layout,
      change: scene.change,
      rolls: theme.rolls,
      top: (site) => {
        const stack = scene.placed.find((p) => p.piece.site === site)?.piece.count ?? 0;
        const place = layout.sites[site];
        return (place && theme.spot?.(place, Math.max(0, stack - 1))) ?? { x: 0, y: 0 };
      },
      chance,
      element: (key) => this.elements.get(key),
      dropped,
    });
  }
}

/** The pieces of a picture, and those that leave just now. `still` keeps everything in place. */
export function usePieces(
  theme: Theme,
  layout: Layout,
  picture: Picture,
  last: Description | null,
  still: boolean,
): { elements: PieceElements; placed: Placed[]; leaving: Departure[] } {
  const [elements] = useState(() => new PieceElements());
  const [settled, setSettled] = useState<Scene | null>(null);
  const scene = elements.follow(layout, picture);
  // A scene is played once, whatever is preferred later.
  const how = useLatest({ theme, chance: last?.by === null, still });
  useLayoutEffect(() => {
    const done = () => scene.change.departures.length > 0 && setSettled(scene);
    void elements.play(scene, how.current).then(done);
  }, [elements, scene]);
  const leaving = still || settled === scene ? [] : scene.change.departures;
  return { elements, placed: scene.placed, leaving };
}

function follow(before: Scene | null, layout: Layout, picture: Picture): Scene {
  const { pieces } = picture;
  // Another board, another game: nothing moves from one to the other.
  if (!before || before.layout !== layout) {
    return { layout, picture, placed: fresh(pieces), change: { arrivals: [], departures: [] } };
  }
  const changed = change(layout, before.placed, pieces);
  const rank = (a: { from: number | null }) => (a.from === null ? 0 : 1);
  // What travels is painted over what stands.
  const placed = [...changed.arrivals].sort((a, b) => rank(a) - rank(b));
  return { layout, picture, placed, change: changed };
}
