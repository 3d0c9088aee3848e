// Hints in three steps, and the coach: warned, taken back, played anyway; at a desk and on a phone.
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { expectAccessible, SCREENS, visit } from "./browser.ts";
import { browser, server } from "./house.ts";
import { Chooser, clickOnce, lastPly, myTurn, quickTable } from "./play.ts";
import { GAMES } from "./server.ts";

/** Takes all three steps of a hint, from the keyboard. */
async function hint(page: Page) {
  await page.getByRole("button", { name: "Hint" }).press("Enter");
  const box = page.locator(".hint-box");
  await box.waitFor({ timeout: 30_000 });
  const show = box.getByRole("button", { name: "Show the move" });
  if (await show.isVisible()) {
    expect(await box.textContent()).toMatch(/^Look at .+\./);
    expect(await page.locator(".hint-box li").count()).toBe(0);
    await show.press("Enter");
  }
  await box.getByRole("listitem").first().waitFor();
  expect(await box.textContent()).toMatch(/% to win|proven/);
  await box.getByRole("button", { name: "Why?" }).press("Enter");
  await box.locator(".reasons, p.quiet").first().waitFor();
  return (await box.textContent()) ?? "";
}

test.each(SCREENS)("every game gives its hints in three steps, at $width", async (screen) => {
  const { page, context, problems } = await visit(browser, server.address, screen);
  for (const { id: game } of GAMES) {
    await quickTable(page, game, "Play the computer");
    await myTurn(page);
    if (await page.locator("button.throw").isVisible()) {
      await page.locator("button.throw").click();
      await page.locator(".board .hit.can").first().waitFor();
    }
    const words = await hint(page);
    expect(words, game).not.toMatch(/[{}[\]]/);
    if (game === "shut-the-box") expect(words).toMatch(/exact share of the win.*\d\.\d% to win/s);
    await expectAccessible(page, `a hint in ${game}`);
    await page.getByRole("button", { name: "Close the hint" }).click();
    expect(await page.locator(".hint-box").count()).toBe(0);
  }
  expect(problems).toEqual([]);
  await context.close();
});

/** Makes moves without a thought until the coach warns. */
async function blunder(page: Page, chooser: Chooser) {
  const warning = page.locator(".coach.warning");
  for (let clicks = 0; clicks < 900; clicks++) {
    if (await warning.isVisible()) return warning;
    if ((await clickOnce(page, chooser)) === "over") break;
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(done)));
  }
  throw new Error("The coach never warned.");
}

test.each(SCREENS)("a coach warns before a bad move is made, at $width", async (screen) => {
  const { page, context, problems } = await visit(browser, server.address, screen);
  await quickTable(page, "outwit", "Two on this screen");
  await myTurn(page);
  expect(await page.getByLabel(/^Coach/).count(), "never in a game with people").toBe(0);
  await quickTable(page, "outwit", "Play the computer");
  await myTurn(page);
  await page.getByLabel(/^Coach/).check();
  await page.reload();
  await myTurn(page);
  expect(await page.getByLabel(/^Coach/).isChecked(), "it is remembered").toBe(true);
  const chooser = new Chooser(11);
  const warning = await blunder(page, chooser);
  expect(await warning.textContent()).toMatch(/gives away about \d+ points/);
  const ply = await lastPly(page);
  await expectAccessible(page, "a warning of the coach");
  await page.getByRole("button", { name: "Take it back" }).click();
  expect(await warning.count()).toBe(0);
  expect(await lastPly(page), "nothing was made").toBe(ply);
  await blunder(page, chooser);
  const before = await lastPly(page);
  await page.getByRole("button", { name: "Play it anyway" }).click();
  await page.waitForFunction((ply) => {
    const lines = document.querySelectorAll<HTMLElement>(".moves li");
    return Number(lines[lines.length - 1]?.dataset.ply ?? 0) > ply;
  }, before);
  await myTurn(page);
  await page.getByRole("button", { name: "Resign" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Resign" }).click();
  await page.getByText("One thing to try next time").waitFor();
  expect(problems).toEqual([]);
  await context.close();
});
