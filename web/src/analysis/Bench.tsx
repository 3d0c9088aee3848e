// The analysis board with everything around it: the engine, the moves, the notes.
import { useEffect, useState } from "preact/hooks";
import { useStore } from "../app/store.ts";
import { complain } from "../app/toasts.tsx";
import { BoardPage } from "../board/BoardPage.tsx";
import { Play } from "../board/Play.tsx";
import { BestMoves, Marks } from "../board/render/Overlay.tsx";
import { StepButton } from "../board/StepButton.tsx";
import { ViewerChoice } from "../board/ViewerChoice.tsx";
import type { EngineNews, GameInfo, Layout, PositionView } from "../wire.ts";
import { drawn } from "./chance.ts";
import { EnginePanel, type EngineProps, Throws } from "./EnginePanel.tsx";
import { type EngineSettings, OFF, useEngine } from "./engine.ts";
import { useTreeKeys } from "./keys.ts";
import { Fork, Moves } from "./Moves.tsx";
import { useMarks } from "./marks.ts";
import { Notes, type NotesProps } from "./Notes.tsx";
import type { Study } from "./study.ts";
import { Anew, OpenText, Share } from "./Texts.tsx";
import { Together } from "./Together.tsx";
import { endOf, nodeOf, ROOT } from "./tree.ts";

interface BenchProps {
  game: GameInfo;
  study: Study;
  view: PositionView;
  layout: Layout;
  onSetUp: () => void;
}

/** The board with everything around it. */
export function Bench(props: BenchProps) {
  const { game, study, view, layout } = props;
  const { at, loading, problem } = useStore(study.store);
  const [settings, setSettings] = useState<EngineSettings>(OFF);
  const [marking, setMarking] = useState(false);
  const [why, setWhy] = useState("");
  const ready = !loading && view.turn.type !== "over" && !view.no_engine;
  const found = useEngine(settings, study.place(at), ready);
  const marks = useMarks(study, layout, marking);
  useEffect(() => setWhy(""), [at]);
  useTreeKeys(study);
  const startMarking = (on: boolean) => {
    setMarking(on);
    // On a phone the board is far above the button.
    if (on) document.querySelector(".analyse .felt")?.scrollIntoView({ block: "nearest" });
  };
  return (
    <BoardPage
      game={game.id}
      kind="analyse"
      layout={layout}
      banner={<Banner view={view} why={why || problem} secrets={game.secrets} />}
      board={
        <BenchBoard
          {...props}
          best={settings.on ? found.news : null}
          marks={marking ? marks : null}
          onWhy={setWhy}
        />
      }
      head={<h1>Analysis of {game.name}</h1>}
    >
      <Steps study={study} />
      <BenchColumn
        {...props}
        engine={{ found, settings, onChange: setSettings }}
        notes={{ marking, begun: marks.begun, onMarking: startMarking }}
      />
    </BoardPage>
  );
}

function BenchBoard(
  props: BenchProps & {
    /** What the engine found, while it is on. */
    best: EngineNews | null;
    /** Given while marks are drawn. */
    marks: ReturnType<typeof useMarks> | null;
    /** Hears why nothing happens; empty: nothing is wrong. */
    onWhy: (why: string) => void;
  },
) {
  const { game, study, view, layout, best, marks } = props;
  const { tree, at, loading } = useStore(study.store);
  const lines = best?.type === "lines" ? best.lines : [];
  const arrows = lines.flatMap(
    (line) => view.choices.find(({ action }) => action === line.moves[0]) ?? [],
  );
  const throws = view.turn.type === "chance" && !marks && !loading;
  return (
    <Play
      game={game.id}
      label={`The board of ${game.name}`}
      layout={layout}
      picture={view.picture}
      last={view.last}
      sent={loading}
      choices={marks?.choices ?? (loading ? null : view.choices)}
      onMove={(choice) => (marks ? marks.press(choice) : study.play(choice.action))}
      onPick={(_, refused) =>
        refused && props.onWhy(refused.instead ? "" : "No legal move goes there.")
      }
      onIdle={() => props.onWhy(idleWords(view))}
      onThrow={throws ? () => study.play(drawn(view)) : null}
      throwWords={game.secrets ? "Draw at random" : "Throw"}
      onSkip={null}
      overlay={(layers) => (
        <>
          <BestMoves {...layers} choices={arrows} />
          <Marks
            layout={layers.layout}
            shapes={nodeOf(tree, at).shapes}
            begun={marks?.begun ?? null}
          />
        </>
      )}
    />
  );
}

/** What stands beside the board, below the steps. */
function BenchColumn(
  props: BenchProps & {
    engine: Pick<EngineProps, "found" | "settings" | "onChange">;
    notes: Pick<NotesProps, "marking" | "begun" | "onMarking">;
  },
) {
  const { game, study, view, engine } = props;
  const { tree, at, viewer, fork, stored, key, saved } = useStore(study.store);
  const to = (id: number) => study.to(id);
  const play = (actions: readonly string[]) => {
    const [only] = actions;
    if (actions.length === 1 && only !== undefined) study.play(only);
    else study.playLine(at, actions).catch(complain);
  };
  return (
    <div class="rest">
      <EnginePanel {...engine} view={view} onPlay={play} />
      <Throws view={view} found={engine.found} onPlay={play} />
      <Fork tree={tree} at={at} to={to} chosen={fork} />
      <Moves tree={tree} at={at} to={to} />
      <Notes key={at} {...props.notes} study={study} tree={tree} node={nodeOf(tree, at)} />
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
        <Share study={study} tree={tree} at={at} onSetUp={props.onSetUp} />
        {stored !== null && <Together study={study} mayChange={key !== null} saved={saved} />}
      </div>
      <OpenText study={study} game={game} />
      <Anew study={study} game={game} options={view.options} />
    </div>
  );
}

function Banner({ view, why, secrets }: { view: PositionView; why: string; secrets: boolean }) {
  const { last } = view;
  return (
    <div class="banner" role="status">
      <p class="todo">{whoseTurn(view, secrets)}</p>
      {why ? <p class="why">{why}</p> : <p class="told">{last?.words ?? "The start."}</p>}
    </div>
  );
}

function whoseTurn({ turn, result, guide, roles }: PositionView, secrets: boolean): string {
  if (result) return result.words;
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
