// Every puzzle of a game at a glance, and the puzzles of the last days.
import { useGames } from "../app/gameList.ts";
import { Link } from "../app/router.tsx";
import { useStore } from "../app/store.ts";
import type { PuzzleInfo, PuzzleList } from "../wire.ts";
import { keyOf, type Progress, progress } from "./progress.ts";
import { GRADE_WORDS, puzzleAddress, puzzleOfDay } from "./puzzles.ts";

const DAY = 24 * 60 * 60 * 1000;
/** So many days one can go back. */
const BACK = 7;

/** The puzzles by number, with the stars of those that are solved. */
export function PuzzleGrid({ list, current }: { list: PuzzleList; current: PuzzleInfo }) {
  const known = useStore(progress);
  const starsOf = (id: string) => known[keyOf(list.game, id)]?.stars ?? 0;
  return (
    <details class="puzzle-grid">
      <summary>All {list.puzzles.length} puzzles</summary>
      <ol>
        {list.puzzles.map(({ id, grade }, index) => {
          const stars = starsOf(id);
          const solved = stars > 0 ? `, solved with ${stars} of 3 stars` : "";
          return (
            <li key={id}>
              <Link
                href={puzzleAddress(list.game, id)}
                class={stars > 0 ? "solved" : ""}
                aria-current={id === current.id ? "page" : undefined}
                aria-label={`Puzzle ${index + 1}, ${GRADE_WORDS[grade]}${solved}`}
              >
                {index + 1}
                <span class="stars">{"★".repeat(stars)}</span>
              </Link>
            </li>
          );
        })}
      </ol>
    </details>
  );
}

/** The puzzles of the day, today's first. */
export function LastDays() {
  const games = useGames();
  const known = useStore(progress);
  if (games.state !== "ready") return null;
  const now = Date.now();
  const days = Array.from({ length: BACK }, (_, back) => ({
    when: now - back * DAY,
    found: puzzleOfDay(games.value, now - back * DAY),
  }));
  const name = (id: string) => games.value.find((game) => game.id === id)?.name ?? id;
  return (
    <details class="puzzle-days">
      <summary>Puzzles of the last days</summary>
      <ul>
        {days.map(
          ({ when, found }) =>
            found && (
              <li key={when}>
                <Link href={puzzleAddress(found.game, found.id)}>
                  {weekday(when, now)}: {name(found.game)}
                </Link>
                {isSolved(known, found) && " ✓ solved"}
              </li>
            ),
        )}
      </ul>
    </details>
  );
}

const isSolved = (known: Progress, { game, id }: { game: string; id: string }) =>
  known[keyOf(game, id)] !== undefined;

const WEEKDAY = new Intl.DateTimeFormat("en", { weekday: "long", timeZone: "UTC" });

const weekday = (when: number, now: number) => (when === now ? "Today" : WEEKDAY.format(when));
