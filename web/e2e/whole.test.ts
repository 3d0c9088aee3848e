// Each game from its first move to its last, by clicks, by keyboard alone and by taps, by turns on
// both screens, with a sentence that fits at every step.
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { type Heard, playByClicks, playByKeyboard, playByTaps, speechOf } from "./hands.ts";
import { test } from "./house.ts";
import { table } from "./play.ts";
import { GAMES, type Listed, shortest } from "./server.ts";

// The computer comes to an end sooner than two who play at random.
const pair = [
  { type: "me", name: "Ada" },
  { type: "computer", level: 3 },
];

async function sitDown(page: Page, game: Listed) {
  await page.goto("/");
  const id = await table(page, { game: game.id, options: shortest(game), seats: pair });
  await page.goto(`/t/${id}`);
}

/** There was a sentence at every step, and all of them are the game's. */
function expectGuided(game: Listed, heard: Heard) {
  const { first, next } = speechOf(game.id);
  expect(heard.missing).toBe(0);
  expect(heard.sentences.size).toBeGreaterThan(1);
  for (const words of heard.sentences) {
    expect(words).toMatch(/^[A-Z0-9].*\.$/);
    expect(first.test(words) || next.test(words), words).toBe(true);
  }
}

test.for(GAMES)("$id: a whole game by clicks, each sentence read", async (game, { visit }) => {
  const { page } = await visit();
  await sitDown(page, game);
  const heard = await playByClicks(page, game.id, 2);
  expect(heard.size).toBeGreaterThan(1);
  expect(await page.locator(".banner strong").textContent()).toMatch(/win|draw/);
});

test.for(GAMES)("$id: a whole game with the keyboard alone", async (game, { visit }) => {
  const { page } = await visit();
  await sitDown(page, game);
  expectGuided(game, await playByKeyboard(page, 3));
});

test.for(GAMES)("$id: a whole game by taps", async (game, { visit }) => {
  const { page } = await visit({ touch: true });
  await sitDown(page, game);
  expectGuided(game, await playByTaps(page, 4));
});
