// A game looked at move by move.
import "./styles.ts";
import "../report/report.css";
import { useMemo, useState } from "preact/hooks";
import { BestMoves } from "../analysis/Overlay.tsx";
import { allGames, api } from "../app/api.ts";
import { useKeys } from "../app/keys.ts";
import { useLoad, useTitle, Waiting } from "../app/load.tsx";
import { go } from "../app/router.tsx";
import { fullName, nameOf, personal } from "../app/speak.ts";
import { BoardPage } from "../board/BoardPage.tsx";
import { Board } from "../board/render/Board.tsx";
import { type Line, LineBar, useLine } from "../report/BetterLine.tsx";
import { KnowledgePanel, type Layer } from "../report/KnowledgePanel.tsx";
import { KnownPlaces } from "../report/KnownPlaces.tsx";
import { ReportPanel } from "../report/ReportPanel.tsx";
import { TryAgain } from "../report/TryAgain.tsx";
import { useKnowledge, useReport, useTable } from "../report/useReport.ts";
import { isMistake, markOf } from "../report/words.ts";
import { MoveList } from "../table/view/MoveList.tsx";
import type { Choice, LogLine, Replay, ReportStep, SeatView } from "../wire.ts";
import { Steps, Tools } from "./ReplayTools.tsx";
import { nextTurn, turnEnds } from "./turns.ts";

export function ReplayPage({ id, hash }: { id: string; hash: string }) {
  const [viewer, setViewer] = useState<number | null>(null);
  const loaded = useLoad(async () => {
    const [played, games] = await Promise.all([api.replay(id, viewer), allGames()]);
    const replay = { ...played, seats: played.seats.map(ownerOf) };
    const game = games.find((g) => g.id === replay.game);
    return { replay, name: game?.name ?? replay.game, secrets: game?.secrets ?? false };
  }, [id, viewer]);
  useTitle(loaded.state === "ready" ? `Replay of ${loaded.value.name}` : "Replay");
  return (
    <Waiting loaded={loaded}>
      {(value) => <Show {...value} hash={hash} viewer={viewer} onViewer={setViewer} />}
    </Waiting>
  );
}

/** The game was that person's, though the computer played on in the end. */
const ownerOf = (seat: SeatView): SeatView =>
  seat.sitter.type === "computer" && seat.sitter.keeps_for
    ? { ...seat, sitter: { type: "person", name: seat.sitter.keeps_for, here: false } }
    : seat;

function Show(props: {
  replay: Replay;
  name: string;
  /** Whether the game has secrets. */
  secrets: boolean;
  hash: string;
  viewer: number | null;
  onViewer: (viewer: number | null) => void;
}) {
  const { replay, hash } = props;
  const end = replay.steps.length - 1;
  const turns = useMemo(() => turnEnds(replay.steps), [replay]);
  const at = plyOf(hash, end);
  // A better line holds for the position before its move; anywhere else the game is shown.
  const [asked, setLine] = useState<Line | null>(null);
  const line = asked?.step.ply === at + 1 ? asked : null;
  const to = (ply: number) => {
    setLine(null);
    go(`/t/${replay.id}/replay#${ply}`, true);
  };
  // Keys can come faster than pictures: step from where the address stands, not the last picture.
  const turn = (direction: 1 | -1) =>
    to(nextTurn(turns, plyOf(location.hash.slice(1), end), direction));
  useKeys({ ArrowLeft: () => turn(-1), ArrowRight: () => turn(1) });
  // The address says that mistakes are tried again, so that the way back leads to the replay.
  const trying = /^try-(\d+)$/.exec(hash)?.[1];
  const [before, setBefore] = useState("report");
  const asksReport = hash === "report" || trying !== undefined;
  const { state: reported, make } = useReport(replay.id, !!replay.outcome, asksReport);
  const report = reported?.type === "made" ? reported.report : null;
  const table = useTable(replay.id, report !== null);
  const own = table?.yours ?? [];
  const you = own.length === 1 ? (own[0] ?? null) : null;
  const [layer, setLayer] = useState<Layer>("off");
  const [wanted, setWanted] = useState(false);
  const knowledge = useKnowledge(replay.id, props.viewer, wanted);
  const onLayer = (next: Layer) => {
    // The first look is through somebody's eyes: with all open there is nothing to guess.
    if (!wanted && props.viewer === null && next !== "truth") props.onViewer(you ?? 0);
    setWanted(true);
    setLayer(next);
  };
  const inLine = useLine(replay, table, report, line, props.viewer);
  const better = betterOf(report?.steps[at]);
  const shown = replay.steps[at];
  if (!shown) return null;
  if (trying !== undefined && report && table) {
    const seat = Number(trying);
    return (
      <TryAgain
        replay={replay}
        report={report}
        table={table}
        seat={seat}
        questions={report.steps.filter((step) => step.by === seat && isMistake(step))}
        onClose={() => go(`/t/${replay.id}/replay#${before}`, true)}
        closeWords="Back to the replay"
      />
    );
  }
  return (
    <BoardPage
      game={replay.game}
      kind="replay"
      layout={replay.layout}
      banner={
        <>
          <div class="banner" role="status">
            <p class="todo">
              {at === end && replay.outcome
                ? personal(replay.outcome.words, replay.seats, null)
                : `${props.name}: after ${at} of ${end}`}
            </p>
            <p class="told">
              {shown.told ? personal(shown.told.words, replay.seats, null) : "The start."}
            </p>
          </div>
          {line && <LineBar line={line} onLine={setLine} />}
        </>
      }
      board={
        <div class="felt">
          <Board
            game={replay.game}
            label={`The board of ${props.name} after ${at} actions`}
            layout={replay.layout}
            picture={inLine?.picture ?? shown.picture}
            last={inLine ? inLine.last : shown.told}
            say={(words) => personal(words, replay.seats, null)}
            overlay={(layers) =>
              !line && (
                <>
                  {better && <BestMoves {...layers} choices={[better]} />}
                  <KnownPlaces
                    layout={layers.layout}
                    secrets={knowledge?.moments[at] ?? []}
                    layer={layer}
                  />
                </>
              )
            }
          />
        </div>
      }
      head={<h1>Replay of {props.name}</h1>}
    >
      <Steps at={at} end={end} to={to} turn={turn} />
      <Tools {...props} at={at} />
      <div class="rest">
        {reported && (
          <ReportPanel
            key={you}
            replay={replay}
            state={reported}
            make={make}
            you={you}
            at={at}
            secrets={props.secrets}
            shown={line?.step ?? null}
            to={to}
            onLine={(step) => {
              to(step.ply - 1);
              setLine({ step, made: 1 });
              // On a phone the board is above the report.
              scrollTo({ top: 0 });
            }}
            onTry={(seat) => {
              setBefore(hash);
              go(`/t/${replay.id}/replay#try-${seat}`);
            }}
          />
        )}
        {props.secrets && replay.outcome && (
          <KnowledgePanel
            replay={replay}
            knowledge={knowledge}
            layer={layer}
            onLayer={onLayer}
            viewer={props.viewer}
            onViewer={props.onViewer}
            at={at}
            to={to}
          />
        )}
        <div class="log">
          <h2>Moves</h2>
          <MoveList
            id={replay.id}
            log={logOf(replay)}
            current={at}
            mark={(ply) => {
              const step = report?.steps[ply - 1];
              return step ? markOf(step, (seat) => nameOf(replay.seats, seat)) : null;
            }}
            say={(words) => personal(words, replay.seats, null)}
          />
          <p class="quiet small">
            {replay.seats.map((_, i) => fullName(replay.seats, i)).join(" – ")}
          </p>
        </div>
      </div>
    </BoardPage>
  );
}

/** The better move where the next one was a mistake, to be drawn on the board. */
function betterOf(step: ReportStep | undefined): Choice | null {
  if (!step?.better || !isMistake(step)) return null;
  const { line, words, sites } = step.better;
  return { action: line[0] ?? "", clicks: sites, free: 0, caption: words };
}

/** The ply that the end of an address names: the last, where it names none. */
const plyOf = (hash: string, end: number) =>
  /^\d+$/.test(hash) ? Math.min(end, Number(hash)) : end;

function logOf(replay: Replay): LogLine[] {
  return replay.steps.flatMap((step) => (step.told ? [{ ply: step.ply, ...step.told }] : []));
}
