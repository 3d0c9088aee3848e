// How clicks become a move. The page knows no rules: it only compares the sites clicked so far
// with the click paths of the choices that the server sent.
import type { Choice } from "../../wire.ts";

/** Whether `choice` can still be reached after the sites in `picked`, in that order. */
export function reachable(choice: Choice, picked: readonly number[]): boolean {
  if (picked.length > choice.clicks.length) return false;
  const left = choice.clicks.slice(0, choice.free);
  return picked.every((site, i) => {
    if (i >= choice.free) return choice.clicks[i] === site;
    const at = left.indexOf(site);
    if (at < 0) return false;
    left.splice(at, 1);
    return true;
  });
}

/** The choices still reachable. */
export function remaining(choices: readonly Choice[], picked: readonly number[]): Choice[] {
  return choices.filter((choice) => choice.clicks.length > 0 && reachable(choice, picked));
}

/** The sites that can come next on the way to a reachable choice. */
function nextOf(choice: Choice, picked: readonly number[]): readonly number[] {
  if (picked.length >= choice.free) return choice.clicks.slice(picked.length, picked.length + 1);
  const left = choice.clicks.slice(0, choice.free);
  for (const site of picked) left.splice(left.indexOf(site), 1);
  return left;
}

/** The sites whose click brings a choice nearer. */
export function nextSites(choices: readonly Choice[], picked: readonly number[]): Set<number> {
  return new Set(remaining(choices, picked).flatMap((choice) => nextOf(choice, picked)));
}

/** The moves that one more click makes, by its site; a site that more than one needs makes none. */
export function goalsOf(
  choices: readonly Choice[],
  picked: readonly number[],
): Map<number, Choice> {
  const goals = new Map<number, Choice | null>();
  for (const choice of remaining(choices, picked)) {
    const complete = choice.clicks.length === picked.length + 1;
    for (const site of new Set(nextOf(choice, picked))) {
      goals.set(site, complete && !goals.has(site) ? choice : null);
    }
  }
  return new Map([...goals].filter((goal): goal is [number, Choice] => goal[1] !== null));
}

/** The move that ends on `site`, if there is exactly one: its last click, or where a picked piece lands. */
export function onlyMoveTo(choices: readonly Choice[], site: number): Choice | null {
  const ends = (choice: Choice) =>
    choice.clicks.at(-1) === site ||
    (choice.effects ?? []).some(
      (effect) => effect.type === "go" && effect.to === site && choice.clicks.includes(effect.from),
    );
  const [only, ...others] = choices.filter(ends);
  return only && others.length === 0 ? only : null;
}

/** What a click leads to. */
export interface Step {
  /** The sites picked after it. */
  picked: number[];
  /** The move it completes, if any. */
  done: Choice | null;
  /** Whether it begins a new choice in place of the one that was begun. */
  instead: boolean;
}

/**
 * The move that `picked` completes: the one choice left once all its sites are picked; with
 * `quick`, as soon as it is the only one left. A choice that is also the beginning of a longer one
 * is left for a button.
 */
function completed(
  choices: readonly Choice[],
  picked: readonly number[],
  quick: boolean,
): Choice | null {
  if (picked.length === 0) return null;
  const [only, ...others] = remaining(choices, picked);
  if (!only || others.length > 0) return null;
  return quick || only.clicks.length === picked.length ? only : null;
}

/** The choices that need no (more) clicks: they are offered as buttons. */
export function buttons(choices: readonly Choice[], picked: readonly number[]): Choice[] {
  if (picked.length === 0) return choices.filter((choice) => choice.clicks.length === 0);
  return remaining(choices, picked).filter((choice) => choice.clicks.length === picked.length);
}

/** A click on `site`: goes on, goes back or starts anew; null where it can do none of these. */
export function click(
  choices: readonly Choice[],
  picked: readonly number[],
  site: number,
  quick = false,
): Step | null {
  const step = (sites: number[], instead: boolean) => ({
    picked: sites,
    done: completed(choices, sites, quick),
    instead,
  });
  if (nextSites(choices, picked).has(site)) return step([...picked, site], false);
  const at = picked.indexOf(site);
  if (at >= 0) return { picked: picked.slice(0, at), done: null, instead: false };
  return nextSites(choices, []).has(site) ? step([site], true) : null;
}

/** Whether these are the same sites in the same order. */
export const sameSites = (a: readonly number[], b: readonly number[]): boolean =>
  a.length === b.length && a.every((site, i) => site === b[i]);
