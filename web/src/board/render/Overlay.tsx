// What lies over the board of an analysis: the engine's best moves, and the marks of the node.
import "./overlay.css";
import type { Choice, Point, Site, TreeShape } from "../../wire.ts";
import { arrow, inner, outline } from "../geometry.ts";
import { waysOf } from "../state/effects.ts";
import type { Layers } from "./Pieces.tsx";
import { Ways } from "./Preview.tsx";
import { place } from "./place.ts";
import { Silent } from "./Silent.tsx";

/** The best moves, the best first and strongest. */
export function BestMoves({ choices, ...layers }: Layers & { choices: readonly Choice[] }) {
  return (
    <Silent class="best-moves">
      {choices.map((choice, rank) => (
        <g key={choice.action} class={`rank-${rank}`}>
          <Ways {...layers} choice={choice} />
          {waysOf(choice).length === 0 &&
            choice.clicks.map((site) => <Ring key={site} site={layers.layout.sites[site]} />)}
        </g>
      ))}
    </Silent>
  );
}

/** Circles and arrows that somebody drew, and the place where one was begun. */
export function Marks(props: {
  layout: Layers["layout"];
  shapes: readonly TreeShape[];
  begun: string | null;
}) {
  const { layout, shapes, begun } = props;
  const at = (name: string | null) => layout.sites.find((site) => site.name === name);
  return (
    <Silent class="drawn-marks">
      {shapes.map((shape) => {
        const [from, to] = [at(shape.from), at(shape.to)];
        const key = `${shape.from}>${shape.to}`;
        if (!from) return null;
        if (!to) return <Circle key={key} site={from} />;
        return <path key={key} d={arrow(rim(from, to), to.at, inner(to.shape) * 0.26)} />;
      })}
      {begun !== null && (
        <g class="begun">
          <Circle site={at(begun)} />
        </g>
      )}
    </Silent>
  );
}

/** Where an arrow leaves a site: at its rim, so that what stands there can be read. */
function rim({ at, shape }: Site, to: Site): Point {
  const [x, y] = [to.at.x - at.x, to.at.y - at.y];
  const part = Math.min(0.5, inner(shape) / Math.hypot(x, y));
  return { x: at.x + x * part, y: at.y + y * part };
}

/** What a person draws around a place is round, whatever the place's shape. */
function Circle({ site }: { site: Site | undefined }) {
  return site ? <circle class="ring" transform={place(site)} r={inner(site.shape) * 1.04} /> : null;
}

/** Around the whole of a place. */
function Ring({ site }: { site: Site | undefined }) {
  if (!site) return null;
  return (
    <path class="ring" transform={place(site)} d={outline(site.shape, inner(site.shape) * 0.04)} />
  );
}
