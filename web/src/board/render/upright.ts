// A long board stands upright on a phone: the same places, turned by a quarter.
import { useEffect, useMemo, useState } from "preact/hooks";
import { themeOf } from "../../themes/index.ts";
import type { Layout, Point, Shape } from "../../wire.ts";

/** The layout turned clockwise by a quarter; what lay left is at the top. */
export function turned(layout: Layout): Layout {
  const point = ({ x, y }: Point): Point => ({ x: layout.height - y, y: x });
  const shape = (s: Shape): Shape =>
    s.type === "rect" ? { ...s, width: s.height, height: s.width } : s;
  return {
    ...layout,
    width: layout.height,
    height: layout.width,
    regions: layout.regions.map((r) => ({ ...r, outline: r.outline.map(point) })),
    sites: layout.sites.map((s) => ({ ...s, at: point(s.at), shape: shape(s.shape) })),
  };
}

/** Narrow, and not a phone that lies on its side. */
const NARROW = "(max-width: 559px), (max-width: 620px) and (min-height: 501px)";

/** The layout as this screen shows it. */
export function useUpright(game: string, layout: Layout): Layout {
  const [narrow, setNarrow] = useState(() => matchMedia(NARROW).matches);
  useEffect(() => {
    const query = matchMedia(NARROW);
    const change = () => setNarrow(query.matches);
    query.addEventListener("change", change);
    return () => query.removeEventListener("change", change);
  }, []);
  const upright = narrow ? themeOf(game).upright : undefined;
  return useMemo(() => upright?.(turned(layout)) ?? layout, [layout, upright]);
}
