// Hints in three steps, and the coach: warned, taken back, played anyway; at a desk and on a phone.
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { expectAccessible, SCREENS, visit } from "./browser.ts";
import { browser, server } from "./house.ts";
import { clickPlace, lastPly, myTurn, quickTable } from "./play.ts";
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

/** Makes the coach call every move bad: which ones are is for the server's tests. */
async function strict(page: Page) {
  const fact = ["Opens the way home for {number} of {seat's} chips.", 2, 1];
  const best = { action: "f4f1", caption: "Slide f4 to f1", value: 0.6, certainty: "estimated" };
  const bad = {
    verdict: "gives-away",
    lost: 0.23,
    against: [{ kind: "opens-theirs", sites: [], words: fact }],
    reply: {
      seat: 1,
      choice: { action: "f5f2", clicks: [41, 14], free: 0, caption: "Slide f5 to f2" },
      why: [],
    },
    best,
    why: [{ kind: "home", sites: [], words: "Brings a chip home." }],
  };
  await page.routeWebSocket(/\/t|\/api/, (socket) => {
    const table = socket.connectToServer();
    table.onMessage((text) => {
      const message = JSON.parse(String(text));
      socket.send(message.type === "verdict" ? JSON.stringify({ ...message, ...bad }) : text);
    });
  });
}

test.each(SCREENS)("a coach warns before a bad move is made, at $width", async (screen) => {
  const { page, context, problems } = await visit(browser, server.address, screen);
  await strict(page);
  await quickTable(page, "outwit", "Two on this screen");
  await myTurn(page);
  expect(await page.getByLabel(/^Coach/).count(), "never in a game with people").toBe(0);
  await quickTable(page, "outwit", "Play the computer");
  await myTurn(page);
  await page.getByLabel(/^Coach/).check();
  const kept = await page.evaluate(() => localStorage.getItem("parlour.settings"));
  expect(JSON.parse(kept ?? "{}").coach, "it is remembered").toBe(true);
  const warning = page.locator(".coach.warning");
  const slide = async () => {
    await clickPlace(page, "f4");
    await clickPlace(page, "f1");
  };
  await slide();
  await warning.waitFor({ timeout: 60_000 });
  expect(await warning.textContent()).toMatch(/gives away about 23 points.*the computer's chips/s);
  expect(await page.locator(".hint-marks.threat .way").count(), "the answer is drawn").toBe(1);
  await expectAccessible(page, "a warning of the coach");
  await page.getByRole("button", { name: "Take it back" }).click();
  expect(await warning.count()).toBe(0);
  expect(await lastPly(page), "nothing was made").toBe(0);
  await slide();
  await warning.waitFor({ timeout: 60_000 });
  await page.getByRole("button", { name: "Play it anyway" }).click();
  await page.locator('.moves li[data-ply="1"]').waitFor();
  await myTurn(page);
  await page.getByRole("button", { name: "Resign" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Resign" }).click();
  await page.getByText("One thing to try next time").waitFor();
  expect(problems).toEqual([]);
  await context.close();
});
