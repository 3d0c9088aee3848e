// The clicks made so far on a board, as a hook.
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { Choice } from "../wire.ts";
import { buttons, click, nextSites, wouldMake } from "./clicks.ts";

export interface Selection {
  picked: readonly number[];
  /** The sites that a click may pick now. */
  next: ReadonlySet<number>;
  /** The moves that one more click makes, by its site. */
  goals: ReadonlyMap<number, Choice>;
  /** Moves that need no (more) clicks. */
  buttons: Choice[];
  /** The move that waits to be confirmed. */
  pending: Choice | null;
  /** A click on a site; false where nothing can be done there. */
  press(site: number): boolean;
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
  quick: boolean,
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
  const goals = useMemo(() => {
    const made = new Map<number, Choice>();
    for (const site of picked.length > 0 ? next : []) {
      const choice = wouldMake(choices, picked, site);
      if (choice) made.set(site, choice);
    }
    if (pending) for (const site of picked.slice(-1)) made.set(site, pending);
    return made;
  }, [choices, picked, next, pending]);
  return {
    picked,
    next,
    goals,
    buttons: pending ? [] : buttons(choices, picked),
    pending,
    press(site) {
      const base = pending ? [] : now.current;
      if (!base.includes(site) && ![base, []].some((b) => nextSites(choices, b).has(site))) {
        return false;
      }
      const step = click(choices, base, site, quick);
      setPending(null);
      if (step.done) finish(step.done, step.done.clicks);
      else setPicked(step.picked);
      return true;
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
      const step = click(choices, base, to, quick);
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
