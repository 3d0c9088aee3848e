// Every page and every state of a table, each looked at on both screens by day and by night: for
// screen readers, small screens and dark rooms.
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { expectAccessible as look } from "./browser.ts";
import { test } from "./house.ts";
import {
  Chooser,
  clickPlace,
  clickWrong,
  myTurn,
  PATIENCE,
  playToTheEnd,
  quickTable,
  table,
} from "./play.ts";
import { GAMES } from "./server.ts";

test("every page can be used by everybody", async ({ visit }) => {
  const { page } = await visit();
  await page.goto("/");
  await page.waitForSelector(".shelf .card");
  await look(page, "the first page");
  await page.getByRole("button", { name: "Settings" }).click();
  await page.getByLabel("Confirm each move").waitFor();
  await look(page, "the settings");
  await page.goto("/import");
  await page.waitForSelector("textarea");
  await look(page, "import");
  await page.goto("/nowhere");
  await page.getByText("Nothing here").waitFor();
  await look(page, "an address without a page");
  await page.goto("/t/nosuchtable");
  await page.getByRole("heading", { name: "No such table" }).waitFor();
  await look(page, "an address without a table");
  for (const { id: game } of GAMES) {
    await page.goto(`/rules/${game}`);
    await page.waitForSelector(".prose");
    await look(page, `rules of ${game}`);
    await page.goto(`/new/${game}`);
    await page.waitForSelector(".setup");
    await look(page, `set-up of ${game}`);
  }
});

test("every game can be played by everybody", async ({ visit }) => {
  const { page } = await visit();
  for (const { id: game } of GAMES) {
    await quickTable(page, game, "Play the computer");
    await myTurn(page);
    await look(page, `${game}: one's turn`);
    await page.locator(".board .hit.can").first().dispatchEvent("click");
    await myTurn(page);
    // Something is picked, unless one click made a move; then something is refused.
    const why = page.locator(".banner .why");
    for (let i = 0; i < 20 && (await why.count()) === 0; i++) {
      await clickWrong(page, new Chooser(i));
      await page.waitForTimeout(100);
    }
    await why.waitFor();
    await look(page, `${game}: something is picked and something is refused`);
    await page.getByRole("button", { name: "Rules", exact: true }).click();
    await page.waitForSelector(".rules-panel .prose");
    await look(page, `${game}: the rules beside the board`);
    await page.goto(`${new URL(page.url()).pathname}/replay`);
    await page.waitForSelector(".replay .board");
    await look(page, `${game}: replay`);
  }
});

test("waiting, asking and the end can be used by everybody", async ({ visit }) => {
  const { page } = await visit();
  await quickTable(page, "outwit", "Invite a friend");
  await page.getByLabel("Invitation").waitFor();
  await look(page, "waiting for a friend");
  await quickTable(page, "outwit", "Play the computer");
  await myTurn(page);
  await page.getByRole("button", { name: "Hint" }).click();
  await page.getByRole("button", { name: "Show the move" }).click();
  await page.getByRole("button", { name: "Why?" }).click();
  await page.locator(".hint-box li").first().waitFor();
  await page.getByText("What the board shows").click();
  await page.getByRole("tab", { name: "Chat" }).click();
  await look(page, "a hint, what the board shows, and talk");
  await page.getByRole("button", { name: "Settings" }).click();
  await page.getByLabel("Confirm each move").check();
  await page.keyboard.press("Escape");
  await clickPlace(page, "f4");
  await clickPlace(page, "f1");
  await page.getByRole("button", { name: "Play it" }).waitFor();
  await look(page, "a move that waits to be confirmed");
  await page.getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("button", { name: "Share" }).click();
  await page.getByRole("dialog").waitFor();
  await look(page, "the dialog to share");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Resign" }).click();
  await page.getByRole("dialog").waitFor();
  await look(page, "the question before one gives up");
  const id = await table(page, {
    game: "shut-the-box",
    seats: [
      { type: "me", name: "Ada" },
      { type: "me", name: "Bea" },
    ],
  });
  await page.goto(`/t/${id}`);
  await playToTheEnd(page, 6);
  expect(await page.locator(".score-card").count()).toBe(1);
  await page.getByText("What happened in").click();
  await look(page, "the end, with a score card");
});

test("a throw that ends a turn passes the accessibility checks", async ({ visit }) => {
  // The copy of the page is put in as markup, and its styles with it.
  const { page } = await visit({ motion: true, allow: /inline style/ });
  await quickTable(page, "shut-the-box", "Two on this screen");
  const chooser = new Chooser(8);
  let held = false;
  for (let i = 0; i < PATIENCE && !held; i++) {
    held = await holdTurnEnd(page, chooser.below(1_000_003));
    await page.waitForTimeout(40);
  }
  expect(held).toBe(true);
  await look(page, "a throw that ended a turn");
});

/** Clicks on until a throw ends a turn; then a copy of the page stays as it is at that moment. */
const holdTurnEnd = (page: Page, number: number) =>
  page.evaluate((chosen) => {
    const words = document.querySelector(".banner .told")?.textContent ?? "";
    const spots = document.querySelectorAll(".board .hit.can");
    if (/the turn ends with \d+ point/.test(words) && spots.length === 0) {
      document.body.innerHTML = `${document.body.innerHTML}`;
      return true;
    }
    const target =
      spots[chosen % Math.max(1, spots.length)] ??
      document.querySelector(".moves-below button.primary");
    target?.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
    return false;
  }, number);
