// Puzzles of a game: positions with one clearly best decision.
import "./styles.ts";
import "../analysis/analysis.css";
import "../learn/learn.css";
import { useEffect } from "preact/hooks";
import { api } from "../app/api.ts";
import { useLoad, useTitle, Waiting } from "../app/load.tsx";
import { go, Link } from "../app/router.tsx";
import { OWN, OwnMistakes } from "../learn/OwnMistakes.tsx";
import { Puzzle } from "../learn/Puzzle.tsx";
import { progress } from "../learn/progress.ts";
import { filter, nextPuzzle, puzzleAddress } from "../learn/puzzles.ts";
import type { PuzzleList } from "../wire.ts";

export function PuzzlesPage({ game, puzzle }: { game: string; puzzle: string | undefined }) {
  const list = useLoad(() => api.puzzles(game), [game]);
  const name = list.state === "ready" ? list.value.name : "";
  useTitle(name && `Puzzles of ${name}`);
  return <Waiting loaded={list}>{(loaded) => <Puzzles list={loaded} wanted={puzzle} />}</Waiting>;
}

function Puzzles({ list, wanted }: { list: PuzzleList; wanted: string | undefined }) {
  if (wanted === OWN) return <OwnMistakes game={list.game} name={list.name} />;
  return <Numbered list={list} wanted={wanted} />;
}

function Numbered({ list, wanted }: { list: PuzzleList; wanted: string | undefined }) {
  const { game, puzzles } = list;
  const first = nextPuzzle(puzzles, filter.get(), progress.get(), game, null, Date.now());
  const puzzle = puzzles.find((each) => each.id === (wanted ?? first?.id));
  // The address names the puzzle, so that the way back leads to the one before.
  useEffect(() => {
    if (!wanted && puzzle) go(puzzleAddress(game, puzzle.id), true);
  }, [game, wanted, puzzle]);
  if (!puzzle) {
    return (
      <section class="narrow">
        <h1>No such puzzle</h1>
        <p>
          {puzzles.length === 0 ? `There are no puzzles of ${list.name} yet. ` : ""}
          <Link href={puzzles.length === 0 ? "/" : `/puzzles/${game}`}>
            {puzzles.length === 0 ? "Go to the games" : "Go to the puzzles"}
          </Link>
        </p>
      </section>
    );
  }
  return <Puzzle key={puzzle.id} list={list} puzzle={puzzle} />;
}
