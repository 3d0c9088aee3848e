// What a move changes on the board, seen before it is done. The page knows no rules: every change
// comes with the choice.
import type { Choice, Effect, Picture, Piece } from "../wire.ts";
import { remaining } from "./clicks.ts";

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
      const moved = { ...piece, site: effect.to, count: 1 };
      if (piece.count <= 1) return pieces.map((other, i) => (i === at ? moved : other));
      const rest = { ...piece, count: piece.count - 1 };
      return [...pieces.map((other, i) => (i === at ? rest : other)), moved];
    }
  }
}

/**
 * The picture with what the sites in `picked` have done already, such as a piece that was laid
 * while the next click is still to come: all that the moves still open have in common.
 */
export function soFar(
  picture: Picture,
  choices: readonly Choice[],
  picked: readonly number[],
): Picture {
  if (picked.length === 0) return picture;
  const open = remaining(choices, picked).map((choice) =>
    effectsOf(choice).filter((effect) => (effect.after ?? Infinity) <= picked.length),
  );
  const [first, ...others] = open;
  if (!first?.length) return picture;
  const text = JSON.stringify(first);
  const agreed = others.every((effects) => JSON.stringify(effects) === text);
  return agreed ? applied(picture, first) : picture;
}
