// An analysis board: a tree of variations, the node that is shown, and its position as the server gives it.
import { type ApiError, api } from "../app/api.ts";
import { Store } from "../app/store.ts";
import type { Layout, Place, PositionView } from "../wire.ts";
import * as trees from "./tree.ts";
import { ROOT, type Tree } from "./tree.ts";

export interface StudyState {
  readonly tree: Tree;
  /** The node that is shown. */
  readonly at: number;
  /** Its position; the one before while it is on its way. */
  readonly view: PositionView | null;
  readonly layout: Layout | null;
  /** Whether the position is on its way. */
  readonly loading: boolean;
  /** The seat that looks; null: everything is open. */
  readonly viewer: number | null;
  /** Which of several next moves the keyboard is on. */
  readonly fork: number;
  /** Why the position cannot be shown. */
  readonly problem: string;
}

/** Where a tree is kept that is too long for an address. */
const keptAs = (game: string) => `parlour.analysis.${game}`;

export class Study {
  readonly store: Store<StudyState>;
  private views = new Map<string, PositionView>();
  private asked = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(tree: Tree, at: number) {
    this.store = new Store<StudyState>({
      tree,
      at,
      view: null,
      layout: null,
      loading: true,
      viewer: null,
      fork: 0,
      problem: "",
    });
    void this.show();
  }

  get state(): StudyState {
    return this.store.get();
  }

  /** The position of a node, for the server. */
  place(id: number): Place {
    const { tree } = this.state;
    const { game, options, position } = tree;
    return { game, options: [...options], position, actions: trees.actionsTo(tree, id) };
  }

  private patch(change: Partial<StudyState>) {
    this.store.set({ ...this.state, ...change });
  }

  private async show() {
    const { at, viewer, layout } = this.state;
    const key = `${at} ${viewer}`;
    const known = this.views.get(key);
    const asked = ++this.asked;
    if (known && layout) {
      this.patch({ view: known, loading: false, problem: "" });
      return;
    }
    this.patch({ loading: true });
    try {
      const view = await api.position({ place: this.place(at), viewer, layout: layout === null });
      this.views.set(key, view);
      if (asked !== this.asked) return;
      this.patch({ view, layout: view.layout ?? layout, loading: false, problem: "" });
    } catch (error) {
      if (asked !== this.asked) return;
      this.patch({ loading: false, problem: (error as ApiError).message });
    }
  }

  /** Asks again for the position: a game that was played has ended, or the server was away. */
  refresh() {
    this.views.clear();
    void this.show();
  }

  to(id: number) {
    if (!this.state.tree.nodes.has(id)) return;
    this.patch({ at: id, fork: 0 });
    this.keep();
    void this.show();
  }

  /** Makes an action where the board stands: an old line is gone along, a new one is added. */
  play(action: string) {
    const { tree, at, view } = this.state;
    const by = view?.turn.type === "player" ? view.turn.seat : null;
    const step = trees.added(tree, at, action, by);
    this.patch({ tree: step.tree });
    this.to(step.id);
  }

  /** Makes several actions at a node; each must be legal. The server says who makes them. */
  async playLine(from: number, actions: readonly string[]) {
    const { game, options, position } = this.state.tree;
    const before = trees.actionsTo(this.state.tree, from);
    const text = [...before, ...actions].join(" ");
    const line = trees.received(await api.tree({ game, options: [...options], position, text }));
    let { tree } = this.state;
    let at: number = from;
    for (const node of trees.way(line, trees.endOf(line, ROOT)).slice(before.length)) {
      const step = trees.added(tree, at, node.action, node.by);
      tree = step.tree;
      at = step.id;
    }
    this.patch({ tree });
    this.to(at);
  }

  back() {
    const { tree, at } = this.state;
    if (at !== ROOT) this.to(trees.nodeOf(tree, at).parent);
  }

  /** Into the next move; of several, into the one that is chosen. */
  on() {
    const { tree, at, fork } = this.state;
    const { children } = trees.nodeOf(tree, at);
    const next = children[fork] ?? children[0];
    if (next !== undefined) this.to(next);
  }

  /** Chooses among several next moves; where there is one only, goes to the same move of the next line. */
  choose(by: 1 | -1) {
    const { tree, at, fork } = this.state;
    const { children } = trees.nodeOf(tree, at);
    if (children.length > 1) {
      this.patch({ fork: (fork + by + children.length) % children.length });
      return;
    }
    const { parent } = trees.nodeOf(tree, at);
    const siblings = trees.nodeOf(tree, parent).children;
    const next = siblings[siblings.indexOf(at) + by];
    if (at !== ROOT && next !== undefined) this.to(next);
  }

  /** Changes the tree without leaving the node, unless it is gone. */
  change(make: (tree: Tree) => Tree) {
    const { tree, at } = this.state;
    const next = make(tree);
    let shown = trees.nodeOf(tree, at);
    while (!next.nodes.has(shown.id)) shown = trees.nodeOf(tree, shown.parent);
    this.patch({ tree: next });
    if (shown.id !== at) this.to(shown.id);
    else this.keep();
  }

  note(notes: Partial<trees.Notes>) {
    this.change((tree) => trees.noted(tree, this.state.at, notes));
  }

  look(viewer: number | null) {
    this.patch({ viewer });
    void this.show();
  }

  /** Another tree in place of this one. */
  open(tree: Tree, at = ROOT) {
    this.views.clear();
    this.patch({ tree, at, view: null, layout: null, viewer: null, fork: 0 });
    this.keep();
    void this.show();
  }

  /** Keeps the tree soon: browsers take no more than some addresses a second. */
  private keep() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.flush(), 200);
  }

  /** Writes the tree into the address, or beside it where it is too long. */
  flush() {
    clearTimeout(this.timer);
    // Another page may be shown by now.
    if (!location.pathname.startsWith("/analyse/")) return;
    const { tree, at } = this.state;
    const address = trees.addressOf(tree, at, location.origin);
    if (address === null) localStorage.setItem(keptAs(tree.game), trees.record(tree));
    history.replaceState(
      null,
      "",
      address ?? `/analyse/${tree.game}?kept=1#${trees.pathOf(tree, at)}`,
    );
  }
}

/** The tree that an address names: of a table, kept in this browser, or written out in it. */
export async function treeOf(game: string, query: URLSearchParams): Promise<Tree> {
  const table = query.get("table");
  if (table)
    return trees.received(await api.tree({ ...blank(game), text: await api.record(table) }));
  const kept = query.get("kept") ? localStorage.getItem(keptAs(game)) : null;
  if (kept) return trees.received(await api.tree({ ...blank(game), text: kept }));
  const options = query.getAll("o").map((pair): [string, string] => {
    const [name = "", ...value] = pair.split(":");
    return [name, value.join(":")];
  });
  const position = query.get("p");
  const title = query.get("t") ?? "";
  const text = query.get("m") ?? "";
  const read = text ? await api.tree({ game, options, position, text }) : null;
  return { ...(read ? trees.received(read) : trees.empty(game, options, position)), title };
}

const blank = (game: string) => ({ game, options: [], position: null });
