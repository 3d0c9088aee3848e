// Whether a visitor is offered the lessons of a game. Who says no is not asked again, and who has
// learnt it all is told so.
import { KeptStore, read } from "../app/kept.ts";

type Answer = "no" | "learnt";

/** What was answered to the offer, by game. */
export const answers = new KeptStore<Record<string, Answer>>("parlour.offers", {});

export const answerOffer = (game: string, answer: Answer) =>
  answers.update((old) => ({ ...old, [game]: answer }));

/** What the way to this number of lessons is called, of which so many are solved. */
export function learnWords(lessons: number, answer: Answer | undefined, solved = 0): string {
  if (answer === "learnt") return "Learnt ✓ again";
  if (solved > 0 && solved < lessons) return `Lesson ${solved + 1} of ${lessons}`;
  return `Learn: ${lessons} short lessons`;
}

/** How many lessons of a game are solved; puzzles are kept beside them. */
export const lessonsSolved = (game: string): number =>
  Object.keys(read("parlour.lessons", {})).filter(
    (key) => key.startsWith(`${game}/`) && !/\/(puzzle|own)-/.test(key),
  ).length;
