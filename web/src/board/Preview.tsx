// What a move will do, shown before it is made: ghosts on their goals, arrows of pushes.
import type { Choice, Layout, Picture, Point } from "../wire.ts";
import type { plain } from "./dress/plain.tsx";
import type { Dress } from "./dress/types.ts";
import { arrow, inner, middle } from "./geometry.ts";
import { effectsOf } from "./preview.ts";

const at = (layout: Layout, site: number): Point => layout.sites[site]?.at ?? { x: 0, y: 0 };

/** Where the piece stands that goes first from a site with several in a row, seen from its middle. */
export function frontOf(
  dress: Dress,
  layout: Layout,
  picture: Picture,
  site: number,
): Point | undefined {
  const count = picture.pieces.find((piece) => piece.site === site)?.count ?? 1;
  const place = layout.sites[site];
  return place && dress.spot?.(place, count - 1);
}

/** The ways of the picked pieces that a choice sets in motion; what fills the gap comes later. */
const ways = (choice: Choice) =>
  effectsOf(choice).flatMap((effect) =>
    effect.type === "go" && choice.clicks.includes(effect.from) ? [effect] : [],
  );

/** The arrow of a move of several pieces: from their middle to the middle of their goals. */
export function pushArrow(layout: Layout, choice: Choice): string | null {
  const moved = ways(choice);
  if (moved.length < 2) return null;
  const from = middle(moved.map((way) => at(layout, way.from)));
  const to = middle(moved.map((way) => at(layout, way.to)));
  const site = layout.sites[moved[0]?.from ?? 0];
  return arrow(from, to, site ? inner(site.shape) * 0.5 : 4);
}

/** The pieces of a move on their goals, and the ways that they take. */
export function Preview(props: {
  dress: Dress & typeof plain;
  layout: Layout;
  picture: Picture;
  choice: Choice;
}) {
  const { dress, layout, picture, choice } = props;
  const moved = ways(choice);
  const ghosts = effectsOf(choice).flatMap((effect) => {
    if (effect.type === "take") return [];
    const piece =
      effect.type === "put" ? effect.piece : picture.pieces.find((p) => p.site === effect.from);
    const goal = layout.sites[effect.type === "put" ? effect.piece.site : effect.to];
    return piece && goal ? [{ piece: { ...piece, count: 1 }, goal }] : [];
  });
  return (
    <g class="preview" aria-hidden="true">
      {moved.length === 1 &&
        moved.map((way) => {
          const goal = layout.sites[way.to];
          const wide = goal ? inner(goal.shape) * 0.22 : 4;
          const [site, front] = [at(layout, way.from), frontOf(dress, layout, picture, way.from)];
          const from = { x: site.x + (front?.x ?? 0), y: site.y + (front?.y ?? 0) };
          return <path key={way.from} class="way" d={arrow(from, at(layout, way.to), wide)} />;
        })}
      {ghosts.map(({ piece, goal }) => (
        <g
          key={goal.name}
          class={`ghost piece kind-${piece.kind} owner-${piece.owner ?? "none"}${piece.face ? ` face-${piece.face}` : ""}`}
          transform={`translate(${goal.at.x} ${goal.at.y})`}
        >
          {dress.piece(piece, goal)}
        </g>
      ))}
    </g>
  );
}
