// Playing with the keyboard alone, or with a finger.
import type { Page } from "playwright-core";
import { Chooser, type Moment, moment } from "./play.ts";

/** Sentences that stood over the board while something could be done, and those that were missing. */
export interface Heard {
  sentences: Set<string>;
  missing: number;
}

/** What the banner says to do now; remembers it. One look for both: the page may move on. */
async function listen(page: Page, heard: Heard): Promise<Moment> {
  const now = await moment(page);
  if (now !== "click") return now;
  const words = await page.evaluate(() =>
    document.querySelector(".board .hit.can")
      ? (document.querySelector(".banner .guide")?.textContent ?? "")
      : null,
  );
  if (words) heard.sentences.add(words);
  else if (words === "") heard.missing++;
  return now;
}

const ARROWS = ["ArrowUp", "ArrowRight", "ArrowDown", "ArrowLeft"];

/** Presses Tab until `inside` holds for what has the focus. */
async function tabUntil(page: Page, selector: string) {
  for (let i = 0; i < 60; i++) {
    if (await page.evaluate((s) => document.activeElement?.matches(s) ?? false, selector)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`${selector} cannot be reached with Tab`);
}

/** Plays to the end with keys: Tab to the board, arrows to a place, Enter to pick it. */
export async function playByKeyboard(page: Page, seed: number, limit = 6000): Promise<Heard> {
  const chooser = new Chooser(seed);
  const heard: Heard = { sentences: new Set(), missing: 0 };
  for (let step = 0; step < limit; step++) {
    const now = await listen(page, heard);
    if (now === "over") return heard;
    if (now === "wait") await page.waitForTimeout(15);
    else if (now === "pass") {
      await tabUntil(page, ".cover button").catch(() => {});
      await page.keyboard.press("Enter");
    } else if (now === "button") {
      const ready = await tabUntil(page, ".moves-below button.primary").then(
        () => true,
        () => false,
      );
      if (ready) await page.keyboard.press("Enter");
    } else {
      const on = await page.evaluate(() => document.activeElement?.closest(".hits") !== null);
      const ready =
        on ||
        (await tabUntil(page, ".board .hit").then(
          () => true,
          () => false,
        ));
      // The turn may have passed on meanwhile.
      if (!ready) continue;
      for (let presses = chooser.below(4); presses > 0; presses--) {
        await page.keyboard.press(ARROWS[chooser.below(4)] ?? "ArrowUp");
      }
      await page.keyboard.press("Enter");
    }
  }
  throw new Error(`Not over after ${limit} steps: ${await page.title()}`);
}

/** Plays to the end with a finger: taps the middle of a place that can be picked. */
export async function playByTaps(page: Page, seed: number, limit = 6000): Promise<Heard> {
  const chooser = new Chooser(seed);
  const heard: Heard = { sentences: new Set(), missing: 0 };
  for (let step = 0; step < limit; step++) {
    const now = await listen(page, heard);
    if (now === "over") return heard;
    if (now === "wait") {
      await page.waitForTimeout(15);
      continue;
    }
    const point = await page.evaluate(
      ([selector, number]) => {
        const all = [...document.querySelectorAll(selector as string)];
        const element = all[(number as number) % all.length];
        element?.scrollIntoView({ block: "center" });
        const box = element?.getBoundingClientRect();
        return box ? { x: box.x + box.width / 2, y: box.y + box.height / 2 } : null;
      },
      [
        now === "click"
          ? ".board .push, .board .hit.can > .area"
          : ".cover button, .moves-below button.primary",
        chooser.below(1_000_003),
      ] as const,
    );
    if (point) await page.touchscreen.tap(point.x, point.y);
  }
  throw new Error(`Not over after ${limit} taps: ${await page.title()}`);
}
