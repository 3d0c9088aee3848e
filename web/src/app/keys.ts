// Keys that work wherever the focus is, unless something nearer needs them.
import { useEffect } from "preact/hooks";
import { useLatest } from "./latest.ts";

/** With one of these a key belongs to the browser or the system: Alt and Left go back a page. */
export const hasModifier = (event: Pick<KeyboardEvent, "altKey" | "ctrlKey" | "metaKey">) =>
  event.altKey || event.ctrlKey || event.metaKey;

const FIELDS = "input, select, textarea";
/** Space presses these. */
const PRESSED = `${FIELDS}, button, a, summary`;

/** Whether the page may act on a key: nobody types, and no dialog lies over the page. */
export function isForPage(event: KeyboardEvent): boolean {
  if (hasModifier(event) || event.shiftKey) return false;
  if (document.querySelector("dialog[open]")) return false;
  const target = event.target instanceof Element ? event.target : null;
  return !target?.closest(event.key === " " ? PRESSED : FIELDS);
}

/** What each key does, by its name; an action may return false to leave the key to others. */
type Keys = Record<string, (event: KeyboardEvent) => unknown>;

/** Listens for keys while `active`; with `first` before the element that has the focus hears them. */
export function useKeys(keys: Keys, { active = true, first = false } = {}) {
  const latest = useLatest(keys);
  useEffect(() => {
    if (!active) return;
    const listen = (event: KeyboardEvent) => {
      const act = latest.current[event.key];
      if (!act || event.defaultPrevented || !isForPage(event) || act(event) === false) return;
      event.preventDefault();
      if (first) event.stopPropagation();
    };
    addEventListener("keydown", listen, first);
    return () => removeEventListener("keydown", listen, first);
  }, [active, first]);
}
