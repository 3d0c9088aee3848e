// A game looked at move by move.
import "./styles.ts";
import "../report/report.css";
import type { ComponentChildren } from "preact";
import { useCallback, useMemo, useState } from "preact/hooks";
import { allGames, api, infoOf } from "../app/api.ts";
import { useLoad, useTitle, Waiting } from "../app/load.tsx";
import { go } from "../app/router.tsx";
import { fullName, nameOf, onlySeat, personal } from "../app/speak.ts";
import { BoardPage } from "../board/BoardPage.tsx";
import { Board } from "../board/render/Board.tsx";
import { BestMoves } from "../board/render/Overlay.tsx";
import type { Layers } from "../board/render/Pieces.tsx";
import { LineBar, useLine } from "../report/BetterLine.tsx";
import { KnowledgePanel, type Layer } from "../report/KnowledgePanel.tsx";
import { KnownPlaces } from "../report/KnownPlaces.tsx";
import { ReportPanel } from "../report/ReportPanel.tsx";
import { TryAgain } from "../report/TryAgain.tsx";
import { useLayers, useReport, useTable } from "../report/useReport.ts";
import { betterOf, markOf, worstOf } from "../report/words.ts";
import { MoveList } from "../table/view/MoveList.tsx";
import type {
  Knowledge,
  LogLine,
  PositionView,
  Replay,
  Report,
  ReportStep,
  SeatView,
} from "../wire.ts";
import { Steps, Tools } from "./ReplayTools.tsx";
import { useSteps } from "./useSteps.ts";

export function ReplayPage({ id, hash }: { id: string; hash: string }) {
  const [viewer, setViewer] = useState<number | null>(null);
  const loaded = useLoad(async () => {
    // The games are asked for at once, whichever it is.
    const [played] = await Promise.all([api.replay(id, viewer), allGames()]);
    const { name, secrets } = await infoOf(played.game);
    return { replay: { ...played, seats: played.seats.map(ownerOf) }, name, secrets };
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
  const { replay, hash, viewer, onViewer } = props;
  // The address says that mistakes are tried again, so that the way back leads to the replay.
  const trying = /^try-(\d+)$/.exec(hash)?.[1];
  const [before, setBefore] = useState("report");
  const steps = useSteps(replay, hash, trying === undefined);
  const { at, end, to, line } = steps;
  const asksReport = hash === "report" || trying !== undefined;
  const { state: reported, make } = useReport(replay.id, !!replay.result, asksReport);
  const report = reported?.type === "made" ? reported.report : null;
  const table = useTable(replay.id, report !== null);
  const you = onlySeat(table?.yours ?? []);
  const layers = useLayers(replay.id, viewer, onViewer, you ?? 0);
  const inLine = useLine(replay, table, report, line, viewer);
  const say = useCallback((words: string) => personal(words, replay.seats, null), [replay.seats]);
  if (trying !== undefined && report && table) {
    const seat = Number(trying);
    return (
      <TryAgain
        replay={replay}
        report={report}
        table={table}
        seat={seat}
        questions={worstOf(report, seat)}
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
          <Banner {...props} at={at} say={say} />
          {line && <LineBar line={line} onLine={steps.setLine} />}
        </>
      }
      board={
        <ReplayBoard {...props} at={at} inLine={inLine} say={say}>
          {(board) => !line && <Drawn {...board} {...layers} at={at} next={report?.steps[at]} />}
        </ReplayBoard>
      }
      head={<h1>Replay of {props.name}</h1>}
    >
      <Steps at={at} end={end} to={to} turn={steps.turn} />
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
            onLine={steps.showLine}
            onTry={(seat) => {
              setBefore(hash);
              go(`/t/${replay.id}/replay#try-${seat}`);
            }}
          />
        )}
        {props.secrets && replay.result && (
          <KnowledgePanel {...layers} {...props} at={at} to={to} />
        )}
        <Log replay={replay} report={report} at={at} say={say} />
      </div>
    </BoardPage>
  );
}

interface ShownProps {
  replay: Replay;
  name: string;
  at: number;
  /** Puts people's names into a sentence. */
  say: (words: string) => string;
}

function Banner({ replay, name, at, say }: ShownProps) {
  const { steps, result } = replay;
  const end = steps.length - 1;
  const told = steps[at]?.told;
  return (
    <div class="banner" role="status">
      <p class="todo">
        {at === end && result ? say(result.words) : `${name}: after ${at} of ${end}`}
      </p>
      <p class="told">{told ? say(told.words) : "The start."}</p>
    </div>
  );
}

/** The board after a step, or in a better line; `children` is drawn over it. */
function ReplayBoard(
  props: ShownProps & {
    inLine: PositionView | null;
    children: (layers: Layers) => ComponentChildren;
  },
) {
  const { replay, name, at, inLine, say } = props;
  const shown = replay.steps[at];
  if (!shown) return null;
  return (
    <div class="felt">
      <Board
        game={replay.game}
        label={`The board of ${name} after ${at} actions`}
        layout={replay.layout}
        picture={inLine?.picture ?? shown.picture}
        last={inLine ? inLine.last : shown.told}
        say={say}
        overlay={props.children}
      />
    </div>
  );
}

/** The better move where the next one was a mistake, and where secrets could be. */
function Drawn(
  props: Layers & {
    at: number;
    next: ReportStep | undefined;
    knowledge: Knowledge | null;
    layer: Layer;
  },
) {
  const { at, next, knowledge, layer, ...board } = props;
  const better = betterOf(next);
  return (
    <>
      {better && <BestMoves {...board} choices={[better]} />}
      <KnownPlaces layout={board.layout} secrets={knowledge?.moments[at] ?? []} layer={layer} />
    </>
  );
}

function Log(props: {
  replay: Replay;
  report: Report | null;
  at: number;
  say: (words: string) => string;
}) {
  const { replay, report } = props;
  const { seats } = replay;
  const log = useMemo(() => logOf(replay), [replay]);
  const mark = useCallback(
    (ply: number) => {
      const step = report?.steps[ply - 1];
      return step ? markOf(step, (seat) => nameOf(seats, seat)) : null;
    },
    [report, seats],
  );
  return (
    <div class="log">
      <h2>Moves</h2>
      <MoveList id={replay.id} log={log} current={props.at} mark={mark} say={props.say} />
      <p class="quiet small">{seats.map((_, i) => fullName(seats, i)).join(" – ")}</p>
    </div>
  );
}

function logOf(replay: Replay): LogLine[] {
  return replay.steps.flatMap((step) => (step.told ? [{ ply: step.ply, ...step.told }] : []));
}
