// The tree as text: to copy, to save, to bring in. And a new tree.
import { useState } from "preact/hooks";
import { type ApiError, api } from "../app/api.ts";
import { copy } from "../app/copy.ts";
import { OptionField, Problem, TextArea } from "../app/Fields.tsx";
import { save } from "../app/save.ts";
import { useStore } from "../app/store.ts";
import { complain } from "../app/toasts.tsx";
import type { GameInfo, OptionInfo } from "../wire.ts";
import type { Study } from "./study.ts";
import { addressOf, empty, received, record, type Tree } from "./tree.ts";

export function Share(props: { study: Study; tree: Tree; at: number; onSetUp: () => void }) {
  const { study, tree } = props;
  const { stored } = useStore(study.store);
  const fits = stored !== null || addressOf(tree, props.at, location.origin) !== null;
  const share = async () => {
    await study.share();
    return study.links();
  };
  const link = async () => {
    study.flush();
    await copy(fits ? location.href : (await share()).look);
  };
  const together = async () => copy((await share()).change ?? "");
  return (
    <div class="bar even">
      <button type="button" onClick={() => link().catch(complain)}>
        Copy link
      </button>
      {stored === null && (
        <button type="button" onClick={() => together().catch(complain)}>
          Analyse together
        </button>
      )}
      <button type="button" onClick={() => save(record(tree), `${tree.game}-analysis.txt`)}>
        Save as text
      </button>
      <button type="button" onClick={props.onSetUp}>
        Set up a position
      </button>
      {!fits && (
        <p class="quiet small">
          This tree is too long for the address and stays in this browser. “Copy link” keeps it on
          the server: everybody with the link sees it.
        </p>
      )}
    </div>
  );
}

/** A record, a position or moves, typed or pasted. */
export function OpenText({ study, game }: { study: Study; game: GameInfo }) {
  const [text, setText] = useState("");
  const [problem, setProblem] = useState("");
  const open = async (event: Event) => {
    event.preventDefault();
    try {
      const sent = await api.tree({ game: game.id, options: [], position: null, text });
      if (sent.game !== game.id) {
        setProblem(`This is a record of another game: open it at /analyse/${sent.game}.`);
        return;
      }
      study.open(received(sent));
      setText("");
      setProblem("");
    } catch (error) {
      setProblem((error as ApiError).message);
    }
  };
  return (
    <details class="texts">
      <summary>Open a record, a position or moves</summary>
      <form onSubmit={open}>
        <TextArea label="Text" rows={4} value={text} onText={setText} />
        <Problem words={problem} />
        <button type="submit" class="primary" disabled={text.trim() === ""}>
          Open
        </button>
      </form>
    </details>
  );
}

/** A new tree from the start of a game with these options. */
export function Anew(props: {
  study: Study;
  game: GameInfo;
  options: readonly [string, string][];
}) {
  const { study, game } = props;
  const [values, setValues] = useState<Record<string, string>>({});
  const value = ({ name, default: usual }: OptionInfo) =>
    values[name] ?? props.options.find(([known]) => known === name)?.[1] ?? usual;
  const start = (event: Event) => {
    event.preventDefault();
    // What is as usual is left out, so that it may follow from what is given.
    const given = game.options.filter((option) => value(option) !== option.default);
    study.open(
      empty(
        game.id,
        given.map((option): [string, string] => [option.name, value(option)]),
      ),
    );
  };
  return (
    <details class="texts">
      <summary>Start anew</summary>
      <form onSubmit={start}>
        {game.options.map((option) => (
          // biome-ignore lint/a11y/noLabelWithoutControl: the field below is its control
          <label key={option.name}>
            {option.label}
            <OptionField
              option={option}
              value={value(option)}
              onChange={(text) => setValues({ ...values, [option.name]: text })}
            />
          </label>
        ))}
        <button type="submit">From the start</button>
      </form>
    </details>
  );
}
