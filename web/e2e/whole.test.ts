// Each game from its first move to its last, by keyboard alone and by taps, with a sentence that
// says what to do at every step.
import { expect, test } from "vitest";
import { visit } from "./browser.ts";
import { playByKeyboard, playByTaps } from "./hands.ts";
import { browser, server } from "./house.ts";
import { table } from "./play.ts";
import { GAMES, shortest } from "./server.ts";

// The computer comes to an end sooner than two who play at random.
const pair = [
  { type: "me", name: "Ada" },
  { type: "computer", level: 2 },
];

test.each(GAMES)("$id: a whole game with the keyboard alone", async (game) => {
  const { page, context, problems } = await visit(browser, server.address);
  await page.goto("/");
  await page.goto(
    `/t/${await table(page, { game: game.id, options: shortest(game), seats: pair })}`,
  );
  const heard = await playByKeyboard(page, 3);
  expect(heard.missing).toBe(0);
  expect(heard.sentences.size).toBeGreaterThan(1);
  for (const words of heard.sentences) expect(words).toMatch(/^[A-Z0-9].*\.$/);
  expect(problems).toEqual([]);
  await context.close();
});

test.each(GAMES)("$id: a whole game by taps on a phone", async (game) => {
  const { page, context, problems } = await visit(browser, server.address, {
    width: 390,
    height: 844,
    touch: true,
  });
  await page.goto("/");
  await page.goto(
    `/t/${await table(page, { game: game.id, options: shortest(game), seats: pair })}`,
  );
  const heard = await playByTaps(page, 4);
  expect(heard.missing).toBe(0);
  expect(heard.sentences.size).toBeGreaterThan(1);
  expect(problems).toEqual([]);
  await context.close();
});
