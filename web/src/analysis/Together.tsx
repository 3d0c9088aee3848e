// A tree that is kept for everybody with its link: who may change it, and how to go back.
import { useState } from "preact/hooks";
import { copy } from "../app/copy.ts";
import { Dialog } from "../app/Dialog.tsx";
import { ago, plural } from "../app/format.ts";
import { complain, toast } from "../app/toasts.tsx";
import type { StudyVersion } from "../wire.ts";
import type { Study } from "./study.ts";

export function Together(props: { study: Study; mayChange: boolean; saved: boolean }) {
  return props.mayChange ? <Writer {...props} /> : <Reader {...props} />;
}

function Writer({ study, saved }: { study: Study; saved: boolean }) {
  const [versions, setVersions] = useState<StudyVersion[] | null>(null);
  const { change } = study.links();
  const look = () => study.versions().then(setVersions).catch(complain);
  return (
    <section aria-label="Analysing together">
      <p class="quiet small" role="status">
        Everybody with the link sees the changes here. {saved ? "All is kept." : "Not kept yet …"}
      </p>
      <label>
        For who is to make changes, too
        <input
          type="text"
          readOnly
          value={change ?? ""}
          onFocus={(event) => event.currentTarget.select()}
        />
      </label>
      <div class="bar even">
        <button type="button" onClick={() => copy(change ?? "")}>
          Copy link for changes
        </button>
        <button type="button" onClick={look}>
          Go back …
        </button>
      </div>
      {versions && <Versions study={study} versions={versions} onClose={() => setVersions(null)} />}
    </section>
  );
}

function Versions(props: { study: Study; versions: StudyVersion[]; onClose: () => void }) {
  const { study, versions, onClose } = props;
  const goBack = (version: number) => {
    onClose();
    study.goBack(version).then(() => toast("Everybody sees that version now."), complain);
  };
  const words = (seconds: number) =>
    seconds < 90 ? `${plural(seconds, "second")} ago` : ago(0, seconds * 1000);
  return (
    <Dialog title="Go back" onClose={onClose}>
      <p>
        {versions.length > 0
          ? "The tree as it was before a change. The one that you see now is kept for an hour, too."
          : "Nothing was changed in the last hour."}
      </p>
      <ul class="versions">
        {versions.map(({ version, seconds_ago }) => (
          <li key={version}>
            <button type="button" onClick={() => goBack(version)}>
              Before the change {words(seconds_ago)}
            </button>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

function Reader({ study, saved }: { study: Study; saved: boolean }) {
  const keep = () => study.share().then(() => toast("This study is your own now."), complain);
  return (
    <section aria-label="A study of somebody else's">
      <p class="quiet small" role="status">
        You see the changes of others here.{" "}
        {saved
          ? "To make changes for everybody takes another link."
          : "Yours are on this screen only."}
      </p>
      <div class="bar even">
        <button type="button" onClick={keep}>
          Keep a copy of my own
        </button>
      </div>
    </section>
  );
}
