// The clicks made so far on a board, as a hook.
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { Choice } from "../wire.ts";
import { buttons, click, nextSites } from "./clicks.ts";

export interface Selection {
  picked: readonly number[];
  /** The sites that a click may pick now. */
  next: ReadonlySet<number>;
  /** Moves that need no (more) clicks. */
  buttons: Choice[];
  /** The move that waits to be confirmed. */
  pending: Choice | null;
  press(site: number): void;
  /** Picks a site up for dragging; false where there is nothing to drag. */
  lift(site: number): boolean;
  /** Lets go of `from` over `to`; true where that makes a move. */
  drop(from: number, to: number): boolean;
  choose(choice: Choice): void;
  cancel(): void;
  confirm(): void;
}

export function useSelection(
  choices: readonly Choice[],
  confirmFirst: boolean,
  onMove: (choice: Choice) => void,
): Selection {
  const [picked, show] = useState<readonly number[]>([]);
  // Pointer events can come faster than paint: they read what is picked from here.
  const now = useRef<readonly number[]>(picked);
  const setPicked = (sites: readonly number[]) => {
    now.current = sites;
    show(sites);
  };
  const [pending, setPending] = useState<Choice | null>(null);
  const cancel = () => {
    setPicked([]);
    setPending(null);
  };
  // New choices: what was picked among the old ones means nothing now.
  useEffect(cancel, [choices]);
  const finish = (choice: Choice, clicks: readonly number[]) => {
    if (confirmFirst) {
      setPending(choice);
      setPicked(clicks);
    } else {
      cancel();
      onMove(choice);
    }
  };
  const next = useMemo(
    () => (pending ? new Set<number>() : nextSites(choices, picked)),
    [choices, picked, pending],
  );
  return {
    picked,
    next,
    buttons: pending ? [] : buttons(choices, picked),
    pending,
    press(site) {
      const step = click(choices, pending ? [] : now.current, site);
      setPending(null);
      if (step.done) finish(step.done, step.done.clicks);
      else setPicked(step.picked);
    },
    lift(site) {
      setPending(null);
      const base = pending ? [] : now.current;
      if (base.at(-1) === site) return true;
      if (nextSites(choices, base).has(site)) setPicked([...base, site]);
      else if (nextSites(choices, []).has(site)) setPicked([site]);
      else return false;
      return true;
    },
    drop(from, to) {
      const base = now.current;
      if (base.at(-1) !== from || !nextSites(choices, base).has(to)) {
        setPicked([]);
        return false;
      }
      const step = click(choices, base, to);
      if (step.done) finish(step.done, step.done.clicks);
      else setPicked(step.picked);
      return step.done !== null;
    },
    choose: (choice) => finish(choice, picked),
    cancel,
    confirm() {
      if (!pending) return;
      cancel();
      onMove(pending);
    },
  };
}
