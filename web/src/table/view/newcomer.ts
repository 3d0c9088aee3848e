// Who plays a game for the first time: what the rings mean.
import { useEffect, useState } from "preact/hooks";
import { read, write } from "../../app/kept.ts";
import type { TableView } from "../../wire.ts";

const KEY = "parlour.played";

const played = () => read<string[]>(KEY, []);

/** Whether the visitor has moved at this table. */
const hasMoved = (view: TableView) =>
  view.log.some(({ by }) => by !== null && view.yours.includes(by));

/** Whether everybody else at the table is a computer. */
const alone = (view: TableView) =>
  view.yours.length === 1 &&
  view.seats.every(({ sitter }, i) => view.yours.includes(i) || sitter.type === "computer");

/** Whether this is the visitor's first game of its kind, against computers only. */
export function useNewcomer(view: TableView): boolean {
  const [known] = useState(played);
  const moved = hasMoved(view);
  useEffect(() => {
    if (moved) write(KEY, [...new Set([...played(), view.game])]);
  }, [moved, view.game]);
  return alone(view) && !known.includes(view.game);
}

/** What the rings on the board mean, for a newcomer who has not moved yet. */
export const firstTip = (view: TableView): string | null =>
  hasMoved(view) || view.choices.length === 0 ? null : "Rings show what you can choose.";

/** Whether there was a mistake, however long ago. */
export function useEver(mistaken: boolean): boolean {
  const [ever, setEver] = useState(mistaken);
  useEffect(() => {
    if (mistaken) setEver(true);
  }, [mistaken]);
  return ever;
}
