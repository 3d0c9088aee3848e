// A folded legend; none for a board that needs none.
import { useState } from "preact/hooks";
import { later } from "../../app/later.tsx";
import type { GameInfo } from "../../wire.ts";

const LegendList = later(() => import("./LegendList.tsx"), "LegendList");

export function Legend({ info }: { info: GameInfo | undefined }) {
  const [opened, setOpened] = useState(false);
  if (!info || info.legend.length === 0) return null;
  return (
    <details class="legend-box" onToggle={(e) => e.currentTarget.open && setOpened(true)}>
      <summary>What the board shows</summary>
      {opened && <LegendList info={info} />}
    </details>
  );
}
