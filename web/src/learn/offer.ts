// Whether a visitor is offered the lessons of a game. Who says no is not asked again, and who has
// learnt it all is told so.
import { KeptStore } from "../app/kept.ts";

type Answer = "no" | "learnt";

/** What was answered to the offer, by game. */
export const answers = new KeptStore<Record<string, Answer>>("parlour.offers", {});

export const answerOffer = (game: string, answer: Answer) =>
  answers.update((old) => ({ ...old, [game]: answer }));

/** What the way to this number of lessons is called. */
export const learnWords = (lessons: number, answer: Answer | undefined): string =>
  answer === "learnt" ? "Learnt ✓ again" : `Learn: ${lessons} short lessons`;
