// The board without what stands on it: it is drawn once for a layout.
import { useMemo } from "preact/hooks";
import { seatColours } from "../../themes/colours.ts";
import { type Theme, themeOf } from "../../themes/index.ts";
import type { Layout, Picture } from "../../wire.ts";
import { pieceClass, place } from "./place.ts";

export function useStage(theme: Theme, layout: Layout) {
  // The same element every time: what does not change is not looked at again.
  return useMemo(
    () => (
      <g class="stage">
        {theme.defs && <defs>{theme.defs()}</defs>}
        {layout.regions.map((region) => (
          <g
            key={region.label}
            class={`region kind-${region.kind}${region.owner === null ? "" : ` owner-${region.owner}`}`}
          >
            {theme.region(region, layout)}
          </g>
        ))}
        {layout.lines.length > 0 && <path class="lines" d={lines(layout)} />}
        {layout.sites.map((site) => (
          <g key={site.name} class={`site kind-${site.kind}`} transform={place(site)}>
            {theme.site(site)}
          </g>
        ))}
      </g>
    ),
    [theme, layout],
  );
}

/** The lines from site to site. */
const lines = (layout: Layout) =>
  layout.lines
    .map(([from, to]) => [layout.sites[from]?.at, layout.sites[to]?.at] as const)
    .map(([a, b]) => (a && b ? `M${a.x} ${a.y}L${b.x} ${b.y}` : ""))
    .join("");

/** A small still picture of a board. */
export function BoardPicture(props: {
  game: string;
  label: string;
  layout: Layout;
  picture: Picture;
}) {
  const { game, layout, picture } = props;
  const theme = themeOf(game);
  const stage = useStage(theme, layout);
  return (
    <svg
      class={`board still theme-${game}`}
      style={seatColours(layout)}
      viewBox={`0 0 ${layout.width} ${layout.height}`}
      role="img"
      aria-label={props.label}
    >
      {stage}
      {picture.pieces.map((piece, i) => {
        const site = layout.sites[piece.site];
        return (
          site && (
            <g key={i} class={pieceClass(piece)} transform={place(site)}>
              {theme.piece(piece, site)}
            </g>
          )
        );
      })}
    </svg>
  );
}
