// Every game with two people on one screen.
import { expect } from "vitest";
import { byTurns, expectAccessible, SCREENS } from "./browser.ts";
import { test } from "./house.ts";
import { Chooser, clickOnce, lastPly, moveOnce, quickTable, resign, table } from "./play.ts";
import { GAMES, shortest } from "./server.ts";

test.for(byTurns(GAMES.filter((game) => !game.secrets)))(
  "$id: two on one screen, to the end and to a rematch, at $width",
  async ({ id, ...screen }, { visit }) => {
    const { page } = await visit(screen);
    await quickTable(page, id, "Two on this screen");
    const chooser = new Chooser(5);
    for (let moves = 0; moves < 6; moves++) await moveOnce(page, chooser);
    expect(await lastPly(page)).toBeGreaterThan(3);
    // Whole games are played elsewhere; here somebody has to go.
    await resign(page);
    await page.waitForFunction(() => /^Over/.test(document.title));
    expect(await page.locator(".banner strong").textContent()).toBeTruthy();
    expect(await page.locator(".share").count()).toBe(2);
    // Every name keeps its line beside "won" and "lost".
    const lines = await page.evaluate(() =>
      [...document.querySelectorAll(".player .name")].map((name) => {
        const range = document.createRange();
        range.selectNodeContents(name);
        return range.getClientRects().length;
      }),
    );
    expect(lines).toEqual([1, 1]);
    await expectAccessible(page, "the end");
    // A player who wants a rematch is taken there.
    const old = page.url();
    await page.getByRole("button", { name: "Rematch" }).click();
    await page.waitForURL((url) => url.pathname.startsWith("/t/") && url.href !== old);
    await page.waitForSelector(".board .hit.can");
  },
);

test.for(byTurns(GAMES.filter((game) => game.secrets)))(
  "$id: two on one screen, covered between players, at $width",
  async (game, { visit }) => {
    const { page } = await visit(game);
    await page.goto("/");
    const id = await table(page, {
      game: game.id,
      options: shortest(game),
      seats: [{ type: "me" }, { type: "me" }],
    });
    await page.goto(`/t/${id}`);
    const cover = page.locator(".cover");
    const chooser = new Chooser(7);
    for (let passes = 0; passes < 6; passes++) {
      await cover.waitFor();
      // Under the cover there is no board, no list of moves, nothing to know.
      expect(await page.locator(".board, .moves, .stats").count()).toBe(0);
      await page.getByRole("button", { name: /show my side/ }).click();
      await page.waitForSelector(".board .hit.can");
      for (let clicks = 0; clicks < 40 && (await cover.count()) === 0; clicks++) {
        await clickOnce(page, chooser);
        await page.waitForTimeout(60);
      }
    }
  },
);

test.for(SCREENS)(
  "shell-out: a counter is for its owner's eyes, on one screen too, at $width",
  async (screen, { visit }) => {
    const { page } = await visit(screen);
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
    expect(await page.locator(".board, .moves, .stats").count()).toBe(0);
    await expectAccessible(page, "", screen);
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
  },
);
