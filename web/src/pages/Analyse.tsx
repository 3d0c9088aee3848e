// The analysis board: play for all sides, go back, branch.
import "./styles.ts";
import "../analysis/analysis.css";
import { useEffect, useState } from "preact/hooks";
import { drawn } from "../analysis/chance.ts";
import { EnginePanel, Throws } from "../analysis/EnginePanel.tsx";
import { type EngineSettings, OFF, useEngine } from "../analysis/engine.ts";
import { useTreeKeys } from "../analysis/keys.ts";
import { Fork, Moves } from "../analysis/Moves.tsx";
import { useMarks } from "../analysis/marks.ts";
import { Notes } from "../analysis/Notes.tsx";
import { BestMoves, Marks } from "../analysis/Overlay.tsx";
import { SetupBench } from "../analysis/SetupBench.tsx";
import { type Study, studyOf } from "../analysis/study.ts";
import { Anew, OpenText, Share } from "../analysis/Texts.tsx";
import { empty, endOf, nodeOf, ROOT } from "../analysis/tree.ts";
import { infoOf } from "../app/api.ts";
import { useLoad, useTitle, Waiting } from "../app/load.tsx";
import { Link } from "../app/router.tsx";
import { useStore } from "../app/store.ts";
import { complain } from "../app/toasts.tsx";
import { BoardPage } from "../board/BoardPage.tsx";
import { Play } from "../board/Play.tsx";
import { StepButton } from "../board/StepButton.tsx";
import { ViewerChoice } from "../board/ViewerChoice.tsx";
import type { Choice, GameInfo, Layout, PositionView } from "../wire.ts";

export function AnalysePage(props: { game: string; query: URLSearchParams; hash: string }) {
  // The address is read once; from then on the study writes it.
  const [{ query, hash }] = useState(props);
  const loaded = useLoad(async () => {
    const game = await infoOf(props.game);
    return { game, study: await studyOf(game.id, query, hash) };
  }, [props.game, query, hash]);
  useTitle(loaded.state === "ready" ? `Analysis of ${loaded.value.game.name}` : "Analysis");
  if (loaded.state === "failed") {
    return (
      <section class="narrow">
        <h1>This cannot be shown</h1>
        <p class="problem" role="alert">
          {loaded.reason}
        </p>
        <p>
          <a href={`/analyse/${encodeURIComponent(props.game)}`}>Start from an empty board</a> or{" "}
          <Link href="/">go to the games</Link>.
        </p>
      </section>
    );
  }
  return (
    <Waiting loaded={loaded}>{({ game, study }) => <Shown game={game} study={study} />}</Waiting>
  );
}

function Shown({ game, study }: { game: GameInfo; study: Study }) {
  const state = useStore(study.store);
  const { view, layout, problem } = state;
  const [setting, setSetting] = useState(false);
  useEffect(() => {
    const flush = () => study.flush();
    addEventListener("pagehide", flush);
    return () => {
      removeEventListener("pagehide", flush);
      study.leave();
    };
  }, [study]);
  if (problem && !view) {
    return (
      <section class="narrow">
        <h1>Analysis of {game.name}</h1>
        <p class="problem" role="alert">
          {problem}
        </p>
        <div class="buttons">
          <button type="button" class="primary" onClick={() => study.refresh()}>
            Try again
          </button>
          <a class="button" href={`/analyse/${game.id}`}>
            Start from an empty board
          </a>
        </div>
      </section>
    );
  }
  if (!view || !layout) return <p class="narrow quiet">One moment …</p>;
  if (setting) {
    const use = (position: string) => {
      study.open(empty(game.id, [], position));
      setSetting(false);
    };
    const cancel = () => setSetting(false);
    return <SetupBench game={game} position={view.position} onUse={use} onCancel={cancel} />;
  }
  const setUp = () => setSetting(true);
  return <Bench game={game} study={study} view={view} layout={layout} onSetUp={setUp} />;
}

/** The board with everything around it. */
function Bench(props: {
  game: GameInfo;
  study: Study;
  view: PositionView;
  layout: Layout;
  onSetUp: () => void;
}) {
  const { game, study, view, layout } = props;
  const { tree, at, loading, viewer, fork, problem, stored, saved } = useStore(study.store);
  const node = nodeOf(tree, at);
  const [settings, setSettings] = useState<EngineSettings>(OFF);
  const [marking, setMarking] = useState(false);
  const [why, setWhy] = useState("");
  const ready = !loading && view.turn.type !== "over" && !view.no_engine;
  const found = useEngine(settings, study.place(at), ready);
  useEffect(() => setWhy(""), [at]);
  useTreeKeys(study);
  const play = (actions: readonly string[]) => {
    const [only] = actions;
    if (actions.length === 1 && only !== undefined) study.play(only);
    else study.playLine(at, actions).catch(complain);
  };
  const best = settings.on && found.news?.type === "lines" ? found.news.lines : [];
  const arrows = best.flatMap(
    (line) => view.choices.find(({ action }) => action === line.moves[0]) ?? [],
  );
  const marks = useMarks(study, layout, marking);
  const startMarking = (on: boolean) => {
    setMarking(on);
    // On a phone the board is far above the button.
    if (on) document.querySelector(".analyse .felt")?.scrollIntoView({ block: "nearest" });
  };
  const throwOne = () => study.play(drawn(view));
  const chance = view.turn.type === "chance";
  return (
    <BoardPage
      game={game.id}
      kind="analyse"
      layout={layout}
      banner={<Banner view={view} why={why || problem} secrets={game.secrets} />}
      board={
        <Play
          game={game.id}
          label={`The board of ${game.name}`}
          layout={layout}
          picture={view.picture}
          last={view.last}
          sent={loading}
          choices={marking ? marks.choices : loading ? NONE : view.choices}
          onMove={(choice) => (marking ? marks.press(choice) : study.play(choice.action))}
          onPick={(_, refused) =>
            refused && setWhy(refused.instead ? "" : "No legal move goes there.")
          }
          onIdle={() => setWhy(idleWords(view))}
          onThrow={chance && !marking && !loading ? throwOne : null}
          throwWords={game.secrets ? "Draw at random" : "Throw"}
          onSkip={null}
          overlay={(layers) => (
            <>
              <BestMoves {...layers} choices={arrows} />
              <Marks layout={layers.layout} shapes={node.shapes} begun={marks.begun} />
            </>
          )}
        />
      }
      head={<h1>Analysis of {game.name}</h1>}
    >
      <Steps study={study} />
      <div class="rest">
        <EnginePanel
          view={view}
          found={found}
          settings={settings}
          onChange={setSettings}
          onPlay={play}
        />
        <Throws view={view} found={found} onPlay={play} />
        <Fork tree={tree} at={at} to={(id) => study.to(id)} chosen={fork} />
        <Moves tree={tree} at={at} to={(id) => study.to(id)} />
        <Notes
          key={at}
          study={study}
          tree={tree}
          node={node}
          marking={marking}
          begun={marks.begun}
          onMarking={startMarking}
        />
        {game.secrets && (
          <ViewerChoice
            label="What could be known by"
            open="nobody in particular: all is open"
            names={view.roles}
            viewer={viewer}
            onViewer={(seat) => study.look(seat)}
          />
        )}
        <div class="actions">
          <Share study={study} tree={tree} stored={stored} saved={saved} onSetUp={props.onSetUp} />
        </div>
        <OpenText study={study} game={game} />
        <Anew study={study} game={game} options={view.options} />
      </div>
    </BoardPage>
  );
}

const NONE: readonly Choice[] = [];

function Banner({ view, why, secrets }: { view: PositionView; why: string; secrets: boolean }) {
  const { last } = view;
  return (
    <div class="banner" role="status">
      <p class="todo">{whoseTurn(view, secrets)}</p>
      {why ? <p class="why">{why}</p> : <p class="told">{last?.words ?? "The start."}</p>}
    </div>
  );
}

function whoseTurn({ turn, outcome, guide, roles }: PositionView, secrets: boolean): string {
  if (outcome) return outcome.words;
  if (turn.type === "over") return "";
  const role = turn.seat === null ? null : roles[turn.seat];
  if (turn.type === "player") return `${role} to move. ${guide ?? ""}`;
  return role ? `${role} to ${secrets ? "draw" : "throw"}.` : "Choose what comes.";
}

function idleWords(view: PositionView): string {
  if (view.turn.type === "over") return "The game is over here. Go back to try another move.";
  if (view.viewer !== null) return "Only this player’s own moves show. Look with everything open.";
  return "One moment …";
}

function Steps({ study }: { study: Study }) {
  const { tree, at } = useStore(study.store);
  const first = at === ROOT;
  const last = nodeOf(tree, at).children.length === 0;
  return (
    <section class="stepper" aria-label="Step through the tree">
      <StepButton
        icon="start"
        label="To the start"
        disabled={first}
        onStep={() => study.to(ROOT)}
      />
      <StepButton icon="back" label="One move back" disabled={first} onStep={() => study.back()} />
      <StepButton icon="on" label="One move on" disabled={last} onStep={() => study.on()} />
      <StepButton
        icon="end"
        label="To the end of the line"
        disabled={last}
        onStep={() => study.to(endOf(tree, at))}
      />
    </section>
  );
}
