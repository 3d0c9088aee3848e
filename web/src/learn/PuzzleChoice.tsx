// Beside a puzzle: how the visitor does, and which puzzles come.
import { plural } from "../app/format.ts";
import { Link } from "../app/router.tsx";
import { useStore } from "../app/store.ts";
import { useTables } from "../app/tables.ts";
import { pointsWords } from "../report/words.ts";
import type { PuzzleList } from "../wire.ts";
import { finished, OWN } from "./OwnMistakes.tsx";
import { keyOf, progress } from "./progress.ts";
import { type Filter, filter, fits, GRADES, puzzleAddress, streakOf, streaks } from "./puzzles.ts";

export function Score({ list }: { list: PuzzleList }) {
  const { now, best, answers, lost } = streakOf(useStore(streaks), list.game);
  const known = useStore(progress);
  const solved = list.puzzles.filter((puzzle) => known[keyOf(list.game, puzzle.id)]).length;
  return (
    <p class="small" role="status">
      <strong>Streak {now}</strong>
      {best > now && `, best ${best}`}. Solved: {solved} of {list.puzzles.length}.
      {list.dice &&
        answers > 0 &&
        ` First answers give away ${pointsWords(lost / answers)} of the win on average.`}
    </p>
  );
}

/** Which puzzles come. */
export function Choose({ list, wanted }: { list: PuzzleList; wanted: Filter }) {
  const count = (change: Partial<Filter>) =>
    list.puzzles.filter((puzzle) => fits(puzzle, { ...wanted, ...change })).length;
  const set = (change: Partial<Filter>) => filter.update((old) => ({ ...old, ...change }));
  return (
    <div class="choose">
      <label>
        How hard
        <select
          value={wanted.grade ?? ""}
          onChange={(event) => {
            const value = event.currentTarget.value;
            set({ grade: GRADES.find((grade) => grade === value) ?? null });
          }}
        >
          <option value="">all ({count({ grade: null })})</option>
          {GRADES.map((grade) => (
            <option key={grade} value={grade} disabled={count({ grade }) === 0}>
              {grade} ({count({ grade })})
            </option>
          ))}
        </select>
      </label>
      <label>
        Theme
        <select
          value={wanted.theme ?? ""}
          onChange={(event) => set({ theme: event.currentTarget.value || null })}
        >
          <option value="">all ({count({ theme: null })})</option>
          {list.themes.map((theme) => (
            <option key={theme.id} value={theme.id} disabled={count({ theme: theme.id }) === 0}>
              {theme.name} ({count({ theme: theme.id })})
            </option>
          ))}
        </select>
      </label>
    </div>
  );
}

/** Finished games of the visitor: their mistakes come back as questions. */
export function OwnGames({ game }: { game: string }) {
  const games = finished(useTables()?.mine ?? [], game);
  if (games.length === 0) return null;
  return (
    <p>
      <Link class="button" href={puzzleAddress(game, OWN)}>
        Your own mistakes, from {plural(games.length, "finished game")}
      </Link>
    </p>
  );
}
