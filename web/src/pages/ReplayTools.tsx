// What can be done with a finished or running game beside its board: step, copy, save, analyse, teach.
import { useEffect, useState } from "preact/hooks";
import { api } from "../app/api.ts";
import { copy } from "../app/copy.ts";
import { Link } from "../app/router.tsx";
import { save } from "../app/save.ts";
import { fullName } from "../app/speak.ts";
import { complain } from "../app/toasts.tsx";
import { StepButton } from "../board/StepButton.tsx";
import { ViewerChoice } from "../board/ViewerChoice.tsx";
import { nextDecision } from "../learn/draft.ts";
import { MakeLesson } from "../learn/MakeLesson.tsx";
import type { Replay } from "../wire.ts";

/** Buttons and a slider that step through the game, or play it. */
export function Steps(props: {
  at: number;
  end: number;
  to: (ply: number) => void;
  turn: (direction: 1 | -1) => void;
}) {
  const { at, end, to, turn } = props;
  const [playing, setPlaying] = useState(false);
  useEffect(() => {
    if (!playing || at >= end) return;
    const timer = setTimeout(() => to(at + 1), 1100);
    return () => clearTimeout(timer);
  }, [playing, at, end, to]);
  useEffect(() => {
    if (at >= end) setPlaying(false);
  }, [at, end]);
  const again = () => {
    if (at >= end) to(0);
    setPlaying(!playing);
  };
  return (
    <section class="stepper" aria-label="Step through the game">
      <StepButton icon="start" label="To the start" disabled={at === 0} onStep={() => to(0)} />
      <StepButton icon="back" label="Previous turn" disabled={at === 0} onStep={() => turn(-1)} />
      <button type="button" class="primary" onClick={again}>
        {playing ? "Pause" : "Play"}
      </button>
      <StepButton icon="on" label="Next turn" disabled={at === end} onStep={() => turn(1)} />
      <StepButton icon="end" label="To the end" disabled={at === end} onStep={() => to(end)} />
      <input
        type="range"
        aria-label="Position in the game"
        min={0}
        max={end}
        value={at}
        onInput={(e) => to(Number(e.currentTarget.value))}
      />
    </section>
  );
}

export function Tools(props: {
  replay: Replay;
  name: string;
  secrets: boolean;
  at: number;
  viewer: number | null;
  onViewer: (viewer: number | null) => void;
}) {
  const { replay } = props;
  const [making, setMaking] = useState(false);
  const saveRecord = () =>
    api
      .record(replay.id)
      .then((text) => save(text, `${replay.game}-${replay.id.slice(0, 8)}.txt`), complain);
  const decision = nextDecision(replay.steps, props.at);
  return (
    <div class="actions">
      {replay.result && props.secrets && (
        <ViewerChoice
          label="Through the eyes of"
          open="nobody: all is open"
          names={replay.seats.map((_, i) => fullName(replay.seats, i))}
          viewer={props.viewer}
          onViewer={props.onViewer}
        />
      )}
      <div class="bar tools">
        <button type="button" onClick={() => copy(location.href)}>
          Copy link
        </button>
        <button type="button" onClick={saveRecord}>
          Save as text
        </button>
        {replay.result && (
          <Link class="button" href={`/analyse/${replay.game}?table=${replay.id}#${props.at}`}>
            Analyse from here
          </Link>
        )}
        {replay.result && (
          <button
            type="button"
            disabled={!decision}
            title={decision ? "" : "No move follows: go back to a position of the game."}
            onClick={() => setMaking(true)}
          >
            Make a lesson
          </button>
        )}
        <Link class="button" href={`/t/${replay.id}`}>
          To the table
        </Link>
      </div>
      {making && <MakeLesson replay={replay} at={props.at} onClose={() => setMaking(false)} />}
    </div>
  );
}
