// The text of a lesson that begins at a position of a replay, in the format of docs/lessons.md.
import type { Replay } from "../wire.ts";

/** What the author of a lesson writes. */
export interface LessonDraft {
  title: string;
  task: string;
  /** The move that solves it. */
  action: string;
  /** What to say about it, and about all others. */
  done: string;
  wrong: string;
  /** Whether the engine's answer to another move is shown. */
  shows: boolean;
}

/** Where a lesson begins, and the decision that it asks for. */
export interface Start {
  /** How many actions were made before the position. */
  at: number;
  /** How many were made before the decision: a throw may come first. */
  decision: number;
  /** Who decides. */
  seat: number;
}

/** The next decision after `at` actions; null at the end of a game. */
export function nextDecision(steps: Replay["steps"], at: number): Start | null {
  const index = steps.findIndex((step, i) => i > at && (step.told?.by ?? null) !== null);
  const made = steps[index]?.told;
  if (!made || made.by === null) return null;
  return { at, decision: index - 1, seat: made.by };
}

/** The lines that describe the start. What others hid is read from how they played: a game with secrets
 * (`position` is null) names all actions. */
export function startLines(
  start: Start,
  actions: readonly string[],
  options: readonly [string, string][],
  position: string | null,
): string {
  const throws = actions.slice(start.at, start.decision);
  const lines = [];
  if (position === null) {
    if (options.length > 0)
      lines.push(`options: ${options.map((each) => each.join("=")).join(" ")}`);
    if (start.at > 0) lines.push(`moves: ${actions.slice(0, start.at).join(" ")}`);
  } else lines.push(`position: ${position}`);
  lines.push(`seat: ${start.seat + 1}`);
  if (throws.length > 0) lines.push(`throws: ${throws.join(" ")}`);
  return lines.join("\n");
}

/** A value stands on one line. */
const line = (text: string) => text.replace(/\s+/g, " ").trim();

export function lessonText(start: string, draft: LessonDraft): string {
  return [
    `## ${line(draft.title)}`,
    `task: ${line(draft.task)}`,
    start,
    `goal: plays ${draft.action}`,
    "par: 1",
    `done: ${line(draft.done)}`,
    "mistake: any move",
    ...(draft.shows ? ["shows: engine"] : []),
    `says: ${line(draft.wrong)}`,
    "",
  ].join("\n");
}
