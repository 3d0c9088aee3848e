// What happens beside the board when a table changes: sounds, calls, messages, throws by key.
import { useEffect, useRef } from "preact/hooks";
import { useKeys } from "../../app/keys.ts";
import { useLatest } from "../../app/latest.ts";
import { notify } from "../../app/notify.ts";
import { go } from "../../app/router.tsx";
import { settings } from "../../app/settings.ts";
import { play } from "../../app/sounds.ts";
import { useStore } from "../../app/store.ts";
import { countThrow } from "../../app/throws.ts";
import { toast } from "../../app/toasts.tsx";
import type { TableView } from "../../wire.ts";
import type { Session } from "../session.ts";
import { named, turnCame } from "./turn.ts";

/** Runs `effect` with each view and the one before it. */
function useChange(view: TableView | null, effect: (old: TableView, view: TableView) => void) {
  const before = useRef<TableView | null>(null);
  const latest = useLatest(effect);
  useEffect(() => {
    const old = before.current;
    before.current = view;
    if (old && view && old !== view) latest.current(old, view);
  }, [view]);
}

/** A sound for what happened between two views. */
export function useSounds(view: TableView | null) {
  useChange(view, (old, now) => {
    if (now.ply <= old.ply) return;
    if (now.status === "over") play("over");
    else if (now.last?.by === null) play("roll");
    else if (now.picture.pieces.length < old.picture.pieces.length) play("capture");
    else play("move");
    if (turnCame(old, now)) play("turn");
  });
}

/** A call to those who look elsewhere, as soon as it is their turn. */
export function useCall(latest: TableView | null, game: string) {
  useChange(latest, (old, now) => {
    if (!document.hidden || !turnCame(old, now)) return;
    play("turn");
    notify(`Your turn at ${game}`, now.last ? named(now, now.last.words) : "");
  });
}

/** What others answered, and the way to the rematch once everybody wants it. */
export function useOffers(latest: TableView | null) {
  useChange(latest, (old, now) => {
    if (old.id !== now.id) return;
    const gone = (offer: number | null, kept: number | null) =>
      offer !== null && kept === null && now.yours.includes(offer) && now.ply === old.ply;
    if (now.status === "playing" && gone(old.offers.draw, now.offers.draw)) {
      toast("The draw was declined.");
    }
    if (gone(old.offers.take_back, now.offers.take_back)) toast("The move stays as it is.");
    if (!old.offers.rematch && now.offers.rematch && now.yours.length > 0) {
      go(`/t/${now.offers.rematch}`);
    }
  });
}

/** A throw that somebody asked for. */
export function throwByHand(session: Session) {
  countThrow();
  session.throw();
}

/** Space throws; with "throw for me" nobody has to. */
export function useThrow(throws: boolean, session: Session) {
  const { throwing } = useStore(settings);
  useKeys(
    { " ": (event) => (event.repeat ? false : throwByHand(session)) },
    { active: throws && !throwing },
  );
  useEffect(() => {
    if (!throws || !throwing) return;
    // Thrown again until the throw is there: the table may have refused it as too early.
    const again = () => {
      timer = setTimeout(again, 1500);
      session.throw();
    };
    let timer = setTimeout(again, 350);
    return () => clearTimeout(timer);
  }, [throws, throwing, session]);
}
