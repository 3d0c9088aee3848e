// Two people at one study: what one of them did, on top of what the other did meanwhile.
import { added, type Node, nodeOf, noted, ROOT, removed, type Tree, way } from "./tree.ts";

/** Every node by the actions that lead to it, parents before children. */
function byActions(tree: Tree): Map<string, Node> {
  const found = new Map<string, Node>();
  const waiting: [number, string][] = [[ROOT, ""]];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const [id, path] = next;
    const node = nodeOf(tree, id);
    found.set(path, node);
    for (const child of node.children)
      waiting.push([child, `${path} ${nodeOf(tree, child).action}`]);
  }
  return found;
}

const notes = ({ name, comment, glyph, shapes }: Node) => ({ name, comment, glyph, shapes });
const text = (node: Node | undefined) => (node ? JSON.stringify(notes(node)) : "");

/** The node of `tree` that the same actions lead to; as far as they lead. */
export function sameNode(tree: Tree, other: Tree, id: number): number {
  let at = nodeOf(tree, ROOT);
  for (const { action } of way(other, id)) {
    const next = at.children.find((child) => nodeOf(tree, child).action === action);
    if (next === undefined) break;
    at = nodeOf(tree, next);
  }
  return at.id;
}

/**
 * `theirs` with everything that `mine` has changed since `base`: lines that were added or deleted, and
 * notes. A line that one of two adds to while the other deletes it stays.
 */
export function merged(base: Tree, mine: Tree, theirs: Tree): Tree {
  const [before, now] = [byActions(base), byActions(mine)];
  let tree = theirs;
  for (const [path] of before) {
    if (now.has(path)) continue;
    const there = byActions(tree).get(path);
    if (there) tree = removed(tree, there.id);
  }
  for (const [path, node] of now) {
    const known = before.get(path);
    if (known && text(known) === text(node)) continue;
    let at: number = ROOT;
    for (const step of way(mine, node.id)) {
      const next = added(tree, at, step.action, step.by);
      tree = next.tree;
      at = next.id;
    }
    if (text(known) !== text(node)) tree = noted(tree, at, notes(node));
  }
  return { ...tree, title: mine.title === base.title ? theirs.title : mine.title };
}
