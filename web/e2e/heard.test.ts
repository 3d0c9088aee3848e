// What a screen reader says: every sentence once.
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { byTurns, SCREENS } from "./browser.ts";
import { test } from "./house.ts";
import {
  Chooser,
  clickOnce,
  clickPlace,
  clickWrong,
  lastPly,
  myTurn,
  promptOf,
  quickTable,
} from "./play.ts";
import { GAMES } from "./server.ts";

/** What one live region said. */
interface Said {
  /** What kind of region: what to do, why not, what happened, or another. */
  about: "todo" | "why" | "news" | "other";
  text: string;
}

/**
 * Notes what a screen reader reads out: a live region is read, whole, whenever text was added to it
 * or changed in it. What goes away is not read.
 */
async function prickUpEars(page: Page) {
  await page.addInitScript(() => {
    const live = "[role=status], [role=alert], [aria-live]";
    const said: { about: string; text: string }[] = [];
    Object.assign(window, { said });
    const about = (region: Element) => {
      if (region.matches(".todo")) return "todo";
      if (!region.closest(".banner")) return "other";
      return region.querySelector(".why") ? "why" : "news";
    };
    new MutationObserver((changes) => {
      const regions = new Set<Element>();
      for (const { type, target, addedNodes } of changes) {
        const added = [...addedNodes].some((node) => node.textContent);
        if (type === "childList" && !added) continue;
        const element = target instanceof Element ? target : target.parentElement;
        const region = element?.closest(live);
        if (region) regions.add(region);
      }
      for (const region of regions) {
        const text = region.textContent?.trim();
        if (text) said.push({ about: about(region), text });
      }
    }).observe(document, { childList: true, characterData: true, subtree: true });
  });
}

/** All that was said since the last time. */
const heard = (page: Page): Promise<Said[]> =>
  page.evaluate(() => (window as unknown as { said: Said[] }).said.splice(0));

/** Waits until everything that follows from a click is there. */
const settle = (page: Page) => page.waitForTimeout(300);

test.for(SCREENS)(
  "a pick, a refusal and a move are each read out once, at $width",
  async (screen, { visit }) => {
    const { page } = await visit(screen);
    await prickUpEars(page);
    await quickTable(page, "outwit", "Two on this screen");
    await myTurn(page);
    await settle(page);
    const first = (await heard(page)).filter(({ about }) => about === "todo");
    expect(first.filter(({ text }) => text.includes("Choose a light chip"))).toHaveLength(1);

    await clickPlace(page, "e6");
    await page.locator(".banner .why").waitFor();
    await settle(page);
    const why = "The chip on e6 is Dark's; Light moves.";
    expect((await heard(page)).map(({ about, text }) => [about, text.split(" Rule")[0]])).toEqual([
      ["why", why],
    ]);
    // The keyboard gets the same answer: with Shift every place can be visited.
    await page.locator('.board .hit[data-name="f4"]').focus();
    await page.keyboard.press("Shift+ArrowRight");
    await page.keyboard.press("Enter");
    await page.getByText("The chip on g4 is Dark's; Light moves.").waitFor();
    await settle(page);
    expect(await heard(page)).toHaveLength(1);
    // The reason goes without a word, what to do now is read once.
    await clickPlace(page, "f4");
    await page.locator(".banner .why").waitFor({ state: "detached" });
    await page.getByText("The chip slides as far as it can").waitFor();
    await settle(page);
    expect((await heard(page)).map(({ about }) => about)).toEqual(["todo"]);
    await clickPlace(page, "f1");
    await page.getByText("slides from f4 to f1").first().waitFor();
    await settle(page);
    const move = await heard(page);
    expect(move.filter(({ text }) => text.includes("slides from f4 to f1"))).toHaveLength(1);
    expect(move.filter(({ text }) => text.includes("Choose a dark chip"))).toHaveLength(1);
  },
);

test.for(byTurns(GAMES))(
  "$id: no sentence is read out twice, at $width",
  async (game, { visit }) => {
    const { page } = await visit(game);
    await prickUpEars(page);
    await quickTable(page, game.id, "Play the computer");
    await myTurn(page);
    await settle(page);
    const chooser = new Chooser(17);
    for (let step = 0; step < 6 && (await promptOf(page)) !== "over"; step++) {
      await myTurn(page);
      await settle(page);
      await heard(page);
      const ply = await lastPly(page);
      if (step % 2) await clickOnce(page, chooser);
      else await clickWrong(page, chooser);
      await settle(page);
      const now = await heard(page);
      const about = JSON.stringify(now);
      const texts = now.filter((said) => said.about !== "other").map(({ text }) => text);
      expect(new Set(texts).size, about).toBe(texts.length);
      // Nothing happened on the board: the last action is not announced again.
      if ((await lastPly(page)) === ply) {
        expect(
          now.filter((said) => said.about === "news"),
          about,
        ).toEqual([]);
      }
    }
  },
);
