// A game's rule page, written by the server from the same text as everywhere else.
import { allGames, api } from "../app/api.ts";
import { useLoad, useTitle, Waiting } from "../app/load.tsx";
import { Prose } from "../app/Prose.tsx";
import { Link } from "../app/router.tsx";

export function Rules({ game }: { game: string }) {
  const loaded = useLoad(async () => {
    const [games, html] = await Promise.all([allGames(), api.rules(game)]);
    return { name: games.find((g) => g.id === game)?.name ?? game, html };
  }, [game]);
  useTitle(loaded.state === "ready" ? `Rules of ${loaded.value.name}` : "Rules");
  return (
    <Waiting loaded={loaded}>
      {({ name, html }) => (
        <div class="narrow">
          <Prose html={html} />
          <p>
            <Link class="button primary" href={`/new/${game}`}>
              Play {name}
            </Link>
          </p>
        </div>
      )}
    </Waiting>
  );
}
