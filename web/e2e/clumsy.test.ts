// Hands that slip and lines that are slow: nothing is done twice, nothing is lost, nothing missed.
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { expectAccessible, SCREENS } from "./browser.ts";
import { test } from "./house.ts";
import { Chooser, clickOnce, clickPlace, lastPly, myTurn, quickTable, sitDown } from "./play.ts";

const place = (page: Page, name: string) => page.locator(`.board .hit[data-name="${name}"]`);

/** The moves that Light, who begins, has made. */
const ownMoves = (page: Page) => page.locator(".moves li:nth-child(odd)").count();

test.for(SCREENS)(
  "a double click makes one move, or none, at $width",
  async (screen, { visit }) => {
    const { page } = await visit(screen);
    await quickTable(page, "outwit", "Play the computer");
    await myTurn(page);
    // A piece is picked up and laid down again.
    await place(page, "i1").dblclick({ force: true });
    expect(await page.locator(".hit.picked").count()).toBe(0);
    expect(await lastPly(page)).toBe(0);
    await clickPlace(page, "f4");
    await place(page, "f1").dblclick({ force: true });
    await page.waitForFunction(() => document.querySelectorAll(".moves li").length === 2);
    await myTurn(page);
    expect(await ownMoves(page)).toBe(1);
    expect(await page.locator(".toast").count()).toBe(0);
    // Keys where they mean nothing.
    for (const key of ["Enter", " ", "Escape", "Backspace", "ArrowUp"])
      await page.keyboard.press(key);
    expect(await lastPly(page)).toBe(2);
  },
);

test.for(SCREENS)(
  "a page loaded again in the middle of a move begins it anew, at $width",
  async (screen, { visit }) => {
    const { page } = await visit(screen);
    await quickTable(page, "outwit", "Play the computer");
    await myTurn(page);
    await clickPlace(page, "f4");
    await page.getByText("The chip slides as far as it can").waitFor();
    await page.reload();
    await page.getByText("Choose a light chip to slide").waitFor();
    expect(await page.locator(".hit.picked").count()).toBe(0);
    expect(await lastPly(page)).toBe(0);
  },
);

test.for(SCREENS)(
  "on a slow line a move is on its way, and made once, at $width",
  async (screen, { visit }) => {
    const { page } = await visit(screen);
    await quickTable(page, "outwit", "Play the computer");
    await myTurn(page);
    await page.evaluate(() => {
      const send = WebSocket.prototype.send;
      WebSocket.prototype.send = function (text) {
        setTimeout(() => send.call(this, text), 1500);
      };
    });
    await clickPlace(page, "f4");
    await clickPlace(page, "f1");
    await page.getByText("On its way …").waitFor();
    // Impatient: nothing more can be done meanwhile.
    await clickPlace(page, "i1");
    await clickPlace(page, "f1");
    await page.waitForFunction(() => document.querySelectorAll(".moves li").length === 2);
    await myTurn(page);
    expect(await ownMoves(page)).toBe(1);
    expect(await page.getByText("On its way …").count()).toBe(0);
  },
);

test.for(SCREENS)(
  "the same move in two tabs is made once, at $width",
  async (screen, { visit }) => {
    const { page, context } = await visit(screen);
    await quickTable(page, "outwit", "Play the computer");
    await myTurn(page);
    const other = await context.newPage();
    await other.goto(page.url());
    await myTurn(other);
    for (const tab of [page, other]) await place(tab, "f4").dispatchEvent("click");
    await Promise.all([page, other].map((tab) => place(tab, "f1").dispatchEvent("click")));
    for (const tab of [page, other]) {
      await tab.waitForFunction(() => document.querySelectorAll(".moves li").length === 2);
      await myTurn(tab);
      expect(await ownMoves(tab)).toBe(1);
      expect(await tab.locator(".toast").count()).toBe(0);
    }
  },
);

/** As if another tab were in front of this one, or no longer. */
const hide = (page: Page, hidden: boolean) =>
  page.evaluate((value) => {
    Object.defineProperty(document, "hidden", { configurable: true, get: () => value });
    document.dispatchEvent(new Event("visibilitychange"));
  }, hidden);

/** Notes everything that the banner tells from now on. */
const listen = (page: Page) =>
  page.evaluate(() => {
    const told = new Set<string>();
    Object.assign(window, { told });
    const note = () => {
      for (const p of document.querySelectorAll(".banner .told p")) told.add(p.textContent ?? "");
    };
    note();
    new MutationObserver(note).observe(document, {
      childList: true,
      characterData: true,
      subtree: true,
    });
  });

test.for(SCREENS)(
  "whatever happened while the page was hidden is shown or told, at $width",
  async (screen, { visit }) => {
    const bea = await visit(screen);
    const ada = await visit(screen);
    // Ada takes her time.
    await ada.page.addInitScript(() => localStorage.setItem("parlour.settings", "{}"));
    await quickTable(bea.page, "shut-the-box", "Invite a friend");
    await sitDown(bea.page, ada.page);
    const chooser = new Chooser(5);
    await myTurn(bea.page);
    while ((await lastPly(bea.page)) < 2) await clickOnce(bea.page, chooser);
    await ada.page.waitForFunction(() => document.querySelectorAll(".moves li").length >= 2);
    const before = await lastPly(ada.page);
    await hide(ada.page, true);
    for (let i = 0; i < 2000 && !/Your turn/.test(await ada.page.title()); i++) {
      await clickOnce(bea.page, chooser);
      await bea.page.waitForTimeout(30);
    }
    // The title calls, and the board has waited.
    expect(await ada.page.title()).toContain("Your turn");
    expect(await lastPly(ada.page)).toBe(before);
    await listen(ada.page);
    await hide(ada.page, false);
    await ada.page.waitForSelector(".board .hit.can");
    const { happened, told } = await ada.page.evaluate((ply) => {
      const lines = [...document.querySelectorAll<HTMLElement>(".moves li")];
      const words = (line: HTMLElement) => line.querySelector(".words")?.textContent ?? "";
      const missed = [...document.querySelectorAll(".missed li")].map((li) => li.textContent ?? "");
      const seen = (window as unknown as { told: Set<string> }).told;
      return {
        happened: lines.filter((line) => Number(line.dataset.ply) > ply).map(words),
        told: [...seen, ...missed].map((text) => text.trim()),
      };
    }, before);
    expect(happened.length).toBeGreaterThan(1);
    for (const words of happened) expect(told).toContain(words);
  },
);

test("a summed-up series of actions stands beside the board and is accessible", async ({
  visit,
}) => {
  const { page, context } = await visit();
  await quickTable(page, "outwit", "Play the computer");
  await myTurn(page);
  // Another tab plays on.
  const other = await context.newPage();
  await other.goto(page.url());
  await hide(page, true);
  const chooser = new Chooser(3);
  while ((await lastPly(other)) < 6) {
    await clickOnce(other, chooser);
    await other.waitForTimeout(30);
  }
  // A tab behind another paints seldom.
  await page.bringToFront();
  await hide(page, false);
  await page.locator(".missed li").first().waitFor();
  await expectAccessible(page, "what happened meanwhile");
  await page.locator(".missed").getByRole("button", { name: "Hide" }).click();
  await page.locator(".missed li").first().waitFor({ state: "detached" });
});
