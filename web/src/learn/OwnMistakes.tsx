// The mistakes of the visitor's own finished games, as puzzles: one game after another.
import "../report/report.css";
import { useEffect, useMemo, useState } from "preact/hooks";
import { api } from "../app/api.ts";
import { plural } from "../app/format.ts";
import { useLatest } from "../app/latest.ts";
import { useLoad, Waiting } from "../app/load.tsx";
import { go, Link } from "../app/router.tsx";
import { onlySeat } from "../app/speak.ts";
import { TryAgain } from "../report/TryAgain.tsx";
import { useReport } from "../report/useReport.ts";
import { isMistake } from "../report/words.ts";
import type { Replay, ReportStep, TableSummary, TableView } from "../wire.ts";
import { isDue, keepSolved, keyOf, type Progress, progress } from "./progress.ts";

/** The address of the own mistakes, in place of a puzzle's number. */
export const OWN = "own";

/** No more games than this are looked through. */
const MOST = 10;

/** The name of a mistake among the solved puzzles. */
const mistakeId = (table: string, ply: number) => `own-${table}-${ply}`;

/** The mistakes of a player that are still to be solved, or due again. */
const openMistakes = (
  steps: readonly ReportStep[],
  seat: number,
  known: Progress,
  game: string,
  table: string,
  now: number,
): ReportStep[] =>
  steps.filter((step) => {
    const solved = known[keyOf(game, mistakeId(table, step.ply))];
    return step.by === seat && isMistake(step) && (!solved || isDue(solved, now));
  });

/** The finished games in which the visitor had one seat: a record of others has no own mistakes. */
export const finished = (mine: readonly TableSummary[], game: string): TableSummary[] =>
  mine
    .filter((table) => table.game === game && table.status === "over" && table.yours.length === 1)
    .slice(0, MOST);

export function OwnMistakes({ game, name }: { game: string; name: string }) {
  // The list as it was when the page opened: a game that ends meanwhile comes next time.
  const tables = useLoad(() => api.tables(), [game]);
  return (
    <Waiting loaded={tables}>
      {({ mine }) => <Games game={game} name={name} tables={finished(mine, game)} />}
    </Waiting>
  );
}

function Games(props: { game: string; name: string; tables: readonly TableSummary[] }) {
  const { game, name, tables } = props;
  const [number, setNumber] = useState(0);
  const table = tables[number];
  if (table) {
    const next = () => setNumber(number + 1);
    return (
      <Game
        key={table.id}
        id={table.id}
        title={`game ${number + 1} of ${tables.length}`}
        onNext={next}
        onClose={() => go(`/puzzles/${game}`)}
      />
    );
  }
  return (
    <section class="narrow">
      <h1>Your own mistakes</h1>
      <p>
        {tables.length === 0
          ? `You have not finished a game of ${name} yet.`
          : `You have worked through your ${plural(tables.length, "finished game")}. Missed puzzles return tomorrow.`}
      </p>
      <p>
        <Link class="button" href={`/puzzles/${game}`}>
          Puzzles of {name}
        </Link>
      </p>
    </section>
  );
}

function Game(props: { id: string; title: string; onNext: () => void; onClose: () => void }) {
  const { id } = props;
  const loaded = useLoad(() => Promise.all([api.replay(id, null), api.table(id)]), [id]);
  return (
    <Waiting loaded={loaded}>
      {([replay, table]) => <Mistakes {...props} replay={replay} table={table} />}
    </Waiting>
  );
}

function Mistakes(props: {
  id: string;
  title: string;
  replay: Replay;
  table: TableView;
  onNext: () => void;
  onClose: () => void;
}) {
  const { id, replay, table } = props;
  const { state } = useReport(id, true, true);
  const seat = onlySeat(table.yours);
  const report = state?.type === "made" ? state.report : null;
  // As they are when the report comes: one that is solved keeps its number.
  const steps = useMemo(
    () =>
      report && seat !== null
        ? openMistakes(report.steps, seat, progress.get(), replay.game, id, Date.now())
        : null,
    [report, seat, replay.game, id],
  );
  // A game played for both sides has no own mistakes; a report that fails is not waited for.
  const skip = seat === null || state?.type === "none" || steps?.length === 0;
  const onNext = useLatest(props.onNext);
  useEffect(() => {
    if (skip) onNext.current();
  }, [skip]);
  if (!report || !steps || steps.length === 0 || seat === null) {
    const at = state?.type === "making" ? ` (${state.done} of ${state.all} moves)` : "";
    return (
      <p class="narrow quiet" role="status">
        The computer looks at your {props.title}
        {at} …
      </p>
    );
  }
  return (
    <TryAgain
      replay={replay}
      report={report}
      table={table}
      questions={steps}
      title={props.title}
      onSolved={(ply, stars) => keepSolved(replay.game, mistakeId(id, ply), stars)}
      onEnd={props.onNext}
      onClose={props.onClose}
      closeWords="Back to the puzzles"
      seat={seat}
    />
  );
}
