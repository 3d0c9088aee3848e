// Where things are put, and the classes that say what they are.
import type { Piece, Site } from "../../wire.ts";

export const place = (site: Site) => `translate(${site.at.x} ${site.at.y})`;

export const pieceClass = (piece: Pick<Piece, "kind" | "owner" | "face">) =>
  `piece kind-${piece.kind} owner-${piece.owner ?? "none"}${piece.face ? ` face-${piece.face}` : ""}`;
