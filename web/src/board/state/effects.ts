// What a move changes on the board, seen before it is done. The page knows no rules: every change
// comes with the choice.
import type { Choice, Effect, Picture, Piece } from "../../wire.ts";

/** What a choice changes on the board. */
export function effectsOf(choice: Choice): Effect[] {
  if (choice.effects) return choice.effects;
  // Left out where it is plain: what stands on the first site goes to the second.
  const [from, to] = choice.clicks;
  const plain = choice.clicks.length === 2 && choice.free === 0;
  return plain && from !== undefined && to !== undefined ? [{ type: "go", from, to }] : [];
}

/** The picture after these changes. */
export function applied(picture: Picture, effects: readonly Effect[]): Picture {
  return { ...picture, pieces: effects.reduce(change, picture.pieces) };
}

function change(pieces: Piece[], effect: Effect): Piece[] {
  switch (effect.type) {
    case "take":
      return pieces.filter((piece) => piece.site !== effect.site);
    case "put":
      return [...pieces.filter((piece) => piece.site !== effect.piece.site), effect.piece];
    case "go": {
      const at = pieces.findIndex((piece) => piece.site === effect.from);
      const piece = pieces[at];
      if (!piece) return pieces;
      // A heap stays when it is empty: its 0 is to be seen.
      const rest =
        piece.heap || piece.count > 1
          ? pieces.map((other, i) => (i === at ? { ...piece, count: piece.count - 1 } : other))
          : pieces.filter((_, i) => i !== at);
      return join(rest, { ...piece, site: effect.to, count: 1 });
    }
  }
}

/** `pieces` with one more, which joins a heap of its like. */
function join(pieces: Piece[], piece: Piece): Piece[] {
  const heap = pieces.findIndex(
    (other) =>
      other.site === piece.site &&
      other.kind === piece.kind &&
      other.owner === piece.owner &&
      other.face === piece.face,
  );
  if (heap < 0) return [...pieces, piece];
  return pieces.map((other, i) =>
    i === heap ? { ...other, count: other.count + piece.count } : other,
  );
}

/** The pieces that a choice brings somewhere, as they will stand there, with their counts. */
export function brought(picture: Picture, choice: Choice): Piece[] {
  const effects = effectsOf(choice);
  const goals = new Set(
    effects.flatMap((effect) =>
      effect.type === "go" ? [effect.to] : effect.type === "put" ? [effect.piece.site] : [],
    ),
  );
  return applied(picture, effects).pieces.filter(
    (piece) => goals.has(piece.site) && !picture.pieces.includes(piece),
  );
}

/**
 * The ways of the picked pieces that a choice sets in motion. What fills a gap has none, nor has
 * what gives way on the site that is clicked last.
 */
export function waysOf(choice: Choice) {
  const picked = choice.clicks.length > 1 ? choice.clicks.slice(0, -1) : choice.clicks;
  return effectsOf(choice).flatMap((effect) =>
    effect.type === "go" && picked.includes(effect.from) ? [effect] : [],
  );
}
