// Chance on the analysis board.
import type { PositionView } from "../wire.ts";

/** An outcome drawn by its weight. */
export function drawn({ chances }: Pick<PositionView, "chances">): string {
  const all = chances.reduce((sum, { weight }) => sum + weight, 0);
  let left = Math.random() * all;
  const one = chances.find(({ weight }) => {
    left -= weight;
    return left < 0;
  });
  return (one ?? chances[0])?.action ?? "";
}
