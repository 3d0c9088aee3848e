// Where the keyboard goes on when what it was on is gone: a button that threw, a card that was closed.
import { useEffect } from "preact/hooks";

/** What can be done next, the most urgent first. */
const NEXT = [
  ".cover button",
  ".result .next :is(button, a)",
  ".hand-end button",
  '.board .hit:is(.can, .picked)[tabindex="0"]',
  ".moves-below button.primary",
];

/** The focus is nowhere. */
const isLost = (element: Element | null) =>
  element === null || element === document.body || element.matches("svg.board, main");

/** The focus is on a board of which no place can be chosen now. */
const rests = (element: Element | null, main: Element) =>
  element?.matches(".board .hit") === true && !main.querySelector(".board .hit:is(.can, .picked)");

/**
 * Keeps the focus within the table: where the element that had it leaves the page, it goes to the first
 * thing that can be done next, as soon as there is one. Who went elsewhere is left there.
 */
export function useFocusKept() {
  useEffect(() => {
    const main = document.getElementById("main");
    if (!main) return;
    let within = false;
    const arrive = (event: FocusEvent) => {
      within = event.target !== main && main.contains(event.target as Node);
    };
    // A click beside everything takes the focus away on purpose: what had it is still there.
    const leave = (event: PointerEvent) => {
      const target = event.target as Element;
      if (!target.closest("button, a, input, select, textarea, summary, svg.board")) within = false;
    };
    // The Tab key that leads out of the page leads out: nobody is held in a circle.
    let tabbed = false;
    const out = (event: FocusEvent) => {
      if (tabbed && event.relatedTarget === null) within = false;
    };
    let offered: Element | null = null;
    const look = () => {
      const active = document.activeElement;
      const lost = isLost(active);
      if (!within || !(lost || rests(active, main))) return;
      const found = NEXT.map((each) => main.querySelector<HTMLElement | SVGElement>(each));
      const next = found.find((element) => element !== null);
      // Who went back to look at the board is led away once, not again and again.
      if (!next || (next === offered && !lost)) return;
      offered = next;
      next.focus({ preventScroll: true });
    };
    // A frame later: between leaving one element and reaching the next the focus is nowhere, too, and who
    // would be fetched back then could never leave the board by the Tab key.
    let frame = 0;
    const soon = () => {
      frame ||= requestAnimationFrame(() => {
        frame = 0;
        look();
      });
    };
    const observer = new MutationObserver(soon);
    observer.observe(main, {
      subtree: true,
      childList: true,
      attributes: true,
      attributeFilter: ["tabindex", "disabled"],
    });
    // Space throws from anywhere: from there on the keyboard plays.
    const press = (event: KeyboardEvent) => {
      tabbed = event.key === "Tab";
      if (event.key === " " && isLost(document.activeElement)) within = true;
    };
    document.addEventListener("focusin", arrive);
    document.addEventListener("focusout", out);
    document.addEventListener("pointerdown", leave);
    document.addEventListener("keydown", press, true);
    return () => {
      observer.disconnect();
      cancelAnimationFrame(frame);
      document.removeEventListener("focusin", arrive);
      document.removeEventListener("focusout", out);
      document.removeEventListener("pointerdown", leave);
      document.removeEventListener("keydown", press, true);
    };
  }, []);
}
