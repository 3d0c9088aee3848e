// The state of a board under a player's hands, and its transitions. All of them are pure: a state
// and an input give the next state, and the move that it makes.
import type { Choice } from "../../wire.ts";
import { buttons, click, goalsOf, nextSites, onlyMoveTo, sameSites } from "./clicks.ts";

export interface BoardState {
  /** The moves that can be made. */
  readonly choices: readonly Choice[];
  /** The sites picked so far. */
  readonly picked: readonly number[];
  /** The move that waits to be confirmed. */
  readonly pending: Choice | null;
  /** The site under the pointer. */
  readonly hover: number | null;
  /** The site that the keyboard is on. */
  readonly focus: number | null;
  /** Whether the focus is shown: the keyboard brought it there. */
  readonly focusVisible: boolean;
  /** Whether a piece is being dragged. */
  readonly dragging: boolean;
  /** Derived from choices and picked sites: the sites that a click may pick now. */
  readonly next: ReadonlySet<number>;
  /** Derived, too: the moves that one more click makes, by its site. */
  readonly goals: ReadonlyMap<number, Choice>;
}

/** What the player has set: ask before a move, and play a piece's only move at the first click. */
export interface Preferences {
  confirm: boolean;
  quick: boolean;
}

export interface Transition {
  state: BoardState;
  /** The move that is made. */
  move?: Choice;
  /** The site where nothing can be done. */
  refused?: Refused;
}

/** A site that could not be picked. */
export interface Refused {
  site: number;
  /** What was picked before. */
  picked: readonly number[];
  /** Whether the click began a new choice there: it only says why it did not end the old one. */
  instead: boolean;
}

export const EMPTY: BoardState = {
  choices: [],
  picked: [],
  pending: null,
  hover: null,
  focus: null,
  focusVisible: false,
  dragging: false,
  next: new Set(),
  goals: new Map(),
};

/** `state` with other sites picked, and what follows from it. */
function pick(state: BoardState, picked: readonly number[], pending: Choice | null = null) {
  const last = picked.at(-1);
  const confirming = new Map(pending && last !== undefined ? [[last, pending]] : []);
  return {
    ...state,
    picked,
    pending,
    next: pending ? new Set<number>() : nextSites(state.choices, picked),
    goals: pending ? confirming : goalsOf(state.choices, picked),
  };
}

/** New choices: what was picked among the old ones means nothing now. */
export const setChoices = (state: BoardState, choices: readonly Choice[]): BoardState =>
  state.choices === choices ? state : pick({ ...state, choices }, []);

export const cancel = (state: BoardState): BoardState =>
  state.picked.length > 0 || state.pending ? pick(state, []) : state;

export const setHover = (state: BoardState, hover: number | null): BoardState =>
  state.hover === hover ? state : { ...state, hover };

export const setFocus = (
  state: BoardState,
  focus: number | null,
  focusVisible: boolean,
): BoardState =>
  state.focus === focus && state.focusVisible === focusVisible
    ? state
    : { ...state, focus, focusVisible };

/** Makes a move, or asks for it to be confirmed. */
export function choose(
  state: BoardState,
  choice: Choice,
  preferences: Preferences,
  clicks: readonly number[] = state.picked,
): Transition {
  if (preferences.confirm) return { state: pick(state, clicks, choice) };
  return { state: pick(state, []), move: choice };
}

export function confirm(state: BoardState): Transition {
  return state.pending ? { state: pick(state, []), move: state.pending } : { state };
}

/** A click on a site. */
export function press(state: BoardState, site: number, preferences: Preferences): Transition {
  // The same place once more says yes.
  if (state.pending && state.picked.at(-1) === site) return confirm(state);
  const base = state.pending ? [] : state.picked;
  const step = click(state.choices, base, site, preferences.quick);
  if (!step) return aim(state, site, preferences);
  const { picked, done, instead } = step;
  if (done) return choose(state, done, preferences, done.clicks);
  const next = { state: pick(state, picked) };
  return instead ? { ...next, refused: { site, picked: base, instead } } : next;
}

/** A click where exactly one move ends: the first shows it, the next makes it. */
function aim(state: BoardState, site: number, preferences: Preferences): Transition {
  const only = onlyMoveTo(state.choices, site);
  const goal = only?.clicks.at(-1);
  if (!only || goal === undefined) {
    return { state, refused: { site, picked: state.picked, instead: false } };
  }
  const before = only.clicks.slice(0, -1);
  if (sameSites(state.picked, before) || preferences.quick || preferences.confirm) {
    return choose(state, only, preferences, only.clicks);
  }
  return { state: { ...pick(state, before), hover: goal } };
}

/** Picks a piece up; null where there is nothing to drag. */
export function lift(state: BoardState, site: number): BoardState | null {
  const base = state.pending ? [] : state.picked;
  const held = (picked: readonly number[]) => ({ ...pick(state, picked), dragging: true });
  if (base.at(-1) === site) return held(base);
  if (nextSites(state.choices, base).has(site)) return held([...base, site]);
  return nextSites(state.choices, []).has(site) ? held([site]) : null;
}

/** Lets go of the piece from `from` over `to`. */
export function drop(
  state: BoardState,
  from: number,
  to: number | null,
  preferences: Preferences,
): Transition {
  const put = { ...state, dragging: false };
  if (to === from) return { state: put };
  if (to === null || state.picked.at(-1) !== from || !state.next.has(to)) {
    return { state: pick(put, []) };
  }
  return press(put, to, preferences);
}

/** The moves that need no (more) clicks. */
export const buttonsOf = (state: Pick<BoardState, "choices" | "picked" | "pending">): Choice[] =>
  state.pending ? [] : buttons(state.choices, state.picked);

/** Whether a click on a site picks it or lets go of it. */
export const isLive = (state: Pick<BoardState, "next" | "picked">, site: number): boolean =>
  state.next.has(site) || state.picked.includes(site);

/** The site that the Tab key stops at: of the board's sites only one is in the page's order. */
export function tabStop(
  state: Pick<BoardState, "focus" | "next" | "picked">,
  sites: number,
): number | null {
  if (state.focus !== null && isLive(state, state.focus)) return state.focus;
  for (let site = 0; site < sites; site++) if (isLive(state, site)) return site;
  return null;
}

/** The move to preview: a picked piece's only one, or the one under the pointer or the keyboard. */
export function previewed(state: BoardState): Choice | null {
  const { goals, hover, focus } = state;
  if (state.dragging && hover !== null && !goals.has(hover)) return null;
  const under = hover === null ? undefined : goals.get(hover);
  const focused = focus === null || !state.focusVisible ? undefined : goals.get(focus);
  const only = state.picked.length > 0 && goals.size === 1 ? [...goals.values()][0] : undefined;
  return under ?? focused ?? only ?? null;
}
