// The first page: running games, the games, finished games, and what is seldom needed.
import { ago, plural, sitterName, standing } from "../app/format.ts";
import { GamePicture } from "../app/GamePicture.tsx";
import { type GameSummary, playersWords, useGames } from "../app/gameList.ts";
import { later } from "../app/later.tsx";
import { levelOf, levels, levelWords } from "../app/levels.ts";
import { useTitle, Waiting } from "../app/load.tsx";
import { Link } from "../app/router.tsx";
import { playComputer } from "../app/seats.ts";
import { useStore } from "../app/store.ts";
import { isListed, putBack, remove, removed, useTables } from "../app/tables.ts";
import { toast } from "../app/toasts.tsx";
import { answers, learnWords, lessonsSolved } from "../learn/offer.ts";
import { puzzleOfDay } from "../learn/puzzles.ts";
import type { TableSummary, Tables } from "../wire.ts";

// It is below the first view.
const Foot = later(() => import("./Foot.tsx"), "Foot");

const DayBoard = later(() => import("./DayBoard.tsx"), "DayBoard");

export function Home() {
  useTitle("");
  const games = useGames();
  const tables = useTables();
  if (!tables) {
    return (
      <p class="narrow quiet" role="status">
        One moment …
      </p>
    );
  }
  return (
    <>
      <Waiting loaded={games}>
        {(all) => (
          <div class="page home-page">
            <Running tables={tables} games={all} />
            <section aria-labelledby="games-title">
              <div class="welcome">
                <h1 id="games-title">What shall we play?</h1>
                <p class="tagline">
                  Against the computer, on one screen, or with friends who open a link.
                </p>
                <OfTheDay games={all} />
              </div>
              <ul class="shelf">
                {all.map((game, i) => (
                  <GameCard key={game.id} game={game} first={i < 2} />
                ))}
              </ul>
            </section>
            <Others tables={tables} games={all} />
            <Finished tables={tables} games={all} />
          </div>
        )}
      </Waiting>
      <footer class="page foot">
        <Foot />
      </footer>
    </>
  );
}

/** The puzzle of the day, the same for everybody. */
function OfTheDay({ games }: { games: GameSummary[] }) {
  const today = puzzleOfDay(games, Date.now());
  if (!today) return null;
  return (
    <p class="small day">
      <span class="day-board" aria-hidden="true">
        <DayBoard {...today} />
      </span>
      <Link href={`/puzzles/${today.game}/${today.id}`}>
        Puzzle of the day: {nameIn(games, today.game)}
      </Link>
    </p>
  );
}

/** One click on the card starts a game against the computer; everything else is one click further. */
function GameCard({ game, first }: { game: GameSummary; first: boolean }) {
  const known = useStore(levels);
  const level = levelOf(known, game.id);
  const answer = useStore(answers)[game.id];
  const words = learnWords(game.lessons, answer, lessonsSolved(game.id));
  return (
    <li class="card">
      <div class="picture">
        <GamePicture game={game.id} first={first} />
      </div>
      <div class="text">
        <h2>{game.name}</h2>
        <p class="quiet small">
          {playersWords(game)}
          {known[game.id] && ` · level ${level}`}
        </p>
        <p class="summary">{game.summary}</p>
        <button
          type="button"
          class="primary stretched"
          aria-label={`Play ${game.name} now, against the computer: ${levelWords(level)}`}
          onClick={() => playComputer(game, level)}
        >
          Play
        </button>
        <p class="beside small">
          {game.lessons > 0 && answer !== "no" && (
            <Link href={`/learn/${game.id}`} aria-label={`${words}: ${game.name}`}>
              {words}
            </Link>
          )}
          {game.puzzles > 0 && (
            <Link href={`/puzzles/${game.id}`} aria-label={`Puzzles of ${game.name}`}>
              Puzzles
            </Link>
          )}
          <Link href={`/new/${game.id}`} aria-label={`More ways to play ${game.name}`}>
            More ways
          </Link>
        </p>
      </div>
    </li>
  );
}

const nameIn = (games: readonly GameSummary[], id: string) =>
  games.find((game) => game.id === id)?.name ?? id;

const isOver = (table: TableSummary) => table.status === "over";

/** Games that go on: small, above everything else. */
function Running({ tables, games }: { tables: Tables; games: GameSummary[] }) {
  const gone = useStore(removed);
  const mine = tables.mine.filter((table) => !isOver(table) && isListed(table, gone));
  if (mine.length === 0) return null;
  // Tables that wait for the visitor come first.
  const sorted = [...mine].sort((a, b) => Number(b.your_turn) - Number(a.your_turn));
  return (
    <section class="running" aria-labelledby="running-title">
      <h2 id="running-title">Your games</h2>
      <ul>
        {sorted.map((table) => (
          <TableChip key={table.id} table={table} name={nameIn(games, table.game)} />
        ))}
      </ul>
    </section>
  );
}

function TableChip({ table, name }: { table: TableSummary; name: string }) {
  return (
    <li class={`chip${table.your_turn ? " yours" : ""}`}>
      <GamePicture game={table.game} />
      <Link class="stretched" href={`/t/${table.id}`}>
        <strong>{name}</strong>
        <span class="quiet">
          <span class={table.your_turn ? "badge" : ""}>{standing(table)}</span> · {sitters(table)}
        </span>
      </Link>
      <RemoveButton table={table} name={name} />
    </li>
  );
}

/** The others at a table; everybody, where the visitor does not sit. */
function sitters(table: TableSummary): string {
  const others = table.seats.filter((_, i) => !table.yours.includes(i));
  const named = others.length > 0 ? others : table.seats;
  return named.map(sitterName).join(" · ");
}

function RemoveButton({ table, name }: { table: TableSummary; name: string }) {
  const away = () => {
    remove(table);
    const undo = { words: "Undo", act: () => putBack(table.id) };
    toast(`${name} was removed from your list.`, "note", undo);
  };
  return (
    <button type="button" class="bare remove" aria-label={`Remove ${name}`} onClick={away}>
      ×
    </button>
  );
}

/** The most tables of others that are listed. */
const OTHERS_SHOWN = 12;

/** Tables of others that are open to everyone. */
function Others({ tables, games }: { tables: Tables; games: GameSummary[] }) {
  const mine = new Set(tables.mine.map((table) => table.id));
  const others = tables.public.filter((table) => !mine.has(table.id));
  if (others.length === 0) return null;
  return (
    <section class="lists">
      <h2>Join or watch</h2>
      <ul>
        {others.slice(0, OTHERS_SHOWN).map((table) => (
          <TableRow key={table.id} table={table} name={nameIn(games, table.game)} />
        ))}
      </ul>
    </section>
  );
}

function Finished({ tables, games }: { tables: Tables; games: GameSummary[] }) {
  const gone = useStore(removed);
  const over = tables.mine.filter((table) => isOver(table) && isListed(table, gone));
  if (over.length === 0) return null;
  return (
    <details class="lists finished">
      <summary>
        <h2>{plural(over.length, "finished game")}</h2>
      </summary>
      <ul>
        {over.map((table) => (
          <TableRow key={table.id} table={table} name={nameIn(games, table.game)} removable />
        ))}
      </ul>
    </details>
  );
}

function TableRow(props: { table: TableSummary; name: string; removable?: boolean }) {
  const { table, name } = props;
  return (
    <li class="table-row">
      <Link class="stretched" href={`/t/${table.id}`}>
        <strong>{name}</strong>
        <span class="quiet small">{table.seats.map(sitterName).join(" · ")}</span>
      </Link>
      <span class="small">
        {standing(table)}
        <span class="quiet"> · {ago(table.changed, Date.now())}</span>
      </span>
      {props.removable && <RemoveButton table={table} name={name} />}
    </li>
  );
}
