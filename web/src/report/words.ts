// The report in plain words. Figures are points of the win: a hundredth of a share.
import { minus, plural, signed } from "../app/format.ts";
import { capital, nameOf } from "../app/speak.ts";
import type {
  Choice,
  Report,
  ReportStep,
  SeatReport,
  SeatView,
  Verdict,
  VerdictCounts,
} from "../wire.ts";

/** Whole points of the win. */
export const points = (share: number) => Math.round(share * 100);

/** Points with their sign. */
export const signedPoints = (share: number) => signed(points(share));

const VERDICTS: Record<Verdict, { glyph: string; word: string }> = {
  best: { glyph: "", word: "Best move" },
  unclear: { glyph: "", word: "As good as the best, as far as can be told" },
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
  if (step.verdict && !step.by_computer && VERDICTS[step.verdict].glyph)
    return VERDICTS[step.verdict];
  if (step.by === null && step.fortune) return { glyph: "★", word: fortuneWords(step, name) };
  return null;
}

/** Whether a step lost enough to be asked about again. */
export const isMistake = (step: ReportStep) =>
  step.better !== null &&
  !step.by_computer &&
  !!step.verdict &&
  VERDICTS[step.verdict].glyph !== "";

function fortuneWords({ luck, fortune }: ReportStep, name: (seat: number) => string): string {
  const luckiest = name(luck.indexOf(Math.max(...luck)));
  return `${fortune === "very-lucky" ? "Very lucky" : "Lucky"} for ${luckiest}`;
}

/** The verdict on a step in a sentence; empty where there is nothing to say. */
export function verdictWords(step: ReportStep): string {
  if (!step.verdict || step.by === null) return "";
  if (step.by_computer) return "The computer made this move for the player.";
  const lost = -(step.error[step.by] ?? 0);
  const word = VERDICTS[step.verdict].word;
  return points(lost) > 0 ? `${word}: ${pointsWords(lost)} lost.` : `${word}.`;
}

export const pointsWords = (share: number) => plural(points(Math.abs(share)), "point");

/** The better move of a step that lost enough to be asked about again. */
export function betterOf(step: ReportStep | undefined): Choice | null {
  if (!step?.better || !isMistake(step)) return null;
  const { line, words, sites } = step.better;
  return { action: line[0] ?? "", clicks: sites, free: 0, caption: words };
}

/** How many mistakes are worth trying again at a time. */
const WORST = 5;

/** A player's worst mistakes, in the order of the game. What the computer did for the player is not among them. */
export function worstOf(report: Report, seat: number): ReportStep[] {
  const lost = (step: ReportStep) => -(step.error[seat] ?? 0);
  const own = report.steps.filter((step) => step.by === seat && isMistake(step));
  const worst = own.sort((one, other) => lost(other) - lost(one)).slice(0, WORST);
  return worst.sort((one, other) => one.ply - other.ply);
}

/** How somebody played, in a sentence: "You made 2 big mistakes and 5 small ones in 38 decisions." */
export function verdictOn(
  report: Report,
  seats: readonly SeatView[],
  seat: number,
  you: number | null,
): string[] {
  const game = report.seats[seat];
  if (!game) return [];
  const name = seat === you ? "You" : capital(nameOf(seats, seat));
  const said: string[] = [];
  if (game.decisions === 0) said.push(`${name} had nothing to decide.`);
  else {
    const decisions = plural(game.decisions, "decision");
    said.push(`${name} made ${mistakeWords(game.counts)} in ${decisions}.`);
  }
  if (game.by_computer > 0) {
    const left = plural(game.by_computer, "decision");
    said.push(`${name} left ${left} to the computer; they do not count here.`);
  }
  return said;
}

function mistakeWords({ blunder, mistake, inaccuracy }: VerdictCounts): string {
  const small = mistake + inaccuracy;
  if (blunder === 0) return small === 0 ? "no mistake" : plural(small, "small mistake");
  const big = plural(blunder, "big mistake");
  return small === 0 ? big : `${big} and ${small === 1 ? "1 small one" : `${small} small ones`}`;
}

const ONE_BY_ONE =
  "Each error is counted on its own. What luck gave back can be lost again, so errors can add up to more than 100 points";

/** The result less the luck, as GNU Backgammon gives it: it is no share, so it may leave 0 to 100. */
export function adjustedWords({ account, luck_adjusted }: SeatReport): string {
  const adjusted = points(luck_adjusted);
  const words = `Result without luck: ${minus(adjusted)}, which is the result of ${points(account.end)} less the luck of ${signedPoints(account.luck)}.`;
  if (adjusted < 0 || adjusted > 100) {
    return `${words} It can be below 0 or above 100. ${ONE_BY_ONE}.`;
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
