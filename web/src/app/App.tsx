// The frame around every page, and which page it is.
import { useEffect, useState } from "preact/hooks";
import { Home } from "../pages/Home.tsx";
import { Import } from "../pages/Import.tsx";
import { NewTable } from "../pages/NewTable.tsx";
import { ReplayPage } from "../pages/Replay.tsx";
import { Rules } from "../pages/Rules.tsx";
import { TablePage } from "../pages/Table.tsx";
import { TransferPage } from "../pages/Transfer.tsx";
import { introduce } from "./me.ts";
import { Link, match, type Place, usePlace } from "./router.tsx";
import { SettingsMenu } from "./SettingsMenu.tsx";
import { Toasts } from "./toasts.tsx";

export function App() {
  const place = usePlace();
  const failed = useIntroduction();
  return (
    <>
      <a class="skip" href="#main">
        Skip to content
      </a>
      <header class="top">
        <Link href="/" class="home">
          <Logo /> Parlour
        </Link>
        <nav aria-label="Main">
          <Link href="/import">Import</Link>
          <SettingsMenu />
        </nav>
      </header>
      <main id="main" tabindex={-1}>
        {failed === null ? null : failed ? <Failed reason={failed} /> : <Page place={place} />}
      </main>
      <Toasts />
    </>
  );
}

/** Null while waiting, then empty or what went wrong. */
function useIntroduction(): string | null {
  const [state, setState] = useState<string | null>(null);
  useEffect(() => {
    introduce().then(
      () => setState(""),
      (error: Error) => setState(error.message),
    );
  }, []);
  return state;
}

function Page({ place }: { place: Place }) {
  const { path } = place;
  if (match("/", path)) return <Home />;
  if (match("/import", path)) return <Import />;
  let parts = match("/new/:game", path);
  if (parts?.game) return <NewTable key={parts.game} game={parts.game} />;
  parts = match("/rules/:game", path);
  if (parts?.game) return <Rules key={parts.game} game={parts.game} />;
  parts = match("/transfer/:code", path);
  if (parts?.code) return <TransferPage code={parts.code} />;
  parts = match("/t/:id", path);
  if (parts?.id) {
    return <TablePage key={parts.id} id={parts.id} invitation={place.query.get("invitation")} />;
  }
  parts = match("/t/:id/replay", path);
  if (parts?.id) return <ReplayPage key={parts.id} id={parts.id} hash={place.hash} />;
  return (
    <section class="narrow">
      <h1>Nothing here</h1>
      <p>
        There is no page at this address. <Link href="/">Go to the games</Link>.
      </p>
    </section>
  );
}

function Failed({ reason }: { reason: string }) {
  return (
    <section class="narrow">
      <h1>Not connected</h1>
      <p>{reason}</p>
      <button type="button" class="primary" onClick={() => location.reload()}>
        Try again
      </button>
    </section>
  );
}

function Logo() {
  return (
    <svg viewBox="0 0 32 32" width="28" height="28" aria-hidden="true">
      <path d="M16 2 28.5 9v14L16 30 3.5 23V9z" class="logo-board" />
      <circle cx="11.5" cy="16.5" r="4.6" class="logo-one" />
      <circle cx="20.5" cy="16.5" r="4.6" class="logo-two" />
    </svg>
  );
}
