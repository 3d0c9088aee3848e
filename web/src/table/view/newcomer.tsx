// Who plays a game for the first time: what the rings mean, and the lessons after a first mistake.
import { useEffect, useState } from "preact/hooks";
import { read, write } from "../../app/kept.ts";
import { Link } from "../../app/router.tsx";
import { useStore } from "../../app/store.ts";
import { answerOffer, answers } from "../../learn/offer.ts";
import type { GameInfo, TableView } from "../../wire.ts";

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

/** The lessons, offered after a click where nothing can be done. */
export function LearnOffer(props: { game: string; info: GameInfo | undefined; mistaken: boolean }) {
  const { game, info } = props;
  const answered = useStore(answers)[game];
  const [mistaken, setMistaken] = useState(false);
  useEffect(() => {
    if (props.mistaken) setMistaken(true);
  }, [props.mistaken]);
  if (!mistaken || answered || !info?.lessons) return null;
  return (
    <section class="notice" aria-label="Lessons">
      <p>New to {info.name}? Learn it in 3 minutes, move by move. Your game waits here.</p>
      <div class="buttons">
        <Link class="button primary" href={`/learn/${game}`}>
          Learn in 3 minutes
        </Link>
        <button type="button" onClick={() => answerOffer(game, "no")}>
          No, thanks
        </button>
      </div>
    </section>
  );
}
