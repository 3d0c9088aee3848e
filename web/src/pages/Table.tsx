// The page of a table: it connects, and shows the table, the cover between players, or why not.
import { useEffect, useMemo } from "preact/hooks";
import { allGames } from "../app/api.ts";
import { later } from "../app/later.tsx";
import { useLoad, useTitle } from "../app/load.tsx";
import { Link } from "../app/router.tsx";
import { useStore } from "../app/store.ts";
import { Session } from "../table/session.ts";
import { AtTable } from "../table/view/AtTable.tsx";
import { useCall, useOffers, useSounds } from "../table/view/effects.ts";
import { useFocusKept } from "../table/view/focus.ts";
import { titleOf } from "../table/view/turn.ts";

// For those who share a screen.
const Cover = later(() => import("../table/view/Cover.tsx"), "Cover");

export function TablePage({ id, invitation }: { id: string; invitation: string | null }) {
  const session = useMemo(() => new Session(id), [id]);
  useEffect(() => () => session.close(), [session]);
  const state = useStore(session.state);
  const games = useLoad(allGames, []);
  const { shown, latest } = state;
  const info = games.state === "ready" ? games.value.find((g) => g.id === shown?.game) : undefined;
  const game = info?.name ?? "Table";
  // A page that nobody looks at stands still, and still calls.
  const titled = document.hidden ? latest : shown;
  useTitle(titled ? `${titleOf(titled)}${game}` : game);
  useSounds(shown);
  useCall(latest, game);
  useOffers(latest);
  useFocusKept();
  if (state.line === "refused") {
    return (
      <section class="narrow">
        <h1>No such table</h1>
        <p role="alert">{state.reason}</p>
        <p>
          The link may be incomplete, or the table was cleared away.{" "}
          <Link href="/">Go to the games</Link>.
        </p>
      </section>
    );
  }
  // The games are waited for, too: the name of the game would move what stands below it.
  if (!shown || !latest || games.state === "loading") {
    return (
      <p class="narrow quiet" role="status">
        Sitting down …
      </p>
    );
  }
  if (shown.pass_to !== null && shown.viewer === null) {
    return <Cover view={shown} seat={shown.pass_to} session={session} />;
  }
  return (
    <AtTable
      state={state}
      shown={shown}
      latest={latest}
      game={game}
      info={info}
      session={session}
      invitation={invitation}
    />
  );
}
