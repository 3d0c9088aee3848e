// An analysis board: a tree of variations, the node that is shown, and its position as the server gives it.
import { ApiError, api, studySocketAddress } from "../app/api.ts";
import { readText, writeText } from "../app/kept.ts";
import { Store } from "../app/store.ts";
import { Transport } from "../table/transport/transport.ts";
import type { Layout, PositionRef, PositionView, StoredStudy, StudyVersion } from "../wire.ts";
import { merged, sameNode } from "./merge.ts";
import * as trees from "./tree.ts";
import { ROOT, type Tree } from "./tree.ts";

interface StudyState {
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
  /** The id under which the tree is kept for everybody with the link; null: it is in the address. */
  readonly stored: string | null;
  /** What lets this browser change the kept tree; null: it reads it only, and what is changed stays here. */
  readonly key: string | null;
  /** Whether all of it is kept by now. */
  readonly saved: boolean;
}

/** How long to wait before a change that was not kept is sent again, in milliseconds. */
const AGAIN = 2000;

/** Where the key of a study is kept: an address that is passed on shows the study, and changes nothing. */
const keyKeptAs = (id: string) => `parlour.study.${id}`;

/** Where a tree is kept that is too long for an address. */
const keptAs = (game: string) => `parlour.analysis.${game}`;

export class Study {
  readonly store: Store<StudyState>;
  private views = new Map<string, PositionView>();
  private asked = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  /** What the server has, and which version that is. */
  private base: { tree: Tree; version: number } | null = null;
  private transport: Transport<StoredStudy> | null = null;
  private saving = false;

  constructor(
    tree: Tree,
    at: number,
    stored: StoredStudy | null = null,
    key: string | null = null,
  ) {
    this.store = new Store<StudyState>({
      tree,
      at,
      view: null,
      layout: null,
      loading: true,
      viewer: null,
      fork: 0,
      problem: "",
      stored: stored?.id ?? null,
      key,
      saved: true,
    });
    if (stored) this.follow(stored.id, tree, stored.version);
    void this.show();
  }

  get state(): StudyState {
    return this.store.get();
  }

  /** The position of a node, for the server. */
  place(id: number): PositionRef {
    const { tree } = this.state;
    const { game, options, position } = tree;
    return { game, options: [...options], position, actions: trees.actionsTo(tree, id) };
  }

  private patch(change: Partial<StudyState>) {
    this.store.set({ ...this.state, ...change });
  }

  private async show() {
    const { tree, at, viewer, layout } = this.state;
    const key = `${viewer} ${trees.actionsTo(tree, at).join(" ")}`;
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

  /** Another tree in place of this one; a study that is kept stays as it is. */
  open(tree: Tree, at = ROOT) {
    this.leave();
    this.views.clear();
    this.patch({
      tree,
      at,
      view: null,
      layout: null,
      viewer: null,
      fork: 0,
      stored: null,
      key: null,
    });
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
    const { tree, at, stored } = this.state;
    if (stored) {
      history.replaceState(
        null,
        "",
        `/analyse/${tree.game}?study=${stored}#${trees.pathOf(tree, at)}`,
      );
      void this.save();
      return;
    }
    const address = trees.addressOf(tree, at, location.origin);
    if (address === null) writeText(keptAs(tree.game), trees.record(tree));
    history.replaceState(
      null,
      "",
      address ?? `/analyse/${tree.game}?kept=1#${trees.pathOf(tree, at)}`,
    );
  }

  /** Keeps the tree on the server, for everybody who has its link. */
  async share() {
    const { tree } = this.state;
    const { key, study } = await api.newStudy(trees.record(tree));
    this.leave();
    writeText(keyKeptAs(study.id), key);
    this.patch({ stored: study.id, key, saved: true });
    this.follow(study.id, tree, study.version);
    this.flush();
  }

  /** The addresses to pass on: to look at the study, and to change it. */
  links(): { look: string; change: string | null } {
    const { tree, at, stored, key } = this.state;
    const study = `${location.origin}/analyse/${tree.game}?study=${stored}`;
    const path = `#${trees.pathOf(tree, at)}`;
    return { look: study + path, change: key && `${study}&key=${key}${path}` };
  }

  /** The versions of the last hour, the latest first. */
  async versions(): Promise<StudyVersion[]> {
    const { stored } = this.state;
    return stored === null ? [] : (await api.studyVersions(stored)).versions;
  }

  /** Makes an earlier version the latest one, for everybody. */
  async goBack(to: number) {
    const { stored, key } = this.state;
    if (!stored || !key || !this.base) return;
    // What others changed a moment ago is what is taken back.
    const { version } = await api.study(stored);
    this.receive(await api.revertStudy(stored, { key, version, to }));
  }

  /** Sees what others change. */
  private follow(id: string, tree: Tree, version: number) {
    this.base = { tree, version };
    this.transport = new Transport<StoredStudy>(studySocketAddress(id), {
      onMessage: (message) => this.receive(message),
      onLine: () => {},
      onWake: () => {},
      ask: () => api.study(id),
    });
  }

  /** Follows a kept study no longer. */
  leave() {
    this.transport?.close();
    this.transport = null;
    this.base = null;
  }

  private receive({ version, tree: sent }: StoredStudy) {
    const { base } = this;
    if (!base || version <= base.version) return;
    const theirs = trees.received(sent);
    const { tree: mine, at } = this.state;
    const tree = merged(base.tree, mine, theirs);
    this.base = { tree: theirs, version };
    let shown = sameNode(tree, mine, at);
    // A reader at the end of a line goes along with it.
    const [next] = trees.nodeOf(tree, shown).children;
    if (next !== undefined && trees.nodeOf(mine, at).children.length === 0) shown = next;
    this.patch({ tree });
    this.to(shown);
  }

  /** Stores what has changed, on top of what others have stored. */
  private async save() {
    const { stored, key, tree } = this.state;
    const { base } = this;
    if (!stored || !base || this.saving) return;
    const text = trees.record(tree);
    if (!key) {
      this.patch({ saved: text === trees.record(base.tree) });
      return;
    }
    if (text === trees.record(base.tree)) {
      this.patch({ saved: true });
      return;
    }
    this.saving = true;
    this.patch({ saved: false });
    try {
      const { version } = await api.changeStudy(stored, { key, version: base.version, text });
      if (this.base && version > this.base.version) this.base = { tree, version };
      this.patch({ saved: true });
    } catch (error) {
      if (error instanceof ApiError && error.code === "not-yours") {
        // The key was copied in part, or is another study's.
        writeText(keyKeptAs(stored), "");
        this.patch({ key: null });
        return;
      }
      if (!(error instanceof ApiError && error.code === "stale")) {
        setTimeout(() => this.keep(), AGAIN);
        return;
      }
      // Another was first: theirs comes with mine on top of it.
      await api.study(stored).then(
        (theirs) => this.receive(theirs),
        () => {},
      );
    } finally {
      this.saving = false;
    }
    if (this.state.tree !== tree || !this.state.saved) this.keep();
  }
}

/** The board that an address names: of a study or a table, kept in this browser, or written out in it. */
export async function studyOf(game: string, query: URLSearchParams, path: string): Promise<Study> {
  const id = query.get("study");
  if (!id) {
    const tree = await treeOf(game, query);
    return new Study(tree, trees.nodeAt(tree, path));
  }
  const stored = await api.study(id);
  const tree = trees.received(stored.tree);
  const given = query.get("key");
  if (given) writeText(keyKeptAs(id), given);
  const study = new Study(
    tree,
    trees.nodeAt(tree, path),
    stored,
    given ?? (readText(keyKeptAs(id)) || null),
  );
  // The key goes out of the address.
  study.flush();
  return study;
}

async function treeOf(game: string, query: URLSearchParams): Promise<Tree> {
  const table = query.get("table");
  if (table)
    return trees.received(await api.tree({ ...blank(game), text: await api.record(table) }));
  const kept = query.get("kept") ? readText(keptAs(game)) : null;
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
