// The frame of a page with a board: the sentence above it, and a column beside it.
import type { ComponentChildren } from "preact";
import { seatColours } from "../themes/colours.ts";
import { useTheme } from "../themes/index.ts";
import type { Layout } from "../wire.ts";

/** A class for boards that are much wider than high: a phone on its side gives them more room. */
const wideness = ({ width, height }: Layout) => (width > height * 1.25 ? " wide" : "");

export function BoardPage(props: {
  game: string;
  /** Which page it is, for its styles. */
  kind?: string;
  layout: Layout | null;
  banner: ComponentChildren;
  /** The board, with its buttons and what lies over it. */
  board: ComponentChildren;
  /** The title of the column, and what stands beside it. */
  head: ComponentChildren;
  /** The rest of the column. */
  children: ComponentChildren;
}) {
  const { layout } = props;
  // A board that changes its looks before one's eyes is no board yet.
  if (!useTheme(props.game)) {
    return (
      <p class="narrow quiet" role="status">
        One moment …
      </p>
    );
  }
  return (
    <div
      class={`table-page ${props.kind ?? ""} theme-${props.game}${layout ? wideness(layout) : ""}`}
      style={layout ? seatColours(layout) : {}}
    >
      {/* First in the document, so that no heading comes before the page's own. */}
      <header class="table-head">{props.head}</header>
      <div class="area-banner">{props.banner}</div>
      {props.board}
      <div class="area-side">{props.children}</div>
    </div>
  );
}
