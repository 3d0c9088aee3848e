// The board takes the room there is, and nothing moves under the player's hands.
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { visit } from "./browser.ts";
import { browser, server } from "./house.ts";
import { Chooser, clickOnce, moment, myTurn, quickTable, table } from "./play.ts";
import { GAMES } from "./server.ts";

const box = async (page: Page, selector: string) => {
  const found = await page.locator(selector).first().boundingBox();
  if (!found) throw new Error(`no ${selector}`);
  return found;
};

test.each([
  { width: 1920, height: 1080 },
  { width: 1366, height: 600 },
  { width: 1280, height: 900 },
  { width: 768, height: 1024 },
  { width: 390, height: 844 },
])("the board is whole on the screen at $width by $height", async (size) => {
  const { page, context } = await visit(browser, server.address, size);
  for (const { id: game } of GAMES) {
    await quickTable(page, game, "Play the computer");
    await myTurn(page);
    const board = await box(page, ".area-board .board");
    expect(board.height, game).toBeLessThanOrEqual(size.height - 60);
    if (size.width > 900) expect(board.y + board.height, game).toBeLessThanOrEqual(size.height);
    // It fills the felt in one direction or the other.
    const felt = await box(page, ".felt");
    const fills = board.width / felt.width > 0.9 || board.height > size.height * 0.6;
    expect(fills, `${game} ${board.width} of ${felt.width}, ${board.height} high`).toBe(true);
  }
  await context.close();
});

test.each([1280, 390])("nothing shifts while sentences come and go, at %i", async (width) => {
  const { page, context } = await visit(browser, server.address, { width, height: 844 });
  for (const { id: game } of GAMES) {
    await quickTable(page, game, "Play the computer");
    await myTurn(page);
    const before = await box(page, ".felt");
    const chooser = new Chooser(11);
    for (let clicks = 0; clicks < 8; clicks++) {
      await myTurn(page);
      await clickOnce(page, chooser);
      await page.waitForTimeout(40);
      const now = await box(page, ".felt");
      // A short game may be over by now, and who has won is told beside the names.
      if ((await moment(page)) === "over") break;
      const above = await page.locator(".area-players").innerText();
      expect({ game, y: now.y, height: now.height }, above).toEqual({
        game,
        y: before.y,
        height: before.height,
      });
    }
  }
  await context.close();
});

test("twelve players do not push the board off a phone", async () => {
  const { page, context } = await visit(browser, server.address, { width: 390, height: 844 });
  await page.goto("/");
  const seats = Array.from({ length: 12 }, (_, i) =>
    i === 0 ? { type: "me", name: "Ada" } : { type: "computer", level: 2 },
  );
  const id = await table(page, { game: "shut-the-box", seats });
  await page.goto(`/t/${id}`);
  await page.waitForSelector(".area-board .board");
  const board = await box(page, ".area-board .board");
  expect(board.y).toBeLessThan(500);
  await context.close();
});

test("Senet stands upright on a phone, and its squares are large enough for a finger", async () => {
  const { page, context } = await visit(browser, server.address, { width: 390, height: 844 });
  await quickTable(page, "senet", "Play the computer");
  await myTurn(page);
  const board = await box(page, ".area-board .board");
  expect(board.height).toBeGreaterThan(board.width);
  expect((await box(page, ".hit .area")).width).toBeGreaterThan(40);
  await context.close();
});

test("the set-up form stays in its frame on a phone", async () => {
  const { page, context } = await visit(browser, server.address, { width: 390, height: 844 });
  for (const { id: game } of GAMES) {
    await page.goto(`/new/${game}`);
    await page.waitForSelector(".custom form");
    const out = await page.evaluate(() => {
      const frame = document.querySelector(".custom")?.getBoundingClientRect().right ?? 0;
      const all = [...document.querySelectorAll(".custom *")];
      return all.filter((e) => e.getBoundingClientRect().right > frame).map((e) => e.tagName);
    });
    expect(out, game).toEqual([]);
  }
  await context.close();
});
