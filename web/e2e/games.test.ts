// Every game, from its first move to its last, through the page.
import { expect, test } from "vitest";
import { expectAccessible, visit } from "./browser.ts";
import { browser, server } from "./house.ts";
import { lastPly, playToTheEnd, quickTable, table } from "./play.ts";
import { GAMES, shortest } from "./server.ts";

test.each(GAMES.filter((game) => !game.secrets).map((game) => game.id))(
  "%s: two on one screen, from the first move to the last",
  async (game) => {
    const { page, context, problems } = await visit(browser, server.address);
    await quickTable(page, game, "Two on this screen");
    await playToTheEnd(page, 5);
    expect(await page.locator(".banner strong").textContent()).toBeTruthy();
    expect(await page.locator(".share").count()).toBe(2);
    expect(await lastPly(page)).toBeGreaterThan(3);
    await expectAccessible(page);
    // Whoever wants a rematch is taken there.
    const old = page.url();
    await page.getByRole("button", { name: "Rematch" }).click();
    await page.waitForURL((url) => url.pathname.startsWith("/t/") && url.href !== old);
    await page.waitForSelector(".board .hit.can");
    expect(problems).toEqual([]);
    await context.close();
  },
);

test.each(GAMES.filter((game) => game.secrets))(
  "$id: two on one screen, covered between players, as short as it can be, to the end",
  async (listed) => {
    const { page, context, problems } = await visit(browser, server.address);
    await page.goto("/");
    const id = await table(page, {
      game: listed.id,
      options: shortest(listed),
      seats: [{ type: "me" }, { type: "me" }],
      clock: { type: "none" },
      public: false,
    });
    await page.goto(`/t/${id}`);
    await page.locator(".cover").waitFor();
    // Under the cover there is no board, no list of moves, nothing to know.
    expect(await page.locator(".board, .moves, .facts").count()).toBe(0);
    await playToTheEnd(page, 7);
    expect(problems).toEqual([]);
    await context.close();
  },
);

test("shell-out: a counter is for its owner's eyes, on one screen too", async () => {
  const { page, context, problems } = await visit(browser, server.address);
  await page.goto("/");
  const id = await table(page, {
    game: "shell-out",
    options: [
      ["players", "2"],
      ["hands", "1"],
    ],
    seats: [
      { type: "me", name: "Ada" },
      { type: "me", name: "Bea" },
    ],
    clock: { type: "none" },
    public: false,
  });
  await page.goto(`/t/${id}`);
  const cover = page.locator(".cover");
  await cover.waitFor();
  expect(await cover.textContent()).toContain("Pass the device to Ada");
  // Under the cover there is no board, no list of moves, no counter.
  expect(await page.locator(".board, .moves, .facts").count()).toBe(0);
  await expectAccessible(page);
  await page.getByRole("button", { name: /show my side/ }).click();
  await page.waitForSelector(".board .hit.can");
  const counter = await page.locator(".player.owner-0 dd").nth(1).textContent();
  expect(counter).toMatch(/^(5|10|15|20|25|50)$/);
  await page.locator(".board .hit.can").first().dispatchEvent("click");
  await cover.waitFor();
  expect(await cover.textContent()).toContain("Pass the device to Bea");
  expect(await page.content()).not.toContain(`counter of ${counter}`);
  await page.getByRole("button", { name: /show my side/ }).click();
  await page.waitForSelector(".board .hit.can");
  // Bea sees that Ada has a counter, and not which.
  expect(await page.locator(".player.owner-0 dd").nth(1).textContent()).toBe("?");
  expect(await page.locator(".piece.owner-0[class*=face-]").count()).toBe(0);
  expect(problems).toEqual([]);
  await context.close();
});

test("a game against the computer", async () => {
  const { page, context, problems } = await visit(browser, server.address);
  await quickTable(page, "shut-the-box", "Play the computer");
  await playToTheEnd(page, 11);
  expect(await page.locator(".moves li").count()).toBeGreaterThan(10);
  expect(problems).toEqual([]);
  await context.close();
});
