// A game's rule page, written by the server from the same text as everywhere else.
import { api, infoOf } from "../app/api.ts";
import { useLoad, useTitle, Waiting } from "../app/load.tsx";
import { Prose } from "../app/Prose.tsx";
import { Link } from "../app/router.tsx";

export function Rules({ game }: { game: string }) {
  const loaded = useLoad(async () => {
    const [{ name }, html] = await Promise.all([infoOf(game), api.rules(game)]);
    return { name, html };
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
