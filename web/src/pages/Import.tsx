// A record as text becomes a game to look at.
import { useRef, useState } from "preact/hooks";
import { api } from "../app/api.ts";
import { Problem, TextArea } from "../app/Fields.tsx";
import { useTitle } from "../app/load.tsx";
import { go } from "../app/router.tsx";

export function Import() {
  useTitle("Import a record");
  const [text, setText] = useState("");
  const [problem, setProblem] = useState("");
  // A second click while the first is on its way would bring the game in twice.
  const sent = useRef(false);
  const submit = async (event: Event) => {
    event.preventDefault();
    if (sent.current) return;
    sent.current = true;
    setProblem("");
    try {
      go(`/t/${(await api.importRecord(text)).id}/replay`);
    } catch (error) {
      sent.current = false;
      setProblem((error as Error).message);
    }
  };
  // What was wrong with the text before says nothing about the new one.
  const change = (now: string) => {
    setText(now);
    setProblem("");
  };
  const read = async (event: Event & { currentTarget: HTMLInputElement }) => {
    const file = event.currentTarget.files?.[0];
    if (file) change(await file.text());
  };
  return (
    <section class="narrow">
      <h1>Import a record</h1>
      <p>Paste the text of a game, or choose its file. You can then step through it.</p>
      <form class="stack" onSubmit={submit}>
        <TextArea label="The record" rows={10} value={text} onText={change} />
        <label class="stack-label">
          Or a file
          <input type="file" accept=".txt,text/plain" onChange={read} />
        </label>
        <Problem words={problem} />
        <button type="submit" class="primary" disabled={text.trim() === ""}>
          Look at it
        </button>
      </form>
    </section>
  );
}
