// What the parts of the board are for, each beside a piece of the board.
import { inner } from "../../board/geometry.ts";
import { pieceClass } from "../../board/render/place.ts";
import { themeOf } from "../../themes/index.ts";
import type { GameInfo, Site } from "../../wire.ts";

export function LegendList({ info }: { info: GameInfo }) {
  return (
    <ul class={`legend theme-${info.id}`}>
      {info.legend.map((line) => {
        const site = info.layout.sites[line.site];
        return (
          <li key={line.words}>
            {site && <Swatch info={info} site={site} index={line.site} />}
            <span>{line.words}</span>
          </li>
        );
      })}
    </ul>
  );
}

function Swatch({ info, site, index }: { info: GameInfo; site: Site; index: number }) {
  const theme = themeOf(info.id);
  const r = inner(site.shape) * 1.25;
  return (
    <svg class="board still swatch" viewBox={`${-r} ${-r} ${2 * r} ${2 * r}`} aria-hidden="true">
      {theme.defs && <defs>{theme.defs()}</defs>}
      <g class={`site kind-${site.kind}`}>{theme.site(site)}</g>
      {info.picture.pieces
        .filter((piece) => piece.site === index)
        .map((piece) => (
          <g key={piece.kind} class={pieceClass(piece)}>
            {theme.piece(piece, site)}
          </g>
        ))}
    </svg>
  );
}
