// Which game has which theme.
import type { ComponentChild } from "preact";
import { useEffect, useState } from "preact/hooks";
import { plain } from "./plain.tsx";
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

/** Each game's own theme, loaded for who comes to its board. */
const LOADERS: Record<string, () => Promise<ThemeParts>> = {
  outwit: () => import("./outwit/theme.tsx").then(({ outwit }) => outwit),
  senet: () => import("./senet/theme.tsx").then(({ senet }) => senet),
  "shell-out": () => import("./shell-out/theme.tsx").then(({ shellOut }) => shellOut),
  "shout-7": () => import("./shout-7/theme.tsx").then(({ shout7 }) => shout7),
  "shut-the-box": () => import("./shut-the-box/theme.tsx").then(({ shutTheBox }) => shutTheBox),
};

const loaded = new Map<string, Theme>();

/** Loads a game's theme; where that fails, the game is played in the plain one. */
export async function loadTheme(game: string) {
  if (loaded.has(game)) return;
  const own = LOADERS[game]?.().then(complete);
  const theme = await own?.catch(() => plain);
  if (!loaded.has(game)) loaded.set(game, theme ?? plain);
}

/** Whether a game's theme is there; it is loaded where it is not. */
export function useTheme(game: string): boolean {
  const [, draw] = useState(0);
  const ready = loaded.has(game);
  useEffect(() => {
    // It may have come since: then this draws at once.
    if (!ready) void loadTheme(game).then(() => draw((count) => count + 1));
  }, [game, ready]);
  return ready;
}

/** A game's theme: the plain one until its own was loaded. */
export const themeOf = (game: string): Theme => loaded.get(game) ?? plain;
