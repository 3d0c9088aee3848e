// How a game looks: art for the kinds that its scene names. A theme knows looks, not rules.
import type { ComponentChild } from "preact";
import type { Layout, Mark, Picture, Piece, Point, Region, Site } from "../wire.ts";

/** How a piece comes to rest when chance decided. */
export type Roll = "tumble" | "throw";

/** Art for one game. Every part may be missing: the plain theme steps in. */
export interface ThemeParts {
  /** Gradients and patterns; ids begin with the game's id. */
  defs?(): ComponentChild;
  /** A part of the board, in scene coordinates. */
  region?(region: Region, layout: Layout): ComponentChild | undefined;
  /** A site, around the origin. */
  site?(site: Site): ComponentChild | undefined;
  /** A piece, around the origin of its site. */
  piece?(piece: Piece, site: Site): ComponentChild | undefined;
  /** A sign, around the origin of its site; painted under the pieces. */
  mark?(mark: Mark, site: Site): ComponentChild | undefined;
  /** What of a sign is painted over the piece on its site. */
  tag?(mark: Mark, site: Site): ComponentChild | undefined;
  /** A number or a word on the board that sums up what lies there. */
  note?(layout: Layout, picture: Picture): ComponentChild | undefined;
  /** Where the `nth` of some pieces stands on a site that holds many, seen from its middle. */
  spot?(site: Site, nth: number): Point | undefined;
  /** On a narrow screen the board stands upright: how its parts lie then, from the turned layout. */
  upright?(turned: Layout): Layout;
  /** The kinds that chance throws. */
  rolls?: Record<string, Roll>;
}

/** A theme with everything that a board needs. */
export type Theme = ThemeParts &
  Required<Pick<ThemeParts, "region" | "site" | "piece" | "mark" | "rolls">>;
