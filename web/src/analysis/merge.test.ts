import { expect, test } from "vitest";
import { merged, sameNode } from "./merge.ts";
import { added, empty, nodeAt, noted, ROOT, removed, type Tree, written } from "./tree.ts";

const grown = (tree: Tree, line: string): Tree =>
  line.split(" ").reduce(
    ({ tree, at }, action) => {
      const step = added(tree, at, action, 0);
      return { tree: step.tree, at: step.id };
    },
    { tree, at: ROOT as number },
  ).tree;

const base = grown(grown(empty("outwit"), "a b c"), "a x");

test("what both added is there, and each one's notes", () => {
  const mine = noted(grown(base, "a b d"), nodeAt(base, "1"), { comment: "Mine." });
  const theirs = noted(grown(base, "q"), nodeAt(base, "2"), { glyph: "!" });
  expect(written(merged(base, mine, theirs))).toBe("a {Mine.} (q) b ! (x) c (d)");
});

test("a line that one deletes is gone, unless the other has added to it", () => {
  const mine = removed(base, nodeAt(base, "1-1-0"));
  expect(written(merged(base, mine, base))).toBe("a b c");
  expect(written(merged(base, mine, grown(base, "q")))).toBe("a (q) b c");
  expect(written(merged(base, grown(base, "a x y"), mine))).toBe("a b (x y) c");
});

test("nothing changes where nobody changed anything", () => {
  expect(written(merged(base, base, base))).toBe(written(base));
  const theirs = grown(empty("outwit"), "a x");
  expect(sameNode(theirs, base, nodeAt(base, "3"))).toBe(nodeAt(theirs, "1"));
});
