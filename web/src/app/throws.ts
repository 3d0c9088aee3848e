// Whoever has thrown a few times by hand is asked once whether the page shall throw for them.
import { KeptStore } from "./kept.ts";
import { prefer } from "./settings.ts";

/** After this many throws by hand. */
const ENOUGH = 3;
/** In place of a count: the question was answered. */
const ANSWERED = -1;

export const thrown = new KeptStore("parlour.throws", 0);

export const countThrow = () => thrown.update((count) => (count === ANSWERED ? count : count + 1));

export const mayOffer = (count: number): boolean => count >= ENOUGH;

export function answerThrows(yes: boolean) {
  thrown.set(ANSWERED);
  if (yes) prefer("throwing", true);
}
