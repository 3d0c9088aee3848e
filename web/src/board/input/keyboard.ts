// The keyboard: arrows go from site to site, Enter picks, Escape lets go. The board is one stop of
// the Tab key.
import { useEffect, useRef } from "preact/hooks";
import { hasModifier } from "../../app/keys.ts";
import type { Layout } from "../../wire.ts";
import { ARROWS, neighbour } from "../geometry.ts";
import type { BoardControl } from "../state/control.ts";
import { isLive, tabStop } from "../state/state.ts";
import { siteOf } from "./pointer.ts";

type Svg = { current: SVGSVGElement | null };

function focusSite(svg: SVGSVGElement | null, site: number) {
  svg?.querySelector<SVGGElement>(`.hit[data-site="${site}"]`)?.focus();
}

function onKey(event: KeyboardEvent, svg: Svg, layout: Layout, control: BoardControl) {
  if (hasModifier(event)) return;
  const { state } = control;
  const direction = ARROWS[event.key];
  const from = state.focus ?? tabStop(state, layout.sites.length);
  if (direction && from !== null) {
    event.preventDefault();
    const all = [...layout.sites.keys()];
    // With Shift every site can be visited, to hear what stands there and why it cannot be used.
    const candidates = event.shiftKey ? all : all.filter((site) => isLive(state, site));
    const to = neighbour(layout.sites, candidates, from, direction);
    if (to === null) return;
    control.setFocus(to, state.focusVisible);
    queueMicrotask(() => focusSite(svg.current, to));
  } else if (event.key === "Escape" && state.picked.length > 0) {
    event.preventDefault();
    control.cancel();
  } else if ((event.key === "Enter" || event.key === " ") && state.focus !== null) {
    event.preventDefault();
    control.press(state.focus);
  }
}

/**
 * The board's handlers of keys and focus; `stop` is the site that the Tab key stops at. One listener
 * serves all sites: Chromium lets the Tab key stop at every SVG element that listens for the focus
 * itself, whatever its tabindex.
 */
export function useKeyboard(svg: Svg, layout: Layout, control: BoardControl, stop: number | null) {
  const inside = useRef(false);
  const tabbed = useRef(false);
  // A site that can no longer be clicked loses the focus; this keeps it on the board.
  useEffect(() => {
    const active = document.activeElement;
    const stale = svg.current?.contains(active) && !active?.hasAttribute("role");
    const lost = active === document.body || active === svg.current || stale;
    if (!inside.current || !lost) return;
    if (stop !== null) focusSite(svg.current, stop);
    else svg.current?.focus({ preventScroll: true });
  });
  return {
    onKeyDown: (event: KeyboardEvent) => {
      tabbed.current = event.key === "Tab";
      onKey(event, svg, layout, control);
    },
    onFocusIn: (event: FocusEvent) => {
      inside.current = true;
      const site = siteOf(event.target);
      if (site !== null)
        control.setFocus(site, (event.target as Element).matches(":focus-visible"));
    },
    onFocusOut: (event: FocusEvent) => {
      // Without a goal the site only stopped being a button, unless the Tab key led out.
      if (event.relatedTarget || tabbed.current) inside.current = false;
      control.setFocus(control.state.focus, false);
    },
  };
}
