// Which game has which theme.
import type { ComponentChild } from "preact";
import { outwit } from "./outwit/theme.tsx";
import { plain } from "./plain.tsx";
import { senet } from "./senet/theme.tsx";
import { shellOut } from "./shell-out/theme.tsx";
import { shout7 } from "./shout-7/theme.tsx";
import { shutTheBox } from "./shut-the-box/theme.tsx";
import type { Theme, ThemeParts } from "./types.ts";

export type { Theme };

/** What each game's own theme leaves out comes from the plain one; null is nothing to see. */
function complete(own: ThemeParts): Theme {
  const or = (art: ComponentChild | undefined, instead: () => ComponentChild) =>
    art === undefined ? instead() : art;
  return {
    ...own,
    region: (region, layout) =>
      or(own.region?.(region, layout), () => plain.region(region, layout)),
    site: (site) => or(own.site?.(site), () => plain.site(site)),
    piece: (piece, site) => or(own.piece?.(piece, site), () => plain.piece(piece, site)),
    mark: (mark, site) => or(own.mark?.(mark, site), () => plain.mark(mark, site)),
    rolls: { ...plain.rolls, ...own.rolls },
  };
}

const THEMES: Record<string, Theme> = {
  outwit: complete(outwit),
  senet: complete(senet),
  "shell-out": complete(shellOut),
  "shout-7": complete(shout7),
  "shut-the-box": complete(shutTheBox),
};

/** A game's theme. */
export const themeOf = (game: string): Theme => THEMES[game] ?? plain;
