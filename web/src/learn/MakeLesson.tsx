// A lesson from the position of a replay: written, checked, copied, saved.
import { useEffect, useState } from "preact/hooks";
import { allGames, api } from "../app/api.ts";
import { Dialog } from "../app/Dialog.tsx";
import { save } from "../app/save.ts";
import { complain } from "../app/toasts.tsx";
import { copy } from "../table/view/Invite.tsx";
import type { LessonCheck, Place } from "../wire.ts";

/** A lesson in the format of docs/lessons.md: find the move that was played. */
export function draftOf(start: string, action: string, label: string): string {
  return `## ${label}
task: Find the best move.
${start}
goal: plays ${action}
par: 1
done: Right. Say here why.
mistake: any move
shows: engine
says: Say here what is wrong with the other moves.
`;
}

/** The lines that name a position. What others hid is read from how they played: all actions then stand here. */
export function startOf({ options, actions }: Place, position: string | null): string {
  if (position !== null) return `position: ${position}`;
  const set = options.map(([name, value]) => `${name}=${value}`).join(" ");
  return `${set ? `options: ${set}\n` : ""}moves: ${actions.join(" ")}`;
}

export function MakeLesson(props: {
  id: string;
  game: string;
  name: string;
  /** How many actions were made before the position. */
  at: number;
  onClose: () => void;
}) {
  const { game, at } = props;
  const [text, setText] = useState("");
  const [check, setCheck] = useState<LessonCheck | null>(null);
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    void draft(props).then(setText, complain);
  }, []);
  const ask = async () => {
    setBusy(true);
    try {
      setCheck(await api.checkLesson(game, text));
    } catch (error) {
      complain(error);
    }
    setBusy(false);
  };
  return (
    <Dialog title="Make a lesson of this" onClose={props.onClose}>
      <div class="make-lesson">
        <label>
          The lesson from the position after {at} actions
          <textarea
            rows={12}
            spellcheck={false}
            value={text}
            onInput={(event) => {
              setText(event.currentTarget.value);
              setCheck(null);
            }}
          />
        </label>
        <div role="status">
          {check && (
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
          )}
        </div>
        <div class="buttons">
          <button type="button" class="primary" disabled={busy || text === ""} onClick={ask}>
            Check it
          </button>
          <button type="button" disabled={text === ""} onClick={() => copy(text)}>
            Copy
          </button>
          <button
            type="button"
            disabled={text === ""}
            onClick={() => save(text, `${game}-lesson.txt`)}
          >
            Save
          </button>
        </div>
      </div>
    </Dialog>
  );
}

async function draft({ id, game, name, at }: Parameters<typeof MakeLesson>[0]): Promise<string> {
  const [table, replay, games] = await Promise.all([
    api.table(id),
    api.replay(id, null),
    allGames(),
  ]);
  const actions = replay.steps.flatMap((step) => (step.told ? [step.told.action] : []));
  const place = { game, options: table.options, position: null, actions: actions.slice(0, at) };
  const secrets = games.find((known) => known.id === game)?.secrets ?? false;
  const view = secrets ? null : await api.position({ place, viewer: null, layout: false });
  return draftOf(startOf(place, view?.position ?? null), actions[at] ?? "", `A move of ${name}`);
}
