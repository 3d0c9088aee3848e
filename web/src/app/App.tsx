// The frame around every page, and which page it is.
import { useEffect, useRef, useState } from "preact/hooks";
import { Home } from "../pages/Home.tsx";
import { later, loadBoards } from "./later.tsx";
import { introduce } from "./me.ts";
import { Link, match, type PageLocation, useLocation } from "./router.tsx";
import { SettingsMenu } from "./SettingsMenu.tsx";
import { Toasts } from "./toasts.tsx";

const TablePage = later(loadBoards, (module) => module.TablePage);
const AnalysePage = later(
  () => import("../pages/Analyse.tsx"),
  (module) => module.AnalysePage,
);
const ImportPage = later(
  () => import("../pages/Import.tsx"),
  (module) => module.Import,
);
const LearnPage = later(
  () => import("../pages/Learn.tsx"),
  (module) => module.LearnPage,
);
const NewTablePage = later(
  () => import("../pages/NewTable.tsx"),
  (module) => module.NewTable,
);
const PuzzlesPage = later(
  () => import("../pages/Puzzles.tsx"),
  (module) => module.PuzzlesPage,
);
const ReplayPage = later(
  () => import("../pages/Replay.tsx"),
  (module) => module.ReplayPage,
);
const RulesPage = later(
  () => import("../pages/Rules.tsx"),
  (module) => module.Rules,
);
const TransferPage = later(
  () => import("../pages/Transfer.tsx"),
  (module) => module.TransferPage,
);

export function App() {
  const location = useLocation();
  const failed = useIntroduction();
  useFocusOnMain(location.path);
  return (
    <>
      <a class="skip" href="#main">
        Skip to content
      </a>
      <header class="top">
        <Link href="/" class="home">
          <Logo /> <span>Parlour</span>
        </Link>
        <SettingsMenu />
      </header>
      <main id="main" tabindex={-1}>
        {failed ? <Failed reason={failed} /> : <Page location={location} />}
      </main>
      <Toasts />
    </>
  );
}

/** Asks who the visitor is, beside what the page itself asks for; gives what went wrong. */
function useIntroduction(): string {
  const [failure, setFailure] = useState("");
  useEffect(() => {
    introduce().catch((error: Error) => setFailure(error.message));
  }, []);
  return failure;
}

/** What was pressed is gone on another page: the keyboard goes on from its top. */
function useFocusOnMain(path: string) {
  const shown = useRef(path);
  useEffect(() => {
    if (shown.current === path) return;
    shown.current = path;
    document.getElementById("main")?.focus({ preventScroll: true });
  }, [path]);
}

function Page({ location }: { location: PageLocation }) {
  const { path } = location;
  if (match("/", path)) return <Home />;
  if (match("/import", path)) return <ImportPage />;
  let parts = match("/new/:game", path);
  if (parts?.game) return <NewTablePage key={parts.game} game={parts.game} />;
  parts = match("/rules/:game", path);
  if (parts?.game) return <RulesPage key={parts.game} game={parts.game} />;
  parts = match("/analyse/:game", path);
  if (parts?.game) {
    const { query, hash } = location;
    return <AnalysePage key={parts.game} game={parts.game} query={query} hash={hash} />;
  }
  parts = match("/learn/:game", path) ?? match("/learn/:game/:lesson", path);
  if (parts?.game) {
    return <LearnPage key={parts.game} game={parts.game} lesson={parts.lesson} />;
  }
  parts = match("/puzzles/:game", path) ?? match("/puzzles/:game/:puzzle", path);
  if (parts?.game) {
    return <PuzzlesPage key={parts.game} game={parts.game} puzzle={parts.puzzle} />;
  }
  parts = match("/transfer/:code", path);
  if (parts?.code) return <TransferPage code={parts.code} />;
  parts = match("/t/:id", path);
  if (parts?.id) {
    return <TablePage key={parts.id} id={parts.id} invitation={location.query.get("invitation")} />;
  }
  parts = match("/t/:id/replay", path);
  if (parts?.id) return <ReplayPage key={parts.id} id={parts.id} hash={location.hash} />;
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
    <svg viewBox="0 0 32 32" width="32" height="32" aria-hidden="true">
      <rect width="32" height="32" rx="8" fill="#2e5b4b" />
      <path d="M16 4.8 25.7 10.4v11.2L16 27.2 6.3 21.6V10.4z" fill="#f1dfb8" />
      <circle cx="11.9" cy="16" r="3.5" fill="#7a4a26" />
      <circle cx="20.1" cy="16" r="3.5" fill="#c4522f" />
    </svg>
  );
}
