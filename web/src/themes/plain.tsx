// The theme of a game that has none of its own, and of all kinds that a game's theme leaves out.

import { inner, pieceRadius, polygon, rounded } from "../board/geometry.ts";
import type { Piece, Site } from "../wire.ts";
import { Count, Die, Disc, Field, Print, Stick } from "./art.tsx";
import type { Theme } from "./types.ts";

export const plain: Theme = {
  region: (region) => (
    <path
      class="ground"
      d={region.outline.length === 4 ? rounded(region.outline, 8) : polygon(region.outline)}
    />
  ),
  site: (site) => (
    <>
      <Field shape={site.shape} by={-inner(site.shape) * 0.03} corner={inner(site.shape) * 0.08} />
      {site.print && <Print text={site.print} shape={site.shape} />}
    </>
  ),
  piece: (piece, site) => (
    <>
      <Body piece={piece} site={site} />
      {(piece.heap || piece.count > 1) && <Count count={piece.count} r={pieceRadius(site)} />}
    </>
  ),
  mark: (_, site) => <circle class="print" r={inner(site.shape) * 0.22} />,
  rolls: { die: "tumble", stick: "throw" },
};

function Body({ piece, site }: { piece: Piece; site: Site }) {
  const r = pieceRadius(site) / 0.8;
  switch (piece.kind) {
    case "die":
      return <Die face={piece.face} size={r * 1.8} />;
    case "stick":
      return site.shape.type === "rect" ? (
        <Stick face={piece.face} width={site.shape.width} height={site.shape.height} />
      ) : (
        <Disc r={r * 0.8} owner={piece.owner} />
      );
    case "lid":
      return (
        <Field
          shape={site.shape}
          by={-r * 0.04}
          corner={r * 0.1}
          name={piece.face === "shut" ? "ground" : "field"}
        />
      );
    default:
      return (
        <>
          <Disc r={r * 0.8} owner={piece.owner} />
          {piece.face.length > 0 && piece.face.length < 3 && (
            <text class="face" font-size={r * 0.8} dy={r * 0.28}>
              {piece.face}
            </text>
          )}
        </>
      );
  }
}
