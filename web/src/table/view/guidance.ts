// What to do with what is picked, and why something cannot be done: the table answers both.
import { useEffect, useRef, useState } from "preact/hooks";
import { nameOf } from "../../app/speak.ts";
import { useSelect } from "../../app/store.ts";
import { sameSites } from "../../board/state/clicks.ts";
import type { BoardControl } from "../../board/state/control.ts";
import type { Refused } from "../../board/state/state.ts";
import type { TableView } from "../../wire.ts";
import type { Session, TableState } from "../session.ts";
import { named, turnOf, yourTurn } from "./turn.ts";

export interface Guidance {
  /** What to do. */
  words: string | null;
  /** Why not, in answer to a click. */
  explanation: Explanation | null;
  /** Asks what to do with what is picked. */
  askAgain: () => void;
  onIdle: () => void;
  onPick: (picked: readonly number[], refused: Refused | null) => void;
}

export interface Explanation {
  words: string;
  rule: string | null;
  /** Whether the click began a new choice instead: nothing has gone wrong then. */
  instead: boolean;
}

export function useGuidance(
  state: TableState,
  shown: TableView,
  session: Session,
  control: BoardControl,
): Guidance {
  const picked = useSelect(control.store, (board) => board.picked);
  const now = <T extends { ply: number }>(said: T | null) =>
    said?.ply === shown.ply ? said : null;
  const [answer, whyNot] = [now(state.answer), now(state.whyNot)];
  const same = answer !== null && sameSites(answer.picked, picked);
  const words = picked.length === 0 ? shown.guide : same ? answer.words : null;
  const kept = useRef<string | null>(null);
  const { ask, forget } = useAsking(session);
  // A click while another is to move: the answer holds until that one has moved.
  const [idle, setIdle] = useState<TableView | null>(null);
  if (words !== null || picked.length === 0) kept.current = words;
  return {
    words: kept.current === null ? null : named(shown, kept.current),
    explanation: whyNot
      ? {
          words: whyNot.words,
          rule: whyNot.rule,
          instead: picked.length === 1 && picked[0] === whyNot.site,
        }
      : idle?.ply === shown.ply && idle.status === "playing"
        ? { words: notYours(shown), rule: null, instead: false }
        : null,
    askAgain: () => ask(picked, null),
    onIdle() {
      if (state.line !== "open") session.tellOffline();
      setIdle(waitsForAnother(shown) ? shown : null);
    },
    onPick(sites, refused) {
      // Why a click did not end a choice stays beside the one that it began.
      if (refused) ask(refused.picked, refused.site);
      else session.dropAnswer();
      if (refused && !refused.instead) return;
      if (sites.length > 0) ask(sites, null);
      else forget();
    },
  };
}

const waitsForAnother = (view: TableView) =>
  view.status === "playing" && view.yours.length > 0 && !yourTurn(view) && turnOf(view) !== null;

const notYours = (view: TableView) =>
  `It is not your turn: wait for ${nameOf(view.seats, turnOf(view) ?? 0)}.`;

/** The page waits this long between two questions, in milliseconds. */
const BETWEEN = 150;

/**
 * Asks the table what to do, or with a site why not. Hands can be faster than the table likes to be
 * asked: within a moment only the newest question is put. `forget` takes back one that was not put yet.
 */
function useAsking(session: Session) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const next = useRef(0);
  const forget = () => clearTimeout(timer.current);
  useEffect(() => () => clearTimeout(timer.current), []);
  const ask = (picked: readonly number[], site: number | null) => {
    forget();
    const put = () => {
      next.current = Date.now() + BETWEEN;
      session.inquire(picked, site);
    };
    const wait = next.current - Date.now();
    if (wait <= 0) put();
    else timer.current = setTimeout(put, wait);
  };
  return { ask, forget };
}

/** Whether something has lasted for longer than anybody would take for no time at all. */
export function useLate(lasts: boolean): boolean {
  const [late, setLate] = useState(false);
  useEffect(() => {
    if (!lasts) return;
    const timer = setTimeout(() => setLate(true), 700);
    return () => {
      clearTimeout(timer);
      setLate(false);
    };
  }, [lasts]);
  return lasts && late;
}
