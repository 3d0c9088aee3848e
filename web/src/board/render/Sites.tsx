// The sites as buttons. Each is drawn again only when something of its own changes.

import { memo } from "../../app/memo.ts";
import { useSelect } from "../../app/store.ts";
import type { Theme } from "../../themes/index.ts";
import type { Layout, Picture, Site } from "../../wire.ts";
import { inner, outline } from "../geometry.ts";
import type { BoardControl } from "../state/control.ts";
import { tabStop } from "../state/state.ts";
import { frontOf, pushArrow } from "./arrows.ts";
import { place } from "./place.ts";
import { contents, siteWords } from "./words.ts";

export const Sites = memo(
  (props: {
    theme: Theme;
    layout: Layout;
    picture: Picture;
    control: BoardControl;
    hint: readonly number[] | undefined;
    say: (words: string) => string;
  }) => {
    const { theme, layout, picture, control, say } = props;
    // Where the pointer is does not matter here.
    const state = {
      next: useSelect(control.store, ({ next }) => next),
      picked: useSelect(control.store, ({ picked }) => picked),
      goals: useSelect(control.store, ({ goals }) => goals),
      focus: useSelect(control.store, ({ focus }) => focus),
    };
    const stop = tabStop(state, layout.sites.length);
    const words = contents(picture);
    return (
      <g class="hits">
        {layout.sites.map((site, i) => {
          const goal = state.picked.length > 0 ? state.goals.get(i) : undefined;
          const pushes = goal !== undefined && pushArrow(layout, goal) !== null;
          const picked = state.picked.includes(i);
          // Of several in a row one is picked, not the whole site.
          const front = picked ? frontOf(theme, layout, picture, i) : undefined;
          return (
            <Hit
              key={site.name}
              site={site}
              index={i}
              can={state.next.has(i)}
              picked={picked}
              full={words.has(i)}
              hint={props.hint?.includes(i) ?? false}
              pushes={pushes}
              stop={i === stop}
              visited={i === state.focus}
              x={front?.x}
              y={front?.y}
              label={pushes ? goal.caption : say(siteWords(layout, words, i))}
            />
          );
        })}
      </g>
    );
  },
);

const Hit = memo(
  (props: {
    site: Site;
    index: number;
    can: boolean;
    picked: boolean;
    full: boolean;
    hint: boolean;
    pushes: boolean;
    stop: boolean;
    visited: boolean;
    /** Where the picked one of a row stands. */
    x: number | undefined;
    y: number | undefined;
    label: string;
  }) => {
    const { site, can, picked, full, hint, visited } = props;
    const live = can || picked;
    const row = props.x !== undefined;
    const r = inner(site.shape);
    const ring = outline(site.shape, cueGrowth(site, full), r * 0.18);
    const names = { hit: true, can, picked, full, hint, row };
    const role =
      live || visited
        ? {
            role: "button" as const,
            tabindex: props.stop ? 0 : -1,
            "aria-label": props.label,
            "aria-pressed": live ? picked : undefined,
            "aria-disabled": live ? undefined : true,
          }
        : { "aria-hidden": true as const };
    return (
      <g
        data-site={props.index}
        data-name={site.name}
        class={Object.entries(names)
          .flatMap(([name, on]) => (on ? [name] : []))
          .join(" ")}
        transform={place(site)}
        {...role}
      >
        <path class="area" d={outline(site.shape)} />
        {row && <circle class="front" cx={props.x} cy={props.y} r={r} />}
        {!props.pushes && !row && (live || hint) && (
          <>
            <path class="cue-edge" d={ring} />
            <path class="cue" d={ring} />
          </>
        )}
      </g>
    );
  },
);

/** A ring lies just inside an empty site, and around what stands or is printed on one. */
function cueGrowth(site: Site, full: boolean): number {
  const r = inner(site.shape);
  if (!full && !site.print) return -r * 0.16;
  return site.shape.type === "circle" ? r * 0.18 : -r * 0.05;
}
