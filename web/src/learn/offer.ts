// Whether a newcomer is offered the lessons. Who says no is not asked again.
import { Store } from "../app/store.ts";

const KEY = "parlour.offer";

function declined(): boolean {
  try {
    return localStorage.getItem(KEY) === "no";
  } catch {
    return false;
  }
}

/** Whether lessons may be offered. */
export const offering = new Store<boolean>(!declined());

/** No, and never again. */
export function declineLessons() {
  offering.set(false);
  try {
    localStorage.setItem(KEY, "no");
  } catch {
    // Storage may be switched off: the answer then lasts until the page is closed.
  }
}
