// The report in plain words. Figures are points of the win: a hundredth of a share.
import { minus, plural, signed } from "../app/format.ts";
import { capital, nameOf } from "../app/speak.ts";
import type { Grade, Report, ReportStep, SeatReport, SeatView, Verdict } from "../wire.ts";

/** Whole points of the win. */
export const points = (share: number) => Math.round(share * 100);

/** Points with their sign. */
export const signedPoints = (share: number) => signed(points(share));

const VERDICTS: Record<Verdict, { glyph: string; word: string }> = {
  best: { glyph: "", word: "Best move" },
  good: { glyph: "", word: "Good move" },
  inaccuracy: { glyph: "?!", word: "Inaccuracy" },
  mistake: { glyph: "?", word: "Mistake" },
  blunder: { glyph: "??", word: "Blunder" },
};

/** What stands beside a move in the list; null for moves that need no remark. */
export function markOf(
  step: ReportStep,
  name: (seat: number) => string,
): { glyph: string; word: string } | null {
  if (step.verdict && VERDICTS[step.verdict].glyph) return VERDICTS[step.verdict];
  if (step.by === null && step.fortune) return { glyph: "★", word: fortuneWords(step, name) };
  return null;
}

/** Whether a step lost enough to be asked about again. */
export const isMistake = (step: ReportStep) =>
  step.better !== null && !!step.verdict && VERDICTS[step.verdict].glyph !== "";

function fortuneWords({ luck, fortune }: ReportStep, name: (seat: number) => string): string {
  const luckiest = name(luck.indexOf(Math.max(...luck)));
  return `${fortune === "very-lucky" ? "Very lucky" : "Lucky"} for ${luckiest}`;
}

/** The verdict on a step in a sentence; empty where there is nothing to say. */
export function verdictWords(step: ReportStep): string {
  if (!step.verdict || step.by === null) return "";
  const lost = -(step.error[step.by] ?? 0);
  const word = VERDICTS[step.verdict].word;
  return points(lost) > 0 ? `${word}: ${pointsWords(lost)} lost.` : `${word}.`;
}

export const pointsWords = (share: number) => plural(points(Math.abs(share)), "point");

const GRADES: Record<Grade, string> = {
  supernatural: "like the engine",
  "world-class": "at world class",
  expert: "like an expert",
  advanced: "like an advanced player",
  intermediate: "like an intermediate player",
  casual: "like a casual player",
  beginner: "like a beginner",
  novice: "like a newcomer",
};

/** How somebody played. */
export const gradeWords = (grade: Grade) => GRADES[grade];

const ONE_BY_ONE =
  "Errors are counted one by one: together they can cost more than there was to lose";

/** The result less the luck, as GNU Backgammon gives it: it is no share, so it may leave 0 to 100. */
export function adjustedWords({ account, luck_adjusted }: SeatReport): string {
  const adjusted = points(luck_adjusted);
  const words = `Result without luck: ${minus(adjusted)}, which is the result of ${points(account.end)} less the luck of ${signedPoints(account.luck)}.`;
  if (adjusted < 0 || adjusted > 100) {
    return `${words} It leaves 0 to 100. ${ONE_BY_ONE}.`;
  }
  return words;
}

/** Luck and errors of everybody in one sentence each: "You were lucky by 23 points and gave 4 away." */
export function summary(report: Report, seats: readonly SeatView[], you: number | null): string[] {
  const withLuck = report.steps.some((step) => step.luck.length > 0);
  const much = report.seats.some(({ account }) => points(-account.own_errors) > 100);
  const sentences = report.seats.map(({ account }, seat) => {
    const [name, was] = seat === you ? ["You", "were"] : [capital(nameOf(seats, seat)), "was"];
    const gave = points(-account.own_errors);
    const away = gave === 0 ? "gave nothing away" : `gave ${pointsWords(account.own_errors)} away`;
    if (!withLuck) return `${name} ${away}.`;
    const luck = points(account.luck);
    const kind = luck > 0 ? "lucky" : "unlucky";
    const fate =
      luck === 0
        ? `${was} neither lucky nor unlucky`
        : `${was} ${kind} by ${pointsWords(account.luck)}`;
    return `${name} ${fate} and ${away}.`;
  });
  return much ? [...sentences, `${ONE_BY_ONE}.`] : sentences;
}
