// What a move will do, shown before it is made: pieces on their goals, and the ways that they take.

import { memo } from "../../app/memo.ts";
import { useSelect } from "../../app/store.ts";
import type { Choice } from "../../wire.ts";
import { outline } from "../geometry.ts";
import type { BoardControl } from "../state/control.ts";
import { brought } from "../state/effects.ts";
import { previewed } from "../state/state.ts";
import { pushArrow, wayArrows } from "./arrows.ts";
import type { Layers } from "./Pieces.tsx";
import { pieceClass, place } from "./place.ts";
import { Silent } from "./Silent.tsx";

export const Preview = memo(
  ({ theme, layout, picture, control }: Layers & { control: BoardControl }) => {
    const choice = useSelect(control.store, previewed);
    if (!choice) return null;
    return (
      <Silent class="preview">
        <Ways theme={theme} layout={layout} picture={picture} choice={choice} />
        {brought(picture, choice).map((piece) => {
          const site = layout.sites[piece.site];
          return (
            site && (
              <g
                key={`${piece.site} ${piece.kind}`}
                class={`ghost ${pieceClass(piece)}`}
                transform={place(site)}
              >
                {theme.piece(piece, site)}
              </g>
            )
          );
        })}
      </Silent>
    );
  },
);

export function Ways({ theme, layout, picture, choice }: Layers & { choice: Choice }) {
  return (
    <>
      {wayArrows(theme, layout, picture, choice).map((path) => (
        <path key={path} class="way" d={path} />
      ))}
    </>
  );
}

/** What the move of a mark is: advice, a mistake, or the answer that refutes it. */
export type MarkKind = "advice" | "wrong" | "threat";

/** The ways of a move that is spoken of; a mistake's places are ringed, too. */
export const HintMarks = memo((props: Layers & { choice: Choice | undefined; kind: MarkKind }) => {
  const { theme, layout, picture, choice, kind } = props;
  if (!choice) return null;
  const ringed = kind === "wrong" ? choice.clicks : [];
  return (
    <Silent class={`hint-marks ${kind}`}>
      <Ways theme={theme} layout={layout} picture={picture} choice={choice} />
      {ringed.map((index) => {
        const site = layout.sites[index];
        return site && <path class="ring" transform={place(site)} d={outline(site.shape)} />;
      })}
    </Silent>
  );
});

/** Arrows to press, one for each direction in which what is picked can be pushed. */
export const PushArrows = memo(
  ({ layout, control }: { layout: Layers["layout"]; control: BoardControl }) => {
    const goals = useSelect(control.store, (state) => state.picked.length > 0 && state.goals);
    return (
      <>
        {[...(goals || [])].map(([site, choice]) => {
          const push = pushArrow(layout, choice);
          return (
            push && (
              <g key={site} class="push" data-site={site}>
                <circle cx={push.middle.x} cy={push.middle.y} r={push.reach} />
                <path d={push.path} />
              </g>
            )
          );
        })}
      </>
    );
  },
);
