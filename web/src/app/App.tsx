// The frame around every page, and which page it is.
import { useEffect, useRef, useState } from "preact/hooks";
import { Home } from "../pages/Home.tsx";
import { later, loadBoards } from "./later.tsx";
import { introduce, me } from "./me.ts";
import { Link, type PageLocation, route, useLocation } from "./router.tsx";
import { SettingsMenu } from "./SettingsMenu.tsx";
import { useStore } from "./store.ts";
import { Toasts } from "./toasts.tsx";

const TablePage = later(loadBoards, "TablePage");
const AnalysePage = later(() => import("../pages/Analyse.tsx"), "AnalysePage");
const ImportPage = later(() => import("../pages/Import.tsx"), "Import");
const LearnPage = later(() => import("../pages/Learn.tsx"), "LearnPage");
const NewTablePage = later(() => import("../pages/NewTable.tsx"), "NewTable");
const PuzzlesPage = later(() => import("../pages/Puzzles.tsx"), "PuzzlesPage");
const ReplayPage = later(() => import("../pages/Replay.tsx"), "ReplayPage");
const RulesPage = later(() => import("../pages/Rules.tsx"), "Rules");
const YouPage = later(() => import("../pages/You.tsx"), "You");
const TransferPage = later(() => import("../pages/Transfer.tsx"), "TransferPage");

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
        <nav class="corner" aria-label="You and the page">
          <YouLink />
          <SettingsMenu />
        </nav>
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

/** Every address. A page begins anew where its key changes. */
const ROUTES = [
  route("/", () => <Home />),
  route("/import", () => <ImportPage />),
  route("/new/:game", ({ game }) => <NewTablePage key={game} game={game} />),
  route("/rules/:game", ({ game }) => <RulesPage key={game} game={game} />),
  route("/analyse/:game", ({ game }, { query, hash }) => (
    <AnalysePage key={game} game={game} query={query} hash={hash} />
  )),
  route("/learn/:game", ({ game }) => <LearnPage key={game} game={game} lesson={undefined} />),
  route("/learn/:game/:lesson", ({ game, lesson }) => (
    <LearnPage key={game} game={game} lesson={lesson} />
  )),
  route("/puzzles/:game", ({ game }) => <PuzzlesPage key={game} game={game} puzzle={undefined} />),
  route("/puzzles/:game/:puzzle", ({ game, puzzle }) => (
    <PuzzlesPage key={game} game={game} puzzle={puzzle} />
  )),
  route("/you", () => <YouPage />),
  route("/transfer/:code", ({ code }) => <TransferPage code={code} />),
  route("/t/:id", ({ id }, { query }) => (
    <TablePage key={id} id={id} invitation={query.get("invitation")} />
  )),
  route("/t/:id/replay", ({ id }, { hash }) => <ReplayPage key={id} id={id} hash={hash} />),
];

function Page({ location }: { location: PageLocation }) {
  for (const show of ROUTES) {
    const page = show(location);
    if (page) return page;
  }
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

/** The way to the visitor's own page: the first letter of their name. */
function YouLink() {
  const name = useStore(me)?.name ?? "";
  const [initial = "·"] = name;
  return (
    <Link href="/you" class="you" aria-label="Your games and progress" title={name}>
      <span aria-hidden="true">{initial.toUpperCase()}</span>
    </Link>
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
