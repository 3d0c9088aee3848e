// The tree of variations: the main line in a row, each variation below the move that it replaces.
import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { type Node, nodeOf, ROOT, type Tree } from "./tree.ts";

interface Shown {
  tree: Tree;
  at: number;
  to: (id: number) => void;
}

export function Moves(props: Shown) {
  const { tree, at } = props;
  const box = useRef<HTMLDivElement>(null);
  const root = nodeOf(tree, ROOT);
  const [first] = root.children;
  useEffect(() => {
    const frame = box.current;
    const move = frame?.querySelector<HTMLElement>("[aria-current]");
    if (!frame || !move) return;
    // Only the list scrolls, never the page.
    const top = move.getBoundingClientRect().top - frame.getBoundingClientRect().top;
    if (top < 0 || top > frame.clientHeight - 30) frame.scrollTop += top - frame.clientHeight / 2;
  }, [at, tree]);
  return (
    <section class="tree" ref={box} aria-label="Moves and variations" tabindex={0}>
      <Move {...props} node={root} number={0} />
      {root.comment && <Comment>{root.comment}</Comment>}
      {first === undefined ? (
        <p class="quiet small">Make a move on the board. Every line that you try stays here.</p>
      ) : (
        <Line {...props} first={first} number={1} />
      )}
    </section>
  );
}

const Comment = ({ children }: { children: ComponentChildren }) => (
  <span class="comment">{children}</span>
);

/** A line from its first move on, with the variations of each of its moves. */
function Line({ first, number, ...shown }: Shown & { first: number; number: number }) {
  const { tree } = shown;
  const parts: ComponentChildren[] = [];
  let numbered = true;
  let ply = number;
  for (let id: number | undefined = first; id !== undefined; ply++) {
    const node = nodeOf(tree, id);
    parts.push(<Move key={id} {...shown} node={node} number={numbered ? ply : null} />);
    if (node.comment) parts.push(<Comment key={`c${id}`}>{node.comment}</Comment>);
    const [main, ...others] = nodeOf(tree, node.parent).children;
    const branches = main === id ? others : [];
    for (const other of branches) {
      parts.push(
        <div key={`v${other}`} class="variation">
          <Line {...shown} first={other} number={ply} />
        </div>,
      );
    }
    numbered = branches.length > 0 || node.comment !== "";
    id = node.children[0];
  }
  return <>{parts}</>;
}

function Move({ at, to, node, number }: Shown & { node: Node; number: number | null }) {
  const current = node.id === at;
  return (
    <>
      {node.name && <strong class="line-name">{node.name}</strong>}
      <button
        type="button"
        class="move"
        tabindex={current ? 0 : -1}
        aria-current={current ? "step" : undefined}
        onClick={() => to(node.id)}
      >
        {node.id === ROOT ? (
          "Start"
        ) : (
          <>
            {number !== null && <span class="ply">{number}.</span>}
            <span class={`dot owner-${node.by ?? "none"}`} />
            <code>{node.action}</code>
            {node.glyph && <b class="glyph">{node.glyph}</b>}
          </>
        )}
      </button>
    </>
  );
}

/** Where the tree branches: which way the keyboard goes on. */
export function Fork({ tree, at, to, chosen }: Shown & { chosen: number }) {
  const { children } = nodeOf(tree, at);
  if (children.length < 2) return null;
  return (
    <section class="fork" aria-label="Next moves">
      {children.map((child, i) => {
        const node = nodeOf(tree, child);
        return (
          <button
            key={child}
            type="button"
            class={i === chosen ? "chosen" : ""}
            aria-current={i === chosen ? "true" : undefined}
            onClick={() => to(child)}
          >
            <span class={`dot owner-${node.by ?? "none"}`} /> <code>{node.action}</code>
            {node.glyph} {node.name && <span class="small">{node.name}</span>}
          </button>
        );
      })}
      <span class="quiet small">↑ ↓ choose, → goes on</span>
    </section>
  );
}
