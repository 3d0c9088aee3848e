// A lesson from the position of a replay: written, checked, copied, saved.
import { useEffect, useRef, useState } from "preact/hooks";
import { api, infoOf } from "../app/api.ts";
import { copy } from "../app/copy.ts";
import { Dialog } from "../app/Dialog.tsx";
import { useAnswer } from "../app/load.tsx";
import { Select } from "../app/Select.tsx";
import { save } from "../app/save.ts";
import { complain } from "../app/toasts.tsx";
import type { Choice, LessonCheck, Replay } from "../wire.ts";
import { type LessonDraft, lessonText, nextDecision, type Start, startLines } from "./draft.ts";

/** The position, and the moves to choose from. */
interface Scene {
  start: string;
  role: string;
  played: string;
  choices: Choice[];
}

export function MakeLesson(props: {
  replay: Replay;
  /** How many actions were made before the position. */
  at: number;
  onClose: () => void;
}) {
  const { replay } = props;
  const { draft, scene, start, write } = useLessonDraft(replay, props.at);
  /** The file, once it was changed by hand. */
  const [own, setOwn] = useState<string | null>(null);
  const { check, busy, ask, forget } = useCheck(replay.game);
  const result = useRef<HTMLDivElement>(null);
  useEffect(() => result.current?.scrollIntoView({ block: "nearest" }), [check]);
  const text = own ?? (scene ? lessonText(scene.start, draft) : "");
  const change = (file: string | null) => {
    setOwn(file);
    forget();
  };
  return (
    <Dialog title="Make a lesson" onClose={props.onClose}>
      <div class="make-lesson">
        {own === null ? (
          <Form
            draft={draft}
            scene={scene}
            at={start?.at ?? props.at}
            write={(part) => {
              write(part);
              forget();
            }}
          />
        ) : (
          <p>
            You changed the file yourself.{" "}
            <button type="button" class="bare" onClick={() => change(null)}>
              Back to the form
            </button>
          </p>
        )}
        <FileButtons game={replay.game} text={text} busy={busy} onCheck={() => void ask(text)} />
        <div role="status" ref={result}>
          {check && <Checked check={check} />}
        </div>
        <details open={own !== null}>
          <summary>The file</summary>
          <textarea
            aria-label="The file"
            rows={10}
            spellcheck={false}
            value={text}
            disabled={text === ""}
            onInput={(event) => change(event.currentTarget.value)}
          />
        </details>
      </div>
    </Dialog>
  );
}

/** What the author has written so far, and the position that it is about. */
function useLessonDraft(replay: Replay, at: number) {
  // The replay may play on behind the dialog.
  const [start] = useState(() => nextDecision(replay.steps, at));
  const [scene, setScene] = useState<Scene | null>(null);
  const [draft, setDraft] = useState<LessonDraft>({
    title: "My lesson",
    task: "Find the best move.",
    action: "",
    done: "Right: this is the best move.",
    wrong: "Another move is better here.",
    shows: true,
  });
  const write = (part: Partial<LessonDraft>) => setDraft((old) => ({ ...old, ...part }));
  useAnswer(() => start && look(replay, start), [replay, start], {
    take: (found) => {
      setScene(found);
      write({ action: found.played });
    },
  });
  return { draft, scene, start, write };
}

/** What can be done with the file, once it is there. */
function FileButtons(props: { game: string; text: string; busy: boolean; onCheck: () => void }) {
  const { game, text, busy } = props;
  const missing = text === "";
  return (
    <div class="buttons">
      <button type="button" class="primary" disabled={busy || missing} onClick={props.onCheck}>
        {busy ? "Checking …" : "Check it"}
      </button>
      <button type="button" disabled={missing} onClick={() => copy(text)}>
        Copy the file
      </button>
      <button type="button" disabled={missing} onClick={() => save(text, `${game}-lesson.txt`)}>
        Save the file
      </button>
    </div>
  );
}

/** What the author writes. */
function Form(props: {
  draft: LessonDraft;
  scene: Scene | null;
  at: number;
  write: (change: Partial<LessonDraft>) => void;
}) {
  const { draft, scene, write } = props;
  const field = (name: "title" | "task" | "done" | "wrong", label: string) => (
    <label class="stack-label">
      {label}
      <input
        value={draft[name]}
        maxLength={200}
        onInput={(event) => write({ [name]: event.currentTarget.value })}
      />
    </label>
  );
  return (
    <>
      <p class="small">
        It begins at the position that is shown, after {props.at} actions
        {scene && `. The learner plays ${scene.role}`}.
      </p>
      {field("title", "Title")}
      {field("task", "Task")}
      <Select
        class="stack-label"
        label="The right move"
        value={draft.action}
        options={(scene?.choices ?? []).map(({ action, caption }) => ({
          value: action,
          label: caption,
        }))}
        onChoose={(action) => write({ action })}
        disabled={!scene}
      />
      {field("done", "Say when it is found")}
      {field("wrong", "Say about any other move")}
      <label class="row">
        <input
          type="checkbox"
          checked={draft.shows}
          onChange={(event) => write({ shows: event.currentTarget.checked })}
        />
        Show how the engine answers a wrong move
      </label>
    </>
  );
}

function Checked({ check }: { check: LessonCheck }) {
  return (
    <>
      <p>
        <strong>
          {check.problems.length === 0 ? "The lesson works." : "It does not work yet."}
        </strong>
      </p>
      <ul>
        {[...check.problems, ...check.notes].map((words) => (
          <li key={words}>{words}</li>
        ))}
      </ul>
    </>
  );
}

/** What the server says about a text, until the text changes. */
function useCheck(game: string) {
  const [check, setCheck] = useState<LessonCheck | null>(null);
  const [busy, setBusy] = useState(false);
  const asked = useRef(0);
  const forget = () => {
    asked.current++;
    setCheck(null);
    setBusy(false);
  };
  const ask = async (text: string) => {
    const question = ++asked.current;
    setBusy(true);
    try {
      const answer = await api.checkLesson(game, text);
      if (question === asked.current) setCheck(answer);
    } catch (error) {
      complain(error);
    }
    if (question === asked.current) setBusy(false);
  };
  return { check, busy, ask, forget };
}

/** The replay may be one player's view: the file needs every action. */
async function look({ id, game }: Replay, start: Start): Promise<Scene> {
  const [table, { steps }, { secrets }] = await Promise.all([
    api.table(id),
    api.replay(id, null),
    infoOf(game),
  ]);
  const actions = steps.flatMap((step) => (step.told ? [step.told.action] : []));
  const view = (count: number) => {
    const place = {
      game,
      options: table.options,
      position: null,
      actions: actions.slice(0, count),
    };
    return api.position({ place, viewer: null, layout: false });
  };
  const [begin, decision] = await Promise.all([view(start.at), view(start.decision)]);
  return {
    start: startLines(start, actions, table.options, secrets ? null : begin.position),
    role: decision.roles[start.seat] ?? "",
    played: actions[start.decision] ?? "",
    choices: decision.choices,
  };
}
