// A game in full swing, as it lies on the table. A game without such a picture shows its board.
import { infoOf } from "./api.ts";
import { later, loadBoards } from "./later.tsx";
import { useLoad } from "./load.tsx";

const FILES = import.meta.glob<string>("../pictures/*.webp", {
  eager: true,
  import: "default",
  query: "?url",
});

const fileOf = (name: string) => FILES[`../pictures/${name}.webp`];

/** Decoration: the game's name always stands beside it. `first` is what a visitor sees first. */
export function GamePicture({ game, first = false }: { game: string; first?: boolean }) {
  const file = fileOf(game);
  if (!file) return <DrawnPicture game={game} />;
  return (
    <picture>
      {/* A phone shows a strip only, and should not load more. */}
      <source
        media="(max-width: 619px)"
        srcset={fileOf(`${game}.strip`)}
        width={640}
        height={320}
      />
      <img
        src={file}
        alt=""
        width={640}
        height={800}
        loading={first ? "eager" : "lazy"}
        fetchpriority={first ? "high" : "auto"}
      />
    </picture>
  );
}

const BoardPicture = later(loadBoards, "BoardPicture");

function DrawnPicture({ game }: { game: string }) {
  const loaded = useLoad(() => infoOf(game), [game]);
  if (loaded.state !== "ready") return null;
  const info = loaded.value;
  return (
    <BoardPicture
      game={game}
      label={`The board of ${info.name}`}
      layout={info.layout}
      picture={info.picture}
    />
  );
}
