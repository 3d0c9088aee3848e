// The visitor's own page: their name, what came of their games, what they have learnt and solved.
import "../style/you.css";
import { api } from "../app/api.ts";
import { ago, plural, sitterName, standing } from "../app/format.ts";
import { type GameSummary, useGames } from "../app/gameList.ts";
import { levelWords } from "../app/levels.ts";
import { useLoad, useTitle, Waiting } from "../app/load.tsx";
import { NameForm } from "../app/NameForm.tsx";
import { Link } from "../app/router.tsx";
import { useStore } from "../app/store.ts";
import { type Progress, progress } from "../learn/progress.ts";
import { streakOf, streaks } from "../learn/puzzles.ts";
import type { TableSummary } from "../wire.ts";
import { outcomeOf, recordOf, tallyWords } from "./record.ts";

export function You() {
  useTitle("You");
  const games = useGames();
  const tables = useLoad(() => api.tables(), []);
  return (
    <div class="page you-page">
      <h1>You</h1>
      <NameForm />
      <Waiting loaded={games}>
        {(all) => (
          <Waiting loaded={tables}>
            {({ mine }) => (
              <>
                <section aria-labelledby="by-game">
                  <h2 id="by-game">By game</h2>
                  <ul class="by-game">
                    {all.map((game) => (
                      <InGame key={game.id} game={game} mine={mine} />
                    ))}
                  </ul>
                </section>
                <Finished games={all} mine={mine} />
              </>
            )}
          </Waiting>
        )}
      </Waiting>
      <p class="quiet small">
        Lessons, puzzles and settings are kept in this browser; games are kept on the server.
      </p>
    </div>
  );
}

/** What is known of a game's lessons, or of its puzzles. */
const solvedOf = (known: Progress, game: string, puzzles: boolean) =>
  Object.entries(known).filter(([key]) => {
    const [of, id = ""] = key.split("/");
    return of === game && /^(puzzle|own)-/.test(id) === puzzles;
  });

function InGame({ game, mine }: { game: GameSummary; mine: readonly TableSummary[] }) {
  const known = useStore(progress);
  const { best } = streakOf(useStore(streaks), game.id);
  const record = recordOf(mine, game.id);
  const lessons = solvedOf(known, game.id, false);
  const puzzles = solvedOf(known, game.id, true);
  const stars = lessons.reduce((sum, [, { stars }]) => sum + stars, 0);
  return (
    <li>
      <h3>{game.name}</h3>
      <dl>
        <dt>Games</dt>
        <dd>
          {tallyWords(record) || "none finished yet"}
          {record.streak > 1 && `, the last ${record.streak} won`}
        </dd>
        {record.levels.map(([level, tally]) => (
          <div key={level} class="level">
            <dt>
              Level {level}, {levelWords(level)}
            </dt>
            <dd>{tallyWords(tally)}</dd>
          </div>
        ))}
        {game.lessons > 0 && (
          <>
            <dt>
              <Link href={`/learn/${game.id}`} aria-label={`Lessons of ${game.name}`}>
                Lessons
              </Link>
            </dt>
            <dd>
              {lessons.length} of {game.lessons}
              {stars > 0 && `, ${plural(stars, "star")}`}
            </dd>
          </>
        )}
        {game.puzzles > 0 && (
          <>
            <dt>
              <Link href={`/puzzles/${game.id}`} aria-label={`Puzzles of ${game.name}`}>
                Puzzles
              </Link>
            </dt>
            <dd>
              {puzzles.length} of {game.puzzles}
              {best > 1 && `, best streak ${best}`}
            </dd>
          </>
        )}
      </dl>
    </li>
  );
}

const SIGNS = { won: "Won", lost: "Lost", drawn: "Drawn" };

function Finished({ games, mine }: { games: GameSummary[]; mine: readonly TableSummary[] }) {
  const over = mine.filter(({ status }) => status === "over");
  if (over.length === 0) return null;
  const name = (id: string) => games.find((game) => game.id === id)?.name ?? id;
  return (
    <section class="lists" aria-labelledby="finished">
      <h2 id="finished">{plural(over.length, "finished game")}</h2>
      <ul>
        {over.map((table) => {
          const outcome = outcomeOf(table);
          return (
            <li key={table.id} class="table-row">
              <Link href={`/t/${table.id}`}>
                <strong>{name(table.game)}</strong>
                <span class="quiet small">{table.seats.map(sitterName).join(" · ")}</span>
                <span class="small">
                  {outcome ? `${SIGNS[outcome]}. ` : ""}
                  {standing(table)} <span class="quiet">{ago(table.changed, Date.now())}</span>
                </span>
              </Link>
              <Link
                class="button"
                href={`/t/${table.id}/replay#report`}
                aria-label={`Report on ${name(table.game)}, ${ago(table.changed, Date.now())}`}
              >
                Report
              </Link>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
