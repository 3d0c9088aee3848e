// Pictures of every page, for the documents: `npm run shots` writes them to docs/images.
import { mkdirSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Page } from "playwright-core";
import { test } from "vitest";
import { visit } from "./browser.ts";
import { browser, server } from "./house.ts";
import { Chooser, clickOnce, lastPly, moment, myTurn, playToTheEnd, table } from "./play.ts";
import { GAMES } from "./server.ts";

const FOLDER = resolve(import.meta.dirname, "../../docs/images");
const DESK = { width: 1280, height: 860 };
const PHONE = { width: 390, height: 844 };

mkdirSync(FOLDER, { recursive: true });

const save = (page: Page, name: string) =>
  page.screenshot({ path: join(FOLDER, `${name}.jpg`), type: "jpeg", quality: 82 });

/** A game in full swing on one screen. */
async function middle(page: Page, game: string, moves: number) {
  await page.goto("/");
  const id = await table(page, {
    game,
    seats: [
      { type: "me", name: "Ada" },
      { type: "me", name: "Bea" },
    ],
    clock: { type: "game", seconds: 900, increment: 10 },
  });
  await page.goto(`/t/${id}`);
  const chooser = new Chooser(12);
  for (let clicks = 0; clicks < 3000 && (await lastPly(page)) < moves; clicks++) {
    if ((await clickOnce(page, chooser)) !== "click") await page.waitForTimeout(30);
  }
  await myTurn(page);
  if ((await moment(page)) === "pass") await clickOnce(page, chooser);
  await page.waitForSelector(".board .hit.can");
  await page.waitForTimeout(200);
}

/** After how many actions a game looks its best. */
const MOVES: Record<string, number> = {
  "shell-out": 24,
  "shut-the-box": 7,
  senet: 130,
  outwit: 30,
  "shout-7": 12,
};

test.each(GAMES)("$id", async ({ id: game }) => {
  const moves = MOVES[game] ?? 12;
  for (const [size, suffix] of [
    [DESK, ""],
    [PHONE, "-phone"],
  ] as const) {
    const { page, context } = await visit(browser, server.address, size);
    if (suffix) await page.emulateMedia({ colorScheme: "dark" });
    await middle(page, game, moves);
    await save(page, `${game}${suffix}`);
    await context.close();
  }
});

test("the other pages", async () => {
  const { page, context } = await visit(browser, server.address, { ...DESK, height: 1180 });
  await page.goto("/");
  await page.waitForSelector(".shelf .board");
  await save(page, "home");
  await page.goto("/new/shell-out");
  await page.waitForSelector(".setup");
  await save(page, "new-table");
  await page.goto("/rules/senet");
  await page.waitForSelector(".prose img");
  await page.waitForTimeout(500);
  await save(page, "rules");
  await middle(page, "shout-7", 8);
  await playToTheEnd(page, 12);
  await page.getByRole("link", { name: "Replay" }).click();
  await page.getByRole("button", { name: "To the end" }).click();
  await page.waitForTimeout(500);
  await save(page, "replay");
  await context.close();
});
