// What is written and drawn at a node, and what becomes of its line.
import { useState } from "preact/hooks";
import { Ask } from "../app/Dialog.tsx";
import { Store, useStore } from "../app/store.ts";
import type { Study } from "./study.ts";
import { type Node, pathOf, promoted, ROOT, removed, type Tree } from "./tree.ts";

/** The verdicts on a move, and what they mean. */
const GLYPHS = {
  "!": "good",
  "?": "mistake",
  "!!": "brilliant",
  "??": "blunder",
  "!?": "interesting",
  "?!": "doubtful",
};

export interface NotesProps {
  study: Study;
  tree: Tree;
  node: Node;
  marking: boolean;
  /** Where a mark was begun. */
  begun: string | null;
  onMarking: (marking: boolean) => void;
}

/** Whether the notes are unfolded, at whichever node. */
const unfolded = new Store(false);

export function Notes(props: NotesProps) {
  const { study, tree, node } = props;
  const root = node.id === ROOT;
  return (
    <details
      class="notes"
      open={useStore(unfolded)}
      onToggle={(event) => unfolded.set(event.currentTarget.open)}
    >
      <summary>{root ? "Notes on the start" : `Notes on ${node.action}`}</summary>
      {!root && (
        <fieldset class="glyphs">
          <legend class="sr-only">Verdict on the move</legend>
          {Object.entries(GLYPHS).map(([glyph, meaning]) => (
            <button
              key={glyph}
              type="button"
              aria-pressed={node.glyph === glyph}
              aria-label={meaning}
              title={meaning}
              onClick={() => study.note({ glyph: node.glyph === glyph ? "" : glyph })}
            >
              {glyph}
            </button>
          ))}
        </fieldset>
      )}
      <label>
        Comment
        <textarea
          rows={2}
          maxLength={1000}
          value={node.comment}
          onInput={(e) => study.note({ comment: e.currentTarget.value })}
        />
      </label>
      {!root && (
        <label>
          Name of the line from here
          <input
            maxLength={60}
            value={node.name}
            onInput={(e) => study.note({ name: e.currentTarget.value })}
          />
        </label>
      )}
      <div class="bar">
        <button
          type="button"
          aria-pressed={props.marking}
          onClick={() => props.onMarking(!props.marking)}
        >
          {props.marking ? "Stop drawing" : "Draw marks"}
        </button>
        {node.shapes.length > 0 && (
          <button type="button" onClick={() => study.note({ shapes: [] })}>
            Clear marks
          </button>
        )}
        {!root && <OfLine study={study} tree={tree} node={node} />}
      </div>
      {props.marking && (
        <p class="quiet small" role="status">
          {props.begun
            ? `From ${props.begun}: press it again for a circle, or another place for an arrow.`
            : "Press a place twice for a circle, two places for an arrow. The same again takes it away."}
        </p>
      )}
    </details>
  );
}

function OfLine({ study, tree, node }: { study: Study; tree: Tree; node: Node }) {
  const [asking, setAsking] = useState(false);
  const isMain = !pathOf(tree, node.id).includes("-");
  const remove = () => study.change((now) => removed(now, node.id));
  // What follows would be lost with it.
  const ask = node.children.length > 0 || node.comment !== "";
  return (
    <>
      {!isMain && (
        <button type="button" onClick={() => study.change((now) => promoted(now, node.id))}>
          Make main line
        </button>
      )}
      <button type="button" class="removes" onClick={() => (ask ? setAsking(true) : remove())}>
        Delete from here
      </button>
      {asking && (
        <Ask
          title="Delete this line?"
          yes="Delete it"
          onYes={remove}
          onClose={() => setAsking(false)}
        >
          {node.action} and everything after it goes away.
        </Ask>
      )}
    </>
  );
}
