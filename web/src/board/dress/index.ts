// Which game wears what.
import type { ComponentChild } from "preact";
import { outwit } from "./outwit.tsx";
import { plain } from "./plain.tsx";
import { senet } from "./senet.tsx";
import { shellOut } from "./shell-out.tsx";
import { shout7 } from "./shout-7.tsx";
import { shutTheBox } from "./shut-the-box.tsx";
import type { Dress } from "./types.ts";

const WARDROBE: Record<string, Dress> = {
  outwit,
  senet,
  "shell-out": shellOut,
  "shout-7": shout7,
  "shut-the-box": shutTheBox,
};

/** A game's dress with the plain one beneath it. */
export function dressOf(game: string): Dress & typeof plain {
  const own = WARDROBE[game] ?? {};
  const cached = dressed.get(own);
  if (cached) return cached;
  const whole: Dress & typeof plain = {
    ...own,
    region: (region, layout) =>
      or(own.region?.(region, layout), () => plain.region(region, layout)),
    site: (site) => or(own.site?.(site), () => plain.site(site)),
    piece: (piece, site) => or(own.piece?.(piece, site), () => plain.piece(piece, site)),
    mark: (mark, site) => or(own.mark?.(mark, site), () => plain.mark(mark, site)),
    rolls: { ...plain.rolls, ...own.rolls },
  };
  dressed.set(own, whole);
  return whole;
}

const dressed = new WeakMap<Dress, Dress & typeof plain>();

/** A dress that says nothing leaves it to the plain one; null is nothing to see. */
function or(own: ComponentChild | undefined, instead: () => ComponentChild): ComponentChild {
  return own === undefined ? instead() : own;
}
