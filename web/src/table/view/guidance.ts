// What to do with what is picked, and why something cannot be done: the table answers both.
import { useEffect, useRef, useState } from "preact/hooks";
import { nameOf } from "../../app/speak.ts";
import type { Refused } from "../../board/state/state.ts";
import type { WholeView } from "../merge.ts";
import type { Session, TableState } from "../session.ts";
import { named, turnOf, yourTurn } from "./turn.ts";

export interface Guidance {
  picked: readonly number[];
  /** What to do. */
  words: string | null;
  /** Why not, in answer to a click. */
  reason: Reason | null;
  ask: Ask;
  onRefused: (refused: Refused) => void;
  onIdle: () => void;
  onPick: (picked: readonly number[]) => void;
}

export interface Reason {
  words: string;
  rule: string | null;
  /** Whether the click began a new choice instead: nothing has gone wrong then. */
  instead: boolean;
}

type Ask = (picked: readonly number[], site: number | null | undefined) => void;

export function useGuidance(state: TableState, shown: WholeView, session: Session): Guidance {
  const [picked, setPicked] = useState<readonly number[]>([]);
  const now = <T extends { ply: number }>(said: T | null) =>
    said?.ply === shown.ply ? said : null;
  const [answer, whyNot] = [now(state.answer), now(state.whyNot)];
  const same = answer !== null && `${answer.picked}` === `${picked}`;
  const words = picked.length === 0 ? shown.guide : same ? answer.words : null;
  const kept = useRef<string | null>(null);
  const ask = useAsking(session);
  // A click while another is to move: the answer holds until that one has moved.
  const [idle, setIdle] = useState<WholeView | null>(null);
  // A click that began a new choice: why it did not end the old one stays beside it.
  const instead = useRef<number | null>(null);
  if (words !== null || picked.length === 0) kept.current = words;
  return {
    picked,
    words: kept.current === null ? null : named(shown, kept.current),
    reason: whyNot
      ? { words: whyNot.words, rule: whyNot.rule, instead: whyNot.site === instead.current }
      : idle?.ply === shown.ply && idle.status === "playing"
        ? { words: notYours(shown), rule: null, instead: false }
        : null,
    ask,
    onRefused(refused) {
      instead.current = refused.instead ? refused.site : null;
      ask(refused.picked, refused.site);
    },
    onIdle: () => setIdle(waitsForAnother(shown) ? shown : null),
    onPick(sites: readonly number[]) {
      setPicked(sites);
      if (instead.current === null || `${sites}` !== `${instead.current}`) {
        instead.current = null;
        session.dropAnswer();
      }
      ask(sites, sites.length > 0 ? null : undefined);
    },
  };
}

const waitsForAnother = (view: WholeView) =>
  view.status === "playing" && view.yours.length > 0 && !yourTurn(view) && turnOf(view) !== null;

const notYours = (view: WholeView) =>
  `It is not your turn: wait for ${nameOf(view.seats, turnOf(view) ?? 0)}.`;

/** The page waits this long between two questions, in milliseconds. */
const BETWEEN = 150;

/**
 * Asks the table what to do, or with a site why not. Hands can be faster than the table likes to be
 * asked: within a moment only the newest question is put. No site and no `null` takes back what has
 * not been asked yet.
 */
function useAsking(session: Session): Ask {
  const [asker] = useState(() => ({ timer: 0, next: 0 }));
  useEffect(() => () => clearTimeout(asker.timer), [asker]);
  return (picked, site) => {
    clearTimeout(asker.timer);
    if (site === undefined) return;
    const put = () => {
      asker.next = Date.now() + BETWEEN;
      session.inquire(picked, site);
    };
    const wait = asker.next - Date.now();
    if (wait <= 0) put();
    else asker.timer = setTimeout(put, wait) as unknown as number;
  };
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
