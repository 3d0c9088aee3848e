import { expect, test } from "vitest";
import {
  actionsTo,
  added,
  addressOf,
  empty,
  endOf,
  nodeAt,
  noted,
  pathOf,
  promoted,
  ROOT,
  record,
  removed,
  type Tree,
  toggled,
  written,
} from "./tree.ts";

/** A tree with these lines; the last node of each. */
function grown(...lines: string[]): { tree: Tree; ends: number[] } {
  let tree = empty("outwit");
  const ends = lines.map((line) =>
    line.split(" ").reduce((at, action) => {
      const step = added(tree, at, action, 0);
      tree = step.tree;
      return step.id;
    }, ROOT),
  );
  return { tree, ends };
}

test("a line that was tried stays, and the same action is not added twice", () => {
  const { tree, ends } = grown("a b c", "a x", "a b c", "a b y z");
  expect(tree.nodes.size).toBe(7);
  expect(ends[0]).toBe(ends[2]);
  expect(actionsTo(tree, ends[3] as number)).toEqual(["a", "b", "y", "z"]);
  expect(actionsTo(tree, endOf(tree, ROOT))).toEqual(["a", "b", "c"]);
});

test("variations, comments, names and marks are written where the server reads them", () => {
  let { tree, ends } = grown("a b c", "a x", "q");
  tree = noted(tree, ROOT, { comment: "Start {here}." });
  tree = noted(tree, ends[1] as number, {
    glyph: "?!",
    name: "The [side] line",
    shapes: [
      { from: "e1", to: null },
      { from: "e1", to: "e5" },
    ],
  });
  expect(written(tree)).toBe("{Start {here\\}.} a (q) b (x ?! [The [side\\] line] @e1 @e1>e5) c");
  expect(record({ ...tree, position: "p 1", title: "T" })).toBe(
    `parlour: 1\ngame: outwit\ntitle: T\nposition: p 1\nactions:\n${written(tree)}\n`,
  );
});

test("a path leads to its node, and as far as there are nodes", () => {
  const { tree, ends } = grown("a b c", "a x y", "q r");
  expect(ends.map((end) => pathOf(tree, end))).toEqual(["3", "1-1-1", "0-1-1"]);
  for (const id of tree.nodes.keys()) expect(nodeAt(tree, pathOf(tree, id))).toBe(id);
  expect(nodeAt(tree, "99")).toBe(ends[0]);
  expect(nodeAt(tree, "1-7-2")).toBe(nodeAt(tree, "1"));
  expect(nodeAt(tree, "nonsense")).toBe(ROOT);
});

test("a deleted node takes what follows along, and its number is never used again", () => {
  const { tree, ends } = grown("a b c", "a x");
  const cut = removed(tree, nodeAt(tree, "2"));
  expect(written(cut)).toBe("a x");
  expect(cut.nodes.has(ends[0] as number)).toBe(false);
  expect(added(cut, ROOT, "n", null).id).toBe(tree.next);
  expect(removed(tree, ROOT)).toBe(tree);
});

test("a variation becomes the main line with all branches on its way", () => {
  const { tree, ends } = grown("a b", "q r", "q s");
  expect(written(promoted(tree, ends[2] as number))).toBe("q (a b) s (r)");
});

test("a shape that is drawn again goes away", () => {
  const circle = { from: "a1", to: null };
  const arrow = { from: "a1", to: "b2" };
  expect(toggled(toggled([], circle), arrow)).toEqual([circle, arrow]);
  expect(toggled([circle, arrow], { ...circle })).toEqual([arrow]);
});

test("an address holds a tree up to 2,000 characters", () => {
  const { tree } = grown("a b", "c");
  expect(addressOf(tree, nodeAt(tree, "2"), "http://h")).toBe("/analyse/outwit?m=a+%28c%29+b#2");
  expect(addressOf({ ...tree, position: "x y" }, ROOT, "")).toBe(
    "/analyse/outwit?p=x+y&m=a+%28c%29+b",
  );
  const long = noted(tree, ROOT, { comment: "x".repeat(2000) });
  expect(addressOf(long, ROOT, "http://h")).toBeNull();
});
