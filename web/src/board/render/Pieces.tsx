// What stands on the board, and the signs under it.
import { useEffect } from "preact/hooks";
import { memo } from "../../app/memo.ts";
import type { Theme } from "../../themes/index.ts";
import type { Description, Layout, Picture } from "../../wire.ts";
import { outline } from "../geometry.ts";
import type { Departure, Placed } from "../motion/diff.ts";
import type { PieceElements } from "../motion/pieces.ts";
import { pieceClass, place } from "./place.ts";
import { Silent } from "./Silent.tsx";

/** The sites of the last action, and the signs of the picture. */
export const Signs = memo(
  ({ theme, layout, picture, last }: Layers & { last: Description | null }) => (
    <Silent class="signs">
      {theme.note?.(layout, picture)}
      {(last?.clicks ?? []).map((index, nth) => {
        const site = layout.sites[index];
        const key = `${nth}-${index}`;
        return (
          site && <path key={key} class="last" transform={place(site)} d={outline(site.shape)} />
        );
      })}
      {picture.marks.map((mark) => {
        const site = layout.sites[mark.site];
        return (
          site && (
            <g
              key={`${mark.kind}${mark.site}`}
              class={`mark kind-${mark.kind}`}
              transform={place(site)}
            >
              {theme.mark(mark, site)}
            </g>
          )
        );
      })}
    </Silent>
  ),
);

/** The signs that lie on pieces. */
export const Tags = memo(({ theme, layout, picture }: Layers) => (
  <Silent class="signs">
    {picture.marks.map((mark) => {
      const site = layout.sites[mark.site];
      const tag = site && theme.tag?.(mark, site);
      return (
        tag && (
          <g key={`${mark.kind}${mark.site}`} transform={place(site)}>
            {tag}
          </g>
        )
      );
    })}
  </Silent>
));

export interface Layers {
  theme: Theme;
  layout: Layout;
  picture: Picture;
}

export interface PiecesProps {
  theme: Theme;
  layout: Layout;
  placed: Placed[];
  leaving: Departure[];
  elements: PieceElements;
  /** Whether nothing is picked and no move is on its way: a piece let go of goes home. */
  idle: boolean;
}

export const Pieces = memo((props: PiecesProps) => {
  const { theme, layout, elements } = props;
  useEffect(() => {
    if (props.idle) elements.release();
  }, [elements, props.idle]);
  return (
    <Silent class="pieces">
      {[...props.leaving, ...props.placed].map(({ key, piece }) => {
        const site = layout.sites[piece.site];
        return (
          site && (
            <g key={key} class={pieceClass(piece)} transform={place(site)}>
              <g ref={(element) => elements.hold(key, element)}>{theme.piece(piece, site)}</g>
            </g>
          )
        );
      })}
    </Silent>
  );
});
