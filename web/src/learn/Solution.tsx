// A solved puzzle: what the moves are worth, and how it goes on.
import { placeAddress } from "../analysis/address.ts";
import { Link } from "../app/router.tsx";
import { points } from "../report/words.ts";
import type { PuzzleAnswer, PuzzleInfo, PuzzleList } from "../wire.ts";
import type { LessonState } from "./lesson.ts";

/** The values of the moves, the line to step through, and the way to the analysis. */
export function Solution(props: {
  list: PuzzleList;
  puzzle: PuzzleInfo;
  worth: PuzzleAnswer;
  state: LessonState;
  /** Shows a position of the engine's line. */
  to: (at: number) => void;
}) {
  const { list, puzzle, worth, to } = props;
  const { line, at } = props.state;
  const themes = list.themes.filter((theme) => puzzle.themes.includes(theme.id));
  return (
    <section class="solution">
      {line.length > 1 && (
        <fieldset class="bar">
          <legend class="small">
            The engine's line: {line[at]?.last?.words ?? ""} ({at + 1} of {line.length})
          </legend>
          <button type="button" disabled={at === 0} onClick={() => to(at - 1)}>
            Back
          </button>
          <button type="button" disabled={at + 1 >= line.length} onClick={() => to(at + 1)}>
            Forward
          </button>
        </fieldset>
      )}
      <table class="values">
        <caption>{puzzle.counting ? "Where it may lie" : "What the moves are worth"}</caption>
        <thead>
          <tr>
            <th scope="col">{puzzle.counting ? "Place" : "Move"}</th>
            <th scope="col">{puzzle.counting ? "Chance" : "Share of the win"}</th>
          </tr>
        </thead>
        <tbody>
          {worth.values.map((move) => (
            <tr key={move.action}>
              <td>{move.words}</td>
              <td>{points(move.share)}%</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p class="small">
        {themes.length > 0 && `About: ${themes.map((theme) => theme.name).join(" · ")}. `}
        {!puzzle.counting && foundBy(puzzle.levels)}
      </p>
      {worth.place && (
        <p>
          <Link class="button" href={placeAddress(worth.place)}>
            Analyse
          </Link>
        </p>
      )}
    </section>
  );
}

const foundBy = (levels: readonly number[]) =>
  levels.length === 0
    ? "None of the eight levels finds it."
    : `${levels.length === 1 ? "Level" : "Levels"} ${levels.join(", ")} of 8 ${
        levels.length === 1 ? "finds" : "find"
      } it.`;
