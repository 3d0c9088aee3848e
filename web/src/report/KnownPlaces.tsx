// The chances of a layer, drawn on the board.
import { inner, outline } from "../board/geometry.ts";
import type { Layers } from "../board/render/Pieces.tsx";
import { place as placeAt } from "../board/render/place.ts";
import { Silent } from "../board/render/Silent.tsx";
import type { KnownSecret } from "../wire.ts";
import { chance, type Layer } from "./KnowledgePanel.tsx";
import { points } from "./words.ts";

export function KnownPlaces(
  props: Pick<Layers, "layout"> & { secrets: readonly KnownSecret[]; layer: Layer },
) {
  const { layout, secrets, layer } = props;
  if (layer === "off") return null;
  return (
    <Silent class="known-places">
      {secrets.flatMap((secret) =>
        secret.places.map((place) => {
          const site = layout.sites[place.site];
          const odds = chance(layer, secret, place);
          if (!site || (layer === "truth" && odds === 0)) return null;
          const size = inner(site.shape);
          return (
            <g key={place.site} transform={placeAt(site)}>
              {layer === "truth" ? (
                <path class="ring" d={outline(site.shape, size * 0.06)} />
              ) : (
                <>
                  <circle r={size * 0.72} style={{ fillOpacity: 0.35 + 0.6 * odds }} />
                  <text font-size={size * 0.85} dy="0.35em">
                    {points(odds)}
                  </text>
                </>
              )}
            </g>
          );
        }),
      )}
    </Silent>
  );
}
