// Beside a puzzle: how the visitor does, and which puzzles come.

import { plural } from "../app/format.ts";
import { Link } from "../app/router.tsx";
import { Select } from "../app/Select.tsx";
import { useStore } from "../app/store.ts";
import { useTables } from "../app/tables.ts";
import { pointsWords } from "../report/words.ts";
import type { PuzzleList } from "../wire.ts";
import { finished, OWN } from "./OwnMistakes.tsx";
import { keyOf, progress } from "./progress.ts";
import {
  type Filter,
  filter,
  fits,
  GRADE_WORDS,
  GRADES,
  puzzleAddress,
  streakOf,
  streaks,
} from "./puzzles.ts";

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
  const option = <V extends string | null>(value: V, name: string, change: Partial<Filter>) => {
    const count = list.puzzles.filter((puzzle) => fits(puzzle, { ...wanted, ...change })).length;
    return { value, label: `${name} (${count})`, disabled: value !== null && count === 0 };
  };
  const set = (change: Partial<Filter>) => filter.update((old) => ({ ...old, ...change }));
  return (
    <div class="choose">
      <Select
        label="How hard"
        value={wanted.grade}
        options={[null, ...GRADES].map((grade) =>
          option(grade, grade ? GRADE_WORDS[grade] : "all", { grade }),
        )}
        onChoose={(grade) => set({ grade })}
      />
      <Select
        label="Theme"
        value={wanted.theme}
        options={[{ id: null, name: "all" }, ...list.themes].map(({ id, name }) =>
          option(id, name, { theme: id }),
        )}
        onChoose={(theme) => set({ theme })}
      />
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
