// A position on its way: a text of the game's form, changed slot by slot on the server.
import { useEffect, useState } from "preact/hooks";
import { type ApiError, api } from "../app/api.ts";
import { Store, useStore } from "../app/store.ts";
import type { Layout, Setup, SetupBoard, SetupSign } from "../wire.ts";

interface DraftState {
  readonly setup: Setup | null;
  readonly layout: Layout | null;
  /** The nearest legal position, where this is none. */
  readonly repair: string | null;
  /** Why the server could not answer. */
  readonly failed: string;
}

type Changes = [number, string][];

export class PositionDraft {
  readonly store = new Store<DraftState>({ setup: null, layout: null, repair: null, failed: "" });
  private queue: Promise<void> = Promise.resolve();

  constructor(
    private readonly game: string,
    /** The last text that was a position. */
    private position: string,
  ) {
    this.write(position);
  }

  /** Another text in place of this one. */
  write(text: string) {
    this.queue = this.queue.then(() => this.ask(text, []));
  }

  /**
   * New values for some slots. One change is made after another: what it is follows from the draft that the
   * one before has left, also where a hand is faster than the server.
   */
  change(make: (setup: Setup) => Changes) {
    this.queue = this.queue.then(async () => {
      const { setup } = this.store.get();
      const changes = setup ? make(setup) : [];
      if (setup && changes.length > 0) await this.ask(setup.text, changes);
    });
  }

  private async ask(text: string, changes: Changes) {
    const { game, position } = this;
    // Another text may be of another number of players, with another board.
    const layout = changes.length === 0;
    try {
      const setup = await api.setup({ game, position, text, changes, layout });
      if (setup.problem === null) this.position = setup.text;
      const before = this.store.get();
      this.store.set({ setup, layout: setup.layout ?? before.layout, repair: null, failed: "" });
      if (setup.problem !== null) void this.findRepair(setup.text);
    } catch (error) {
      this.store.set({ ...this.store.get(), failed: (error as ApiError).message });
    }
  }

  private async findRepair(text: string) {
    const found = await api.repair({ game: this.game, text }).catch(() => null);
    const now = this.store.get();
    if (now.setup?.text === text) this.store.set({ ...now, repair: found?.position ?? null });
  }
}

/** The draft that begins with a position. */
export function useDraft(game: string, position: string): [PositionDraft, DraftState] {
  const [draft] = useState(() => new PositionDraft(game, position));
  return [draft, useStore(draft.store)];
}

/** A site that can be changed: its slot, and what can stand there. */
interface Spot {
  slot: number;
  signs: readonly SetupSign[];
}

function spotOf(boards: readonly SetupBoard[], site: number): Spot | null {
  for (const { slot, sites, signs } of boards) {
    const index = sites.indexOf(site);
    if (index >= 0) return { slot: slot + index, signs };
  }
  return null;
}

/** The tool that moves what stands on a site; the others are the names of signs. */
export const MOVE = "move";

/** What a click does: it changes slots, or picks a piece up to be put down at the next click, or nothing. */
export interface Press {
  changes: Changes;
  lifted: number | null;
  /** Why nothing happens. */
  why: string;
}

/** What a click on a site does with a tool in hand, where `lifted` was picked up before. */
export function press(
  { boards, slots }: Setup,
  tool: string,
  lifted: number | null,
  site: number,
): Press {
  const nothing = { changes: [], lifted: null, why: "" };
  const spot = spotOf(boards, site);
  if (!spot) return { ...nothing, why: "What lies here follows from the rest." };
  const { slot, signs } = spot;
  const [empty, other] = signs;
  if (!empty || !other) return nothing;
  const stands = slots[slot];
  const put = (value: string): Press => ({ ...nothing, changes: [[slot, value]] });
  if (signs.length === 2) return put(stands === empty.value ? other.value : empty.value);
  if (tool !== MOVE) {
    const sign = signs.find(({ name }) => name === tool) ?? empty;
    return put(stands === sign.value ? empty.value : sign.value);
  }
  const from = lifted === null ? null : spotOf(boards, lifted);
  if (!from) {
    if (stands !== empty.value) return { ...nothing, lifted: site };
    return { ...nothing, why: "Nothing stands here. Choose what to put here below the board." };
  }
  if (from.slot === slot) return nothing;
  const moved = from.signs.find(({ value }) => value === slots[from.slot]);
  const landed = signs.find(({ name }) => name === moved?.name) ?? empty;
  return {
    ...nothing,
    changes: [
      [from.slot, from.signs[0]?.value ?? ""],
      [slot, landed.value],
    ],
  };
}

/** Every site empty. */
export const cleared = ({ boards }: Setup): Changes =>
  boards.flatMap(({ slot, sites, signs }) =>
    sites.map((_, index): [number, string] => [slot + index, signs[0]?.value ?? ""]),
  );

/** A text that is typed: it is sent when nothing was typed for a moment. */
export function useTyped(draft: PositionDraft, text: string): [string, (typed: string) => void] {
  const [typed, setTyped] = useState<string | null>(null);
  useEffect(() => setTyped(null), [text]);
  useEffect(() => {
    if (typed === null || typed === text) return;
    const timer = setTimeout(() => draft.write(typed.trim()), 250);
    return () => clearTimeout(timer);
  }, [draft, typed, text]);
  return [typed ?? text, setTyped];
}
