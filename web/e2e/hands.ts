// Playing with the keyboard alone, or with a finger.
import type { Page } from "playwright-core";
import { Chooser, type Moment, moment } from "./play.ts";

/** Sentences that stood over the board while something could be done, and those that were missing. */
export interface Heard {
  sentences: Set<string>;
  missing: number;
}

/** What somebody at the keyboard sees and hears, at one look: the page may move on. */
interface Look {
  now: Moment;
  /** What the banner says to do, where a place can be picked. */
  words: string | null;
  /** Whether the keyboard is on the board. */
  aboard: boolean;
  /** The arrow that leads from the focus towards a goal of what is picked; "" on a goal. */
  way: string | null;
}

async function look(page: Page, number: number): Promise<Look> {
  const now = await moment(page);
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

/** Plays to the end with keys: Tab to the board, arrows to a place, Enter to pick it. */
export async function playByKeyboard(page: Page, seed: number, limit = 8000): Promise<Heard> {
  const chooser = new Chooser(seed);
  const heard: Heard = { sentences: new Set(), missing: 0 };
  await firstSentence(page);
  for (let step = 0; step < limit; step++) {
    await readOn(page, heard);
    const { now, words, aboard, way } = await look(page, chooser.below(1_000_003));
    hear(heard, words);
    if (now === "over") return heard;
    if (now === "wait") await page.waitForTimeout(10);
    else if (now === "pass" || now === "button") {
      const selector = now === "pass" ? ".cover button" : ".moves-below button.primary";
      if (await tabTo(page, selector)) await page.keyboard.press("Enter");
    } else {
      // The turn may pass on meanwhile.
      if (!aboard && !(await tabTo(page, ".board .hit.can, .board .hit.picked"))) continue;
      if (way) await page.keyboard.press(way);
      // Nothing is picked yet: any place will do.
      if (way === null && chooser.below(2) === 0) {
        await page.keyboard.press(ARROWS[chooser.below(4)] ?? "ArrowUp");
      }
      await page.keyboard.press("Enter");
    }
  }
  throw new Error(`Not over after ${limit} steps: ${await page.title()}`);
}

/** Plays to the end with a finger: taps the middle of a place that can be picked. */
export async function playByTaps(page: Page, seed: number, limit = 8000): Promise<Heard> {
  const chooser = new Chooser(seed);
  const heard: Heard = { sentences: new Set(), missing: 0 };
  await firstSentence(page);
  for (let step = 0; step < limit; step++) {
    await readOn(page, heard);
    const { now, words, point } = await target(page, chooser.below(1_000_003));
    hear(heard, words);
    if (now === "over") return heard;
    if (point) await page.touchscreen.tap(point.x, point.y);
    else await page.waitForTimeout(10);
  }
  throw new Error(`Not over after ${limit} taps: ${await page.title()}`);
}

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
