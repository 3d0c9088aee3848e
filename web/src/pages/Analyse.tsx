// The analysis board: play for all sides, go back, branch.
import "./styles.ts";
import "../analysis/analysis.css";
import { useEffect, useState } from "preact/hooks";
import { Bench } from "../analysis/Bench.tsx";
import { SetupBench } from "../analysis/SetupBench.tsx";
import { type Study, studyOf } from "../analysis/study.ts";
import { empty } from "../analysis/tree.ts";
import { infoOf } from "../app/api.ts";
import { useLoad, useTitle, Waiting } from "../app/load.tsx";
import { Link } from "../app/router.tsx";
import { useStore } from "../app/store.ts";
import type { GameInfo } from "../wire.ts";

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
