// The one board for all games, painted from layout, picture and choices.
import type { TargetedKeyboardEvent } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { settings, still } from "../app/settings.ts";
import { useStore } from "../app/store.ts";
import type { Choice, Layout, Picture, Told } from "../wire.ts";
import { seatColours } from "./colours.ts";
import { siteOf, useDrag } from "./drag.ts";
import { dressOf } from "./dress/index.ts";
import { ARROWS, inner, neighbour, outline } from "./geometry.ts";
import { Names } from "./Names.tsx";
import { frontOf, Preview, pushArrow } from "./Preview.tsx";
import { usePieces } from "./pieces.ts";
import type { Selection } from "./selection.ts";
import { useUpright } from "./upright.ts";
import { boardWords, contents, siteWords } from "./words.ts";

export interface BoardProps {
  game: string;
  /** What to call the board aloud. */
  label: string;
  layout: Layout;
  picture: Picture;
  last: Told | null;
  /** The clicks so far; none where nobody plays. */
  selection?: Selection;
  /** A move was sent and has not come back. */
  sent?: boolean;
  /** Puts people's names into the words for places and pieces. */
  say?: (words: string) => string;
  /** Sites that a hint points to. */
  hint?: readonly number[];
  /** Somebody tried what cannot be done. */
  onRefused?: (site: number) => void;
}

/** The board without anything to click: for pictures. */
function useStage(game: string, layout: Layout) {
  const dress = dressOf(game);
  // The same element every time: what does not change is not looked at again.
  const stage = useMemo(
    () => (
      <g class="stage">
        {dress.defs && <defs>{dress.defs()}</defs>}
        {dress.ground?.(layout)}
        {layout.regions.map((region) => (
          <g
            key={region.label}
            class={`region kind-${region.kind}${region.owner === null ? "" : ` owner-${region.owner}`}`}
          >
            {dress.region(region, layout)}
          </g>
        ))}
        {layout.lines.length > 0 && <path class="lines" d={lines(layout)} />}
        {layout.sites.map((site) => (
          <g key={site.name} class={`site kind-${site.kind}`} transform={place(site)}>
            {dress.site(site)}
          </g>
        ))}
      </g>
    ),
    [dress, layout],
  );
  return { dress, stage };
}

/** The lines from site to site. */
const lines = (layout: Layout) =>
  layout.lines
    .map(([from, to]) => [layout.sites[from]?.at, layout.sites[to]?.at] as const)
    .map(([a, b]) => (a && b ? `M${a.x} ${a.y}L${b.x} ${b.y}` : ""))
    .join("");

const place = (site: { at: { x: number; y: number } }) => `translate(${site.at.x} ${site.at.y})`;

/** A small still picture of a board. */
export function BoardPicture(props: {
  game: string;
  label: string;
  layout: Layout;
  picture: Picture;
}) {
  const { game, layout, picture } = props;
  const { dress, stage } = useStage(game, layout);
  return (
    <svg
      class={`board still dress-${game}`}
      style={seatColours(layout)}
      viewBox={`0 0 ${layout.width} ${layout.height}`}
      role="img"
      aria-label={props.label}
    >
      {stage}
      {picture.pieces.map((piece, i) => {
        const site = layout.sites[piece.site];
        return (
          site && (
            <g key={i} class={pieceClass(piece)} transform={place(site)}>
              {dress.piece(piece, site)}
            </g>
          )
        );
      })}
    </svg>
  );
}

const pieceClass = (piece: { kind: string; owner: number | null; face: string }) =>
  `piece kind-${piece.kind} owner-${piece.owner ?? "none"}${piece.face ? ` face-${piece.face}` : ""}`;

export function Board(props: BoardProps) {
  const { game, picture, last, selection } = props;
  const layout = useUpright(game, props.layout);
  const { dress, stage } = useStage(game, layout);
  const pieces = usePieces(dress, layout, picture, last, still());
  const svg = useRef<SVGSVGElement>(null);
  const [focus, setFocus] = useState<number | null>(null);
  const [ring, setRing] = useState(false);
  const picked = selection?.picked ?? [];
  const drag = useDrag(svg, layout, pieces, selection, props.onRefused);
  const [under, setUnder] = useState<number | null>(null);
  const { coordinates } = useStore(settings);
  useEffect(() => {
    if (!props.sent && picked.length === 0) pieces.release();
  }, [props.sent, picked.length]);
  const words = useMemo(() => contents(picture), [picture]);
  const say = props.say ?? ((text: string) => text);
  const next = selection?.next ?? NONE;
  const clickable = (site: number) => next.has(site) || picked.includes(site);
  const stops = [...layout.sites.keys()].filter(clickable);
  const stop = focus !== null && clickable(focus) ? focus : (stops[0] ?? null);
  useKeptFocus(svg, stop);
  const goals = selection?.goals ?? NO_GOALS;
  // The only goal is shown at once; of several, the one under the pointer or the keyboard.
  const only = goals.size === 1 ? [...goals.keys()][0] : undefined;
  const shown = [under, ring ? focus : null, only].find((s) => s != null && goals.has(s));
  const preview = shown == null ? undefined : goals.get(shown);

  const onKey = (event: TargetedKeyboardEvent<SVGSVGElement>) => {
    if (!selection) return;
    const direction = ARROWS[event.key];
    const from = focus ?? stop;
    if (direction && from !== null) {
      // With Shift every place can be visited, to hear what stands there and why it cannot be used.
      const all = event.shiftKey ? layout.sites.keys() : stops;
      const to = neighbour(layout.sites, all, from, direction);
      event.preventDefault();
      if (to !== null) {
        setFocus(to);
        queueMicrotask(() => focusSite(svg.current, to));
      }
    } else if (event.key === "Escape" && picked.length > 0) {
      event.preventDefault();
      selection.cancel();
    } else if ((event.key === "Enter" || event.key === " ") && focus !== null) {
      event.preventDefault();
      if (!selection.press(focus)) props.onRefused?.(focus);
    }
  };

  // One listener for all sites: Chromium lets the Tab key stop at every SVG element that listens
  // for the focus itself, whatever its tabindex.
  const onFocus = (event: FocusEvent) => {
    const site = siteOf(event.target);
    if (site === null) return;
    setFocus(site);
    setRing((event.target as Element).matches(":focus-visible"));
  };

  return (
    <>
      <svg
        ref={svg}
        class={`board dress-${game}${next.size > 0 ? " active" : ""}`}
        style={seatColours(layout)}
        viewBox={`0 0 ${layout.width} ${layout.height}`}
        role="group"
        aria-label={props.label}
        tabindex={-1}
        onKeyDown={onKey}
        onFocusIn={onFocus}
        onFocusOut={() => setRing(false)}
        onPointerOver={(event) => setUnder(siteOf(event.target))}
        onPointerLeave={() => setUnder(null)}
        {...drag.handlers}
      >
        {stage}
        {coordinates && <Names layout={layout} />}
        {dress.note?.(layout, picture)}
        <g class="signs" aria-hidden="true">
          {(last?.clicks ?? []).map((i, n) => {
            const site = layout.sites[i];
            const key = `${n}-${i}`;
            return (
              site && (
                <path key={key} class="last" transform={place(site)} d={outline(site.shape)} />
              )
            );
          })}
          {picture.marks.map((mark) => {
            const site = layout.sites[mark.site];
            return (
              site && (
                <g
                  key={`${mark.kind}${mark.site}`}
                  class={`mark kind-${mark.kind}`}
                  transform={place(site)}
                >
                  {dress.mark(mark, site)}
                </g>
              )
            );
          })}
        </g>
        <g class="pieces" aria-hidden="true">
          {[...pieces.leaving.map((d) => ({ ...d, away: true })), ...pieces.placed].map((p) => {
            const site = layout.sites[p.piece.site];
            return (
              site && (
                <g key={p.key} class={pieceClass(p.piece)} transform={place(site)}>
                  <g ref={(element) => pieces.hold(p.key, element)}>{dress.piece(p.piece, site)}</g>
                </g>
              )
            );
          })}
        </g>
        {selection && (
          <g class="hits">
            {layout.sites.map((site, i) => {
              const can = next.has(i);
              const isPicked = picked.includes(i);
              const occupied = words.has(i);
              const live = can || isPicked;
              const goal = goals.get(i);
              const push = goal ? pushArrow(layout, goal) : null;
              const visited = i === focus;
              // Of several in a row one is picked, not the whole site.
              const front = isPicked ? frontOf(dress, layout, picture, i) : undefined;
              const role =
                live || visited
                  ? {
                      role: "button" as const,
                      tabindex: i === stop ? 0 : -1,
                      "aria-label": say(siteWords(layout, words, i)),
                      "aria-pressed": live ? isPicked : undefined,
                      "aria-disabled": live ? undefined : true,
                    }
                  : { "aria-hidden": true as const };
              return (
                <g
                  key={site.name}
                  data-site={i}
                  data-name={site.name}
                  class={`hit${can ? " can" : ""}${isPicked ? " picked" : ""}${occupied ? " full" : ""}${props.hint?.includes(i) ? " hint" : ""}${front ? " row" : ""}`}
                  transform={place(site)}
                  {...role}
                >
                  <path class="area" d={outline(site.shape)} />
                  {front && (
                    <circle class="front" cx={front.x} cy={front.y} r={inner(site.shape)} />
                  )}
                  {!push && !front && (can || isPicked || props.hint?.includes(i)) && (
                    <Cue
                      framed={occupied || !!site.print}
                      r={inner(site.shape)}
                      shape={outline(
                        site.shape,
                        inner(site.shape) * (site.shape.type === "circle" ? 0.18 : -0.05),
                      )}
                    />
                  )}
                </g>
              );
            })}
          </g>
        )}
        {[...goals].map(([site, choice]) => {
          const push = pushArrow(layout, choice);
          return push && <path key={site} data-site={site} class="push" d={push} />;
        })}
        {preview && <Preview dress={dress} layout={layout} picture={picture} choice={preview} />}
        {ring && focus !== null && layout.sites[focus] && (
          <path
            class="focus"
            transform={place(layout.sites[focus])}
            d={outline(layout.sites[focus].shape, inner(layout.sites[focus].shape) * 0.1)}
          />
        )}
      </svg>
      <BoardText lines={boardWords(layout, picture).map(say)} />
    </>
  );
}

const NONE: ReadonlySet<number> = new Set();
const NO_GOALS: ReadonlyMap<number, Choice> = new Map();

/** Shows that a site can be clicked: a dot, or a frame around what stands or is printed there. */
function Cue({ framed, r, shape }: { framed: boolean; r: number; shape: string }) {
  return framed ? <path class="cue" d={shape} /> : <circle class="cue" r={r * 0.24} />;
}

/** The board as a list for screen readers. */
function BoardText({ lines }: { lines: string[] }) {
  return (
    <div class="sr-only">
      <h2>The board in words</h2>
      <ul>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </div>
  );
}

function focusSite(svg: SVGSVGElement | null, site: number) {
  svg?.querySelector<SVGGElement>(`[data-site="${site}"]`)?.focus();
}

/** A site that can no longer be clicked loses the focus; keep it on the board. */
function useKeptFocus(svg: { current: SVGSVGElement | null }, stop: number | null) {
  const inside = useRef(false);
  const tabbed = useRef(false);
  useEffect(() => {
    const element = svg.current;
    if (!element) return;
    const enter = () => {
      inside.current = true;
    };
    const leave = (event: FocusEvent) => {
      // Without a goal the site only stopped being a button, unless the Tab key led out.
      if (event.relatedTarget || tabbed.current) inside.current = false;
    };
    const key = (event: KeyboardEvent) => {
      tabbed.current = event.key === "Tab";
    };
    element.addEventListener("keydown", key);
    element.addEventListener("focusin", enter);
    element.addEventListener("focusout", leave);
    return () => {
      element.removeEventListener("keydown", key);
      element.removeEventListener("focusin", enter);
      element.removeEventListener("focusout", leave);
    };
  }, [svg]);
  useEffect(() => {
    const active = document.activeElement;
    const stale = svg.current?.contains(active) && !active?.hasAttribute("role");
    const lost = active === document.body || active === svg.current || stale;
    if (!inside.current || !lost) return;
    if (stop !== null) focusSite(svg.current, stop);
    else svg.current?.focus({ preventScroll: true });
  });
}
