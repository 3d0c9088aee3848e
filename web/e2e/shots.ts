// The pictures of the first page of the documents: `npm run shots` writes them to docs/images.
import { mkdirSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Page } from "playwright-core";
import { test } from "vitest";
import type { Layout, LessonView } from "../src/wire.ts";
import { SCREENS, visit } from "./browser.ts";
import { browser, server } from "./house.ts";
import { call, make } from "./lessons.ts";
import { Chooser, clickOnce, lastPly, myTurn, playToTheEnd, promptOf, table } from "./play.ts";
import { GAMES } from "./server.ts";

const FOLDER = resolve(import.meta.dirname, "../../docs/images");
const DESK = { width: 1200, height: 800 };
const PHONE = SCREENS[1];

mkdirSync(FOLDER, { recursive: true });

const save = (page: Page, name: string) =>
  page.screenshot({ path: join(FOLDER, `${name}.jpg`), type: "jpeg", quality: 76 });

/** Plays at random against the computer; says whether the game lasted for `moves` plies. */
async function playOn(page: Page, game: string, moves: number, seed: number): Promise<boolean> {
  await page.goto("/");
  const id = await table(page, {
    game,
    seats: [
      { type: "me", name: "Ada" },
      { type: "computer", level: LEVEL[game] ?? 5 },
    ],
  });
  await page.goto(`/t/${id}`);
  const chooser = new Chooser(seed);
  for (let clicks = 0; clicks < 3000; clicks++) {
    const now = await promptOf(page);
    if (now === "over") return false;
    if (now === "click" && (await lastPly(page)) >= moves) return true;
    if ((await clickOnce(page, chooser)) !== "click") await page.waitForTimeout(30);
  }
  return false;
}

/** A game against the computer in full swing, with a move that is seen before it is made. */
async function middle(page: Page, game: string, moves: number) {
  let seed = 12;
  while (!(await playOn(page, game, moves, seed))) {
    if (++seed > 24) throw new Error(`No game of ${game} lasts for ${moves} moves.`);
  }
  for (let i = 0; i < 20 && (await page.locator(".preview .ghost").count()) === 0; i++) {
    const spots = page.locator(".board .hit.can");
    const picked = (await page.locator(".board .hit.picked").count()) > 0;
    // Over a goal the move is seen; before that something is picked.
    if (picked) await spots.nth(i % Math.max(1, await spots.count())).hover({ force: true });
    else await spots.nth((i * 3 + 1) % Math.max(1, await spots.count())).dispatchEvent("click");
    await page.waitForTimeout(200);
  }
  await page.waitForTimeout(400);
}

/** Against a stronger one, who plays at random has lost before there is much to see. */
const LEVEL: Record<string, number> = { "shout-7": 1 };

/** After how many actions a game looks its best. */
const MOVES: Record<string, number> = {
  "shell-out": 30,
  "shut-the-box": 21,
  senet: 60,
  outwit: 24,
  "shout-7": 22,
};

test.each(GAMES)("$id", async ({ id: game }) => {
  const { page, context } = await visit(browser, server.address, DESK);
  await middle(page, game, MOVES[game] ?? 12);
  await save(page, game);
  await context.close();
});

test.each(["shell-out", "senet", "outwit"])("%s in the hand", async (game) => {
  const { page, context } = await visit(browser, server.address, PHONE);
  await middle(page, game, MOVES[game] ?? 12);
  await save(page, `${game}-phone`);
  await context.close();
});

test("a lesson", async () => {
  const { page, context } = await visit(browser, server.address, DESK);
  await page.goto("/learn/outwit");
  await myTurn(page);
  await save(page, "lesson");
  await context.close();
});

test("a puzzle, solved", async () => {
  const { page, context } = await visit(browser, server.address, DESK);
  const path = "/games/senet/lessons/puzzle-39";
  const view = await call<LessonView>(path, { moves: [] });
  const { action } = await call<{ action: string }>(`${path}/hint`, { moves: [] });
  await page.goto("/puzzles/senet/puzzle-39");
  await make(page, view, view.frames[0]?.layout as Layout, action, "mouse");
  await page.locator(".banner.done").waitFor();
  await save(page, "puzzle");
  await context.close();
});

test("the first page, and looking back at a game", async () => {
  const { page, context } = await visit(browser, server.address, { ...DESK, height: 790 });
  await page.goto("/");
  await page.waitForSelector(".shelf .card");
  await save(page, "home");
  await page.setViewportSize(DESK);
  await middle(page, "shout-7", 8);
  await playToTheEnd(page, 12);
  await page.waitForSelector(".result");
  await page.getByRole("link", { name: "Look back" }).click();
  await page.waitForTimeout(500);
  await page.getByRole("button", { name: "Make the report" }).click();
  await page
    .getByRole("slider", { name: "Everybody's share of the win" })
    .waitFor({ timeout: 120_000 });
  await page.waitForTimeout(500);
  await save(page, "replay");
  await page.getByRole("link", { name: "Analyse from here" }).click();
  await page.waitForSelector(".analyse .board");
  for (let i = 0; i < 4; i++) await page.keyboard.press("ArrowLeft");
  await page.getByRole("checkbox", { name: "Engine" }).check();
  await page.locator(".best-moves").waitFor();
  await page.waitForTimeout(3000);
  await save(page, "analysis");
  await context.close();
});
