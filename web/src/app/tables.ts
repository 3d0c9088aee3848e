// The visitor's tables and those open to everyone, asked for again while the page is looked at.
import { useEffect, useState } from "preact/hooks";
import type { TableSummary, Tables } from "../wire.ts";
import { api } from "./api.ts";
import { KeptStore, read, write } from "./kept.ts";

const SEEN = "parlour.tables";
const EVERY = 5000;

const NONE: Tables = { mine: [], public: [] };

/** Whether the server knows this visitor from before: there may be games that this browser forgot. */
const returning = () => document.querySelector('meta[name="parlour-visitor"]') !== null;

/**
 * The lists; first as they were at the last visit, so that the page does not jump. `null`: they are
 * on their way, and worth waiting for.
 */
export function useTables(): Tables | null {
  const [tables, setTables] = useState(() => read(SEEN, returning() ? null : NONE));
  useEffect(() => {
    const take = (now: Tables) => {
      setTables(now);
      write(SEEN, { mine: now.mine.slice(0, 30), public: [] });
      keepOnly(now.mine);
    };
    const ask = () => api.tables().then(take, () => setTables((known) => known ?? NONE));
    void ask();
    const timer = setInterval(() => document.hidden || ask(), EVERY);
    return () => clearInterval(timer);
  }, []);
  return tables;
}

/** Tables that the visitor removed from the list, with the time of their last change then. */
export const removed = new KeptStore<Record<string, number>>("parlour.removed", {});

/** Takes a table off the list until something happens there. */
export const remove = (table: TableSummary) =>
  removed.set({ ...removed.get(), [table.id]: table.changed });

export function putBack(id: string) {
  const { [id]: _, ...rest } = removed.get();
  removed.set(rest);
}

/** Whether a table belongs on the list. */
export const isListed = (table: TableSummary, all: Record<string, number>): boolean => {
  const then = all[table.id];
  return then === undefined || table.changed > then;
};

/** Forgets what was removed and is gone from the server, too. */
function keepOnly(mine: readonly TableSummary[]) {
  const known = new Set(mine.map((table) => table.id));
  const entries = Object.entries(removed.get());
  const left = entries.filter(([id]) => known.has(id));
  if (left.length < entries.length) removed.set(Object.fromEntries(left));
}
