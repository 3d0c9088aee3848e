// Playing whole games with the mouse, with the keyboard alone, or with a finger; by turns on a desk
// by day and on a phone by night. What stands over the board is read at every step.
import type { Page } from "playwright-core";
import { SCREENS, turnTo } from "./browser.ts";
import { Chooser, type Prompt, promptOf } from "./play.ts";

/** Sentences that stood over the board while something could be done, and those that were missing. */
export interface Heard {
  sentences: Set<string>;
  missing: number;
}

/** What a game says before anything is picked, and then. */
interface Speech {
  first: RegExp;
  next: RegExp;
}

const SPEECH: Record<string, Speech> = {
  "shell-out": {
    first:
      /^(Hide your (\d+|counter) under|Choose a shell to move|You can shell out now|Your counter is lost|None of your shells)/,
    next: /^(Choose the star to shell out|Now choose (where|a spot))/,
  },
  "shut-the-box": {
    first: /^You threw \d+: shut (lid|two lids)/,
    next: /^\d and \d make \d+: now choose lid \d\.$/,
  },
  senet: {
    first: /^You threw [1-5](: (enter|move) |, and nothing can use it: pass)/,
    next: /^Now choose square \d+ to (enter|move) there/,
  },
  outwit: {
    first: /^(Choose a (light|dark) chip to slide|None of your chips can move: pass)/,
    next: /^(The chip slides as far as it can: choose |Now choose where your power chip stops)/,
  },
  "shout-7": {
    first:
      /^(Lay your (first|second) |To make up for moving second|Choose the first of two|You cannot push: pass)/,
    next: /^Now (choose the neighbour|the direction)/,
  },
};

/** Any sentence, for a game that nobody here knows. */
const ANY: Speech = { first: /^[A-Z0-9].*\.$/, next: /^[A-Z0-9].*\.$/ };

/** What a game may say at any step. */
export const speechOf = (game: string): Speech => SPEECH[game] ?? ANY;

/** After this number of steps the screen is another one. */
const STEPS = 25;

/** The other screen, every now and then. */
async function turn(page: Page, step: number) {
  const screen = SCREENS[(step / STEPS) % SCREENS.length];
  if (screen) await turnTo(page, screen);
}

/**
 * Plays to the end with the mouse. Before each click the sentence is read: it fits what is picked,
 * names the number on the board, and every square or lid that it names can be clicked.
 */
export async function playByClicks(page: Page, game: string, seed: number, limit = 300) {
  const { first, next } = speechOf(game);
  const speech = { first: first.source, next: next.source };
  const chooser = new Chooser(seed);
  const heard = new Set<string>();
  for (let round = 0; round < limit; round++) {
    await turn(page, round * STEPS);
    const numbers = Array.from({ length: STEPS }, () => chooser.below(1_000_003));
    const { over, words } = await readAndClick(page, speech, numbers);
    for (const sentence of words) heard.add(sentence);
    if (over) return heard;
  }
  throw new Error(`Not over after ${limit} rounds: ${await page.title()}`);
}

/** Within the page, as fast as it paints and answers. */
function readAndClick(page: Page, speech: { first: string; next: string }, numbers: number[]) {
  return page.evaluate(
    async ({ speech: { first, next }, chosen }) => {
      const painted = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 0)));
      const text = (selector: string) => document.querySelector(selector)?.textContent ?? "";
      const names = () =>
        [...document.querySelectorAll(".board .hit.can")].map((e) => e.getAttribute("data-name"));
      const fits = (words: string) => {
        const picked = document.querySelector(".board .hit.picked") !== null;
        if (!new RegExp(picked ? next : first).test(words) || !words.endsWith(".")) return false;
        const thrown = /^You threw (\d+)/.exec(words)?.[1];
        if (thrown && thrown !== text(".board .total text")) return false;
        const goal = /choose (?:square|lid) (\d+)/.exec(words)?.[1];
        if (goal) return names().includes(goal);
        const ends = /as far as it can: choose (.*)\.$/.exec(words)?.[1];
        return !ends || ends.split(/, | or /).every((end) => names().includes(end));
      };
      const over = () => /^Over/.test(document.title);
      const words: string[] = [];
      for (const number of chosen) {
        const sites = () => document.querySelectorAll(".board .hit.can");
        const button = () => document.querySelector(".moves-below button.primary");
        const own = () => !over() && (sites().length > 0 || button() !== null);
        // The answer to a pick takes its way to the server and back.
        const late = performance.now() + 5000;
        while (own() && !fits(text(".banner .guide"))) {
          if (performance.now() > late) {
            throw new Error(`does not fit: "${text(".banner .guide")}", ${names()}`);
          }
          await painted();
        }
        if (over()) break;
        if (own()) words.push(text(".banner .guide"));
        const free = sites();
        const target = free[number % Math.max(1, free.length)] ?? button();
        target?.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
        await painted();
      }
      return { over: over(), words };
    },
    { speech, chosen: numbers },
  );
}

/** What somebody at the keyboard sees and hears, at one look: the page may move on. */
interface Look {
  now: Prompt;
  /** What the banner says to do, where a place can be picked. */
  words: string | null;
  /** Whether the keyboard is on the board. */
  aboard: boolean;
  /** The arrow that leads from the focus towards a goal of what is picked; "" on a goal. */
  way: string | null;
}

async function look(page: Page, number: number): Promise<Look> {
  const now = await promptOf(page);
  if (now !== "click") return { now, words: null, aboard: false, way: null };
  return page.evaluate((chosen): Look => {
    const spots = [...document.querySelectorAll<SVGElement>(".board .hit.can")];
    const words = document.querySelector(".banner .guide")?.textContent ?? "";
    const focus = document.activeElement?.closest(".hits .hit") ?? null;
    const middle = (element: Element) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      return { x: x + width / 2, y: y + height / 2 };
    };
    const goal = spots[chosen % Math.max(1, spots.length)];
    const picked = document.querySelector(".board .hit.picked") !== null;
    let way: string | null = null;
    if (picked && focus && goal) {
      const [from, to] = [middle(focus), middle(goal)];
      const [x, y] = [to.x - from.x, to.y - from.y];
      const sideways = Math.abs(x) > Math.abs(y);
      if (spots.some((spot) => spot === focus)) way = "";
      else if (sideways) way = x > 0 ? "ArrowRight" : "ArrowLeft";
      else way = y > 0 ? "ArrowDown" : "ArrowUp";
    }
    return {
      now: "click",
      words: spots.length > 0 ? words : null,
      aboard: focus !== null,
      way,
    };
  }, number);
}

/** The banner is there before its first sentence, so that a screen reader hears it come. */
async function firstSentence(page: Page) {
  await page.waitForFunction(() => document.querySelector(".banner .guide")?.textContent);
}

/** At first somebody reads what is said; later the hands are quicker than the answers. */
async function readOn(page: Page, heard: Heard) {
  if (heard.sentences.size < 2) await page.waitForTimeout(250);
}

function hear(heard: Heard, words: string | null) {
  if (words) heard.sentences.add(words);
  else if (words === "") heard.missing++;
}

const ARROWS = ["ArrowUp", "ArrowRight", "ArrowDown", "ArrowLeft"];

/** Presses Tab until what matches has the focus; false where it is not to be had (any more). */
async function tabTo(page: Page, selector: string): Promise<boolean> {
  const there = () =>
    page.evaluate((s) => {
      if (document.activeElement?.matches(s)) return true;
      return document.querySelector(s) ? false : null;
    }, selector);
  for (let i = 0; i < 60; i++) {
    const found = await there();
    if (found !== false) return found === true;
    await page.keyboard.press("Tab");
  }
  throw new Error(`${selector} cannot be reached with Tab`);
}

/** Plays to the end, a step at a time, and hears everything; a step says whether the game is over. */
async function playBy(
  page: Page,
  seed: number,
  limit: number,
  step: (chooser: Chooser, heard: Heard) => Promise<boolean>,
): Promise<Heard> {
  const chooser = new Chooser(seed);
  const heard: Heard = { sentences: new Set(), missing: 0 };
  await firstSentence(page);
  for (let steps = 0; steps < limit; steps++) {
    if (steps % STEPS === 0) await turn(page, steps);
    await readOn(page, heard);
    if (await step(chooser, heard)) return heard;
  }
  throw new Error(`Not over after ${limit} steps: ${await page.title()}`);
}

/** Plays to the end with keys: Tab to the board, arrows to a place, Enter to pick it. */
export const playByKeyboard = (page: Page, seed: number, limit = 8000): Promise<Heard> =>
  playBy(page, seed, limit, async (chooser, heard) => {
    const { now, words, aboard, way } = await look(page, chooser.below(1_000_003));
    hear(heard, words);
    if (now === "over") return true;
    if (now === "wait") await page.waitForTimeout(30);
    else if (now === "pass" || now === "button") {
      const selector = now === "pass" ? ".cover button" : ".moves-below button.primary";
      if (await tabTo(page, selector)) await page.keyboard.press("Enter");
    } else {
      // The turn may pass on meanwhile.
      if (!aboard && !(await tabTo(page, ".board .hit.can, .board .hit.picked"))) return false;
      if (way) await page.keyboard.press(way);
      // Nothing is picked yet: any place will do.
      if (way === null && chooser.below(2) === 0) {
        await page.keyboard.press(ARROWS[chooser.below(4)] ?? "ArrowUp");
      }
      await page.keyboard.press("Enter");
    }
    return false;
  });

/** Plays to the end with a finger: taps the middle of a place that can be picked. */
export const playByTaps = (page: Page, seed: number, limit = 8000): Promise<Heard> =>
  playBy(page, seed, limit, async (chooser, heard) => {
    const { now, words, point } = await target(page, chooser.below(1_000_003));
    hear(heard, words);
    if (now === "over") return true;
    if (point) await page.touchscreen.tap(point.x, point.y);
    else await page.waitForTimeout(30);
    return false;
  });

/** Where a finger may go now, at one look. */
function target(page: Page, number: number) {
  return page.evaluate((chosen) => {
    if (/^Over/.test(document.title)) return { now: "over", words: null, point: null };
    const spots = ".board .push, .board .hit.can > .area";
    const cover = document.querySelectorAll(".cover button");
    const free = document.querySelectorAll(spots);
    const buttons = document.querySelectorAll(".moves-below button.primary");
    const all = [cover, free, buttons].find((some) => some.length > 0);
    const element = all?.[chosen % all.length];
    element?.scrollIntoView({ block: "center" });
    const box = element?.getBoundingClientRect();
    const guide = document.querySelector(".banner .guide")?.textContent ?? "";
    return {
      now: box ? "tap" : "wait",
      words: all === free ? guide : null,
      point: box ? { x: box.x + box.width / 2, y: box.y + box.height / 2 } : null,
    };
  }, number);
}
