// A tree of variations and what can be done with it. All of it is pure: an operation gives another tree.
// Nodes keep their numbers for good, so that a number means one node however the tree changes.
import type { TreeShape, VariationTree } from "../wire.ts";
import { analysisAddress } from "./address.ts";

export interface Node {
  readonly id: number;
  /** The node before; the root is its own. */
  readonly parent: number;
  /** The action that leads here; empty at the root. */
  readonly action: string;
  /** Who made it; null for chance and at the root. */
  readonly by: number | null;
  /** What may follow, the main line first. */
  readonly children: readonly number[];
  readonly name: string;
  readonly comment: string;
  readonly glyph: string;
  readonly shapes: readonly TreeShape[];
}

export interface Tree {
  readonly game: string;
  readonly options: readonly [string, string][];
  /** The position where it begins; null: the start of a game. */
  readonly position: string | null;
  readonly title: string;
  /** By number; deleted ones are gone. */
  readonly nodes: ReadonlyMap<number, Node>;
  /** The number of the next node. */
  readonly next: number;
}

export const ROOT = 0;

const bare = (id: number, parent: number, action: string, by: number | null): Node => ({
  id,
  parent,
  action,
  by,
  children: [],
  name: "",
  comment: "",
  glyph: "",
  shapes: [],
});

/** A tree without any action. */
export const empty = (
  game: string,
  options: readonly [string, string][] = [],
  position: string | null = null,
): Tree => ({
  game,
  options,
  position,
  title: "",
  nodes: new Map([[ROOT, bare(ROOT, ROOT, "", null)]]),
  next: 1,
});

/** The tree that the server has read. */
export function received(sent: VariationTree): Tree {
  const nodes = new Map<number, Node>();
  sent.nodes.forEach((node, id) => {
    const { parent, action, by, name, comment, glyph, shapes } = node;
    nodes.set(id, { ...bare(id, parent, action, by), name, comment, glyph, shapes });
    const before = nodes.get(parent);
    if (id !== ROOT && before) {
      nodes.set(parent, { ...before, children: [...before.children, id] });
    }
  });
  const { game, options, position, title } = sent;
  return { game, options, position, title, nodes, next: sent.nodes.length };
}

export function nodeOf(tree: Tree, id: number): Node {
  const node = tree.nodes.get(id) ?? tree.nodes.get(ROOT);
  if (!node) throw new Error("a tree has a root");
  return node;
}

const changed = (tree: Tree, ...nodes: Node[]): Tree => ({
  ...tree,
  nodes: new Map([...tree.nodes, ...nodes.map((node) => [node.id, node] as const)]),
});

/** The node that `action` leads to from `parent`, which is added unless it is there. */
export function added(
  tree: Tree,
  parent: number,
  action: string,
  by: number | null,
): { tree: Tree; id: number } {
  const before = nodeOf(tree, parent);
  const known = before.children.find((child) => nodeOf(tree, child).action === action);
  if (known !== undefined) return { tree, id: known };
  const id = tree.next;
  const grown = changed(
    tree,
    { ...before, children: [...before.children, id] },
    bare(id, parent, action, by),
  );
  return { tree: { ...grown, next: id + 1 }, id };
}

/** The tree without a node and all that follows it; the root stays. */
export function removed(tree: Tree, id: number): Tree {
  if (id === ROOT || !tree.nodes.has(id)) return tree;
  const nodes = new Map(tree.nodes);
  const waiting = [id];
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    waiting.push(...(nodes.get(at)?.children ?? []));
    nodes.delete(at);
  }
  const before = nodeOf(tree, nodeOf(tree, id).parent);
  nodes.set(before.id, { ...before, children: before.children.filter((child) => child !== id) });
  return { ...tree, nodes };
}

/** The tree with a node's line first at every branch on the way to it. */
export function promoted(tree: Tree, id: number): Tree {
  let now = tree;
  for (let at = nodeOf(tree, id); at.id !== ROOT; at = nodeOf(tree, at.parent)) {
    const before = nodeOf(now, at.parent);
    const others = before.children.filter((child) => child !== at.id);
    now = changed(now, { ...before, children: [at.id, ...others] });
  }
  return now;
}

export type Notes = Pick<Node, "name" | "comment" | "glyph" | "shapes">;

export const noted = (tree: Tree, id: number, notes: Partial<Notes>): Tree =>
  changed(tree, { ...nodeOf(tree, id), ...notes });

/** The shapes with one more, or without it where it was there. */
export function toggled(shapes: readonly TreeShape[], shape: TreeShape): TreeShape[] {
  const same = (other: TreeShape) => other.from === shape.from && other.to === shape.to;
  return shapes.some(same) ? shapes.filter((other) => !same(other)) : [...shapes, shape];
}

/** The nodes from the root to this one, the root left out. */
export function way(tree: Tree, id: number): Node[] {
  const nodes: Node[] = [];
  for (let at = nodeOf(tree, id); at.id !== ROOT; at = nodeOf(tree, at.parent)) nodes.push(at);
  return nodes.reverse();
}

export const actionsTo = (tree: Tree, id: number): string[] =>
  way(tree, id).map((node) => node.action);

/** The last node of the main line behind a node. */
export function endOf(tree: Tree, id: number): number {
  let at = nodeOf(tree, id);
  for (let next = at.children[0]; next !== undefined; next = at.children[0])
    at = nodeOf(tree, next);
  return at.id;
}

/**
 * A path in an address: steps along first children, then the place of another child, and so on. `12`
 * is the twelfth node of the main line, `12-1-3` goes into its second child and three steps on.
 */
export function pathOf(tree: Tree, id: number): string {
  const parts = [0];
  for (const node of way(tree, id)) {
    const place = nodeOf(tree, node.parent).children.indexOf(node.id);
    if (place === 0) parts.push((parts.pop() ?? 0) + 1);
    else parts.push(place, 0);
  }
  return parts.join("-");
}

/** The node at a path; as far as it leads where the tree is shorter. */
export function nodeAt(tree: Tree, path: string): number {
  if (!/^\d+(-\d+)*$/.test(path)) return ROOT;
  let at = nodeOf(tree, ROOT);
  for (const [i, part] of path.split("-").entries()) {
    const steps = i % 2 === 0 ? Number(part) : 1;
    const place = i % 2 === 0 ? 0 : Number(part);
    for (let step = 0; step < steps; step++) {
      const next = at.children[place];
      if (next === undefined) return at.id;
      at = nodeOf(tree, next);
    }
  }
  return at.id;
}

const quoted = (text: string, open: string, close: string) =>
  `${open}${text.replace(/[\\\]}]/g, (sign) => (sign === close || sign === "\\" ? `\\${sign}` : sign))}${close}`;

function notesOf({ glyph, name, comment, shapes }: Node): string[] {
  return [
    ...(glyph ? [glyph] : []),
    ...(name.trim() ? [quoted(name.trim(), "[", "]")] : []),
    ...(comment.trim() ? [quoted(comment.trim(), "{", "}")] : []),
    ...shapes.map(({ from, to }) => (to === null ? `@${from}` : `@${from}>${to}`)),
  ];
}

/** The actions with their variations as text; the server reads it (docs/analysis.md). */
export function written(tree: Tree): string {
  let text = "";
  const write = (word: string) => {
    const close = text === "" || text.endsWith("(") || word === ")";
    text += close ? word : ` ${word}`;
  };
  // What is still to be written: a node, a node that begins a variation, or a closing sign.
  const stack: (number | { variation: number } | ")")[] = [];
  const follow = (node: Node) => {
    const [main] = node.children;
    if (main !== undefined) stack.push(main);
  };
  notesOf(nodeOf(tree, ROOT)).forEach(write);
  follow(nodeOf(tree, ROOT));
  for (let rest = stack.pop(); rest !== undefined; rest = stack.pop()) {
    if (rest === ")") {
      write(")");
      continue;
    }
    if (typeof rest === "object") {
      write("(");
      stack.push(")");
      rest = rest.variation;
    }
    const node = nodeOf(tree, rest);
    [node.action, ...notesOf(node)].forEach(write);
    follow(node);
    const [main, ...others] = nodeOf(tree, node.parent).children;
    if (main === node.id) stack.push(...others.reverse().map((variation) => ({ variation })));
  }
  return text;
}

/** The whole tree as a record. */
export function record(tree: Tree): string {
  const { game, options, position, title } = tree;
  const fields = [
    "parlour: 1",
    `game: ${game}`,
    ...(position === null ? options.map(([name, value]) => `option ${name}: ${value}`) : []),
    ...(title ? [`title: ${title.replaceAll("\n", " ")}`] : []),
    ...(position === null ? [] : [`position: ${position}`]),
    "actions:",
  ];
  return `${fields.join("\n")}\n${written(tree)}\n`;
}

/** The longest address that holds a tree. */
const LONGEST_ADDRESS = 2000;

/** The address of a node of a tree, path and all that it takes; null where that is too long. */
export function addressOf(tree: Tree, id: number, origin: string): string | null {
  const address = analysisAddress(tree, written(tree), id === ROOT ? "" : pathOf(tree, id));
  return origin.length + address.length <= LONGEST_ADDRESS ? address : null;
}
