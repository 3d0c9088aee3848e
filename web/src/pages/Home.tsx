// The first page: the games, your tables, tables to join or watch.
import { useEffect, useState } from "preact/hooks";
import { allGames, api } from "../app/api.ts";
import { ago, sitterName, standing } from "../app/format.ts";
import { useLoad, useTitle, Waiting } from "../app/load.tsx";
import { NameForm } from "../app/NameForm.tsx";
import { go, Link } from "../app/router.tsx";
import { complain } from "../app/toasts.tsx";
import { BoardPicture } from "../board/render/Stage.tsx";
import type { GameInfo, TableSummary, Tables } from "../wire.ts";

export function Home() {
  useTitle("");
  const games = useLoad(allGames, []);
  const tables = useTables();
  return (
    <div class="page">
      <section class="welcome">
        <div>
          <h1>What shall we play?</h1>
          <p>Table games for one screen, against the computer, or with friends who open a link.</p>
        </div>
        <NameForm />
      </section>
      <Waiting loaded={games}>
        {(all) => (
          <>
            {tables && <TableLists tables={tables} games={all} />}
            <section aria-labelledby="games-title">
              <h2 id="games-title" class="sr-only">
                The games
              </h2>
              <ul class="shelf">
                {all.map((game) => (
                  <GameCard key={game.id} game={game} />
                ))}
              </ul>
            </section>
          </>
        )}
      </Waiting>
      <CodeForm />
    </div>
  );
}

function GameCard({ game }: { game: GameInfo }) {
  const players =
    game.min_players === game.max_players
      ? `${game.min_players} players`
      : `${game.min_players} to ${game.max_players} players`;
  return (
    <li class="card">
      <div class="art">
        <BoardPicture
          game={game.id}
          layout={game.layout}
          picture={game.picture}
          label={`The board of ${game.name}`}
        />
      </div>
      <div class="text">
        <h3>{game.name}</h3>
        <p>{game.summary}</p>
        <p class="quiet small">{players}</p>
        <div class="buttons">
          <Link class="button primary" href={`/new/${game.id}`} aria-label={`Play ${game.name}`}>
            Play
          </Link>
          <Link class="button" href={`/rules/${game.id}`} aria-label={`Rules of ${game.name}`}>
            Rules
          </Link>
        </div>
      </div>
    </li>
  );
}

/** The lists, asked for again every few seconds while the page is looked at. */
function useTables(): Tables | null {
  const [tables, setTables] = useState<Tables | null>(null);
  useEffect(() => {
    const ask = () => {
      if (!document.hidden) api.tables().then(setTables, () => {});
    };
    ask();
    const timer = setInterval(ask, 5000);
    return () => clearInterval(timer);
  }, []);
  return tables;
}

function TableLists({ tables, games }: { tables: Tables; games: GameInfo[] }) {
  const others = tables.public.filter((t) => !tables.mine.some((m) => m.id === t.id));
  const over = (table: TableSummary) => table.status === "over";
  const [running, finished] = [tables.mine.filter((t) => !over(t)), tables.mine.filter(over)];
  return (
    <>
      <TableList title="Your tables" tables={running} games={games} />
      <TableList title="Join or watch" tables={others} games={games} />
      <TableList title="Your finished games" tables={finished} games={games} few />
    </>
  );
}

function TableList(props: {
  title: string;
  tables: TableSummary[];
  games: GameInfo[];
  /** Show only a few until asked. */
  few?: boolean;
}) {
  const [all, setAll] = useState(false);
  if (props.tables.length === 0) return null;
  const shown = all ? props.tables : props.tables.slice(0, props.few ? 3 : 6);
  const name = (id: string) => props.games.find((g) => g.id === id)?.name ?? id;
  return (
    <section class="lists">
      <h2>{props.title}</h2>
      <ul>
        {shown.map((table) => (
          <li key={table.id} class={table.your_turn ? "yours" : ""}>
            <Link href={`/t/${table.id}`}>
              <strong>{name(table.game)}</strong>
              <span>{table.seats.map(sitterName).join(" · ")}</span>
              <span class={table.your_turn ? "badge" : "quiet"}>{standing(table)}</span>
              <span class="quiet small">{ago(table.changed, Date.now())}</span>
            </Link>
          </li>
        ))}
      </ul>
      {props.tables.length > shown.length && (
        <button type="button" class="linklike" onClick={() => setAll(true)}>
          Show all {props.tables.length}
        </button>
      )}
    </section>
  );
}

function CodeForm() {
  const [code, setCode] = useState("");
  const submit = async (event: Event) => {
    event.preventDefault();
    try {
      go(`/t/${(await api.claim(code.trim())).id}`);
    } catch (error) {
      complain(error);
    }
  };
  return (
    <section class="foot">
      <form class="inline" onSubmit={submit}>
        <label>
          Moving a seat here from another device? Enter its code
          <input
            name="code"
            value={code}
            maxLength={40}
            autocomplete="off"
            autocapitalize="characters"
            onInput={(e) => setCode(e.currentTarget.value)}
          />
        </label>
        <button type="submit" disabled={code.trim() === ""}>
          Take the seat
        </button>
      </form>
    </section>
  );
}
