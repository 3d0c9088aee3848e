// How a game is dressed: paint for the kinds that its scene names. A dress knows looks, not rules.
import type { ComponentChild } from "preact";
import type { Layout, Mark, Picture, Piece, Region, Site, Told } from "../../wire.ts";

/** How a piece comes to rest when chance decided. */
export type Roll = "tumble" | "throw";

/** Paint for one game. Every part may be missing: the plain dress steps in. */
export interface Dress {
  /** Gradients and patterns; ids begin with the game's id. */
  defs?(): ComponentChild;
  /** Painted under everything. */
  ground?(layout: Layout): ComponentChild;
  /** A part of the board, in scene coordinates. */
  region?(region: Region, layout: Layout): ComponentChild | undefined;
  /** A site, around the origin. */
  site?(site: Site): ComponentChild | undefined;
  /** A piece, around the origin of its site. */
  piece?(piece: Piece, site: Site): ComponentChild | undefined;
  /** A sign, around the origin of its site; painted under the pieces. */
  mark?(mark: Mark, site: Site): ComponentChild | undefined;
  /** Pieces that show the last action where the picture no longer does. */
  extra?(layout: Layout, picture: Picture, last: Told): Piece[];
  /** The kinds that chance throws. */
  rolls?: Record<string, Roll>;
}
