// Every game to its end in every way of playing: two on one screen, by link, and with computers
// between people on one screen (against the computer: see whole.test.ts). The server keeps its
// pauses: people throw their own dice, and a throw that nobody can make would take a minute. Games
// wait more than they compute, so several are played at once.
import { afterAll, beforeAll, expect } from "vitest";
import { SCREENS } from "./browser.ts";
import { test } from "./house.ts";
import { playTogether, sitDown, table } from "./play.ts";
import { GAMES, type Listed, mostPlayers, Server, shortest } from "./server.ts";

let calm: Server;
beforeAll(async () => {
  calm = await Server.start(true);
});
afterAll(() => calm?.stop());

const ME = { type: "me" };
const COMPUTER = { type: "computer", level: 1 };

/** The seats of each way of playing on one screen. */
const WAYS: [string, object[]][] = [
  ["two on one screen", [ME, ME]],
  ["two on one screen with a computer between them", [ME, COMPUTER, ME]],
];

const alone = WAYS.flatMap(([way, seats]) =>
  GAMES.filter((game) => seats.length <= mostPlayers(game)).map((game, i) => ({
    id: game.id,
    game,
    way,
    seats,
    screen: SCREENS[i % SCREENS.length],
  })),
);

const wanted = (game: Listed, seats: object[]) => ({
  game: game.id,
  options: shortest(game),
  seats,
});

test.concurrent.for(alone)("$id: $way, to the end", async ({ game, seats, screen }, { visit }) => {
  const { page } = await visit({ ...screen, at: calm.address });
  await page.goto("/");
  await page.goto(`/t/${await table(page, wanted(game, seats))}`);
  await playTogether([page], 11);
  expect(await page.locator(".banner strong").textContent()).toMatch(/win|draw/);
});

test.concurrent.for(GAMES)("$id: two by link, to the end", async (game, { visit }) => {
  const ada = await visit({ ...SCREENS[0], at: calm.address });
  const bea = await visit({ ...SCREENS[1], at: calm.address });
  await ada.page.goto("/");
  await ada.page.goto(`/t/${await table(ada.page, wanted(game, [ME, { type: "open" }]))}`);
  await sitDown(ada.page, bea.page);
  await playTogether([ada.page, bea.page], 12);
  for (const each of [ada, bea]) {
    expect(await each.page.locator(".banner strong").textContent()).toMatch(/win|draw/);
  }
});
