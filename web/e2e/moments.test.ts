// The moment: own throws, totals, throws that end a turn, score cards, ends of games; and those
// who play with others at other screens.
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect } from "vitest";
import { expectAccessible, SCREENS } from "./browser.ts";
import { test } from "./house.ts";
import {
  Chooser,
  clickOnce,
  lastPly,
  myTurn,
  PATIENCE,
  playToTheEnd,
  quickTable,
  resign,
  table,
} from "./play.ts";
import { Server } from "./server.ts";

/** A house where people throw their own dice. */
let calm: Server;
beforeAll(async () => {
  calm = await Server.start(true);
});
afterAll(async () => {
  await calm?.stop();
});

const throwButton = (page: Page) => page.locator(".moves-below .throw");

test.for(SCREENS)(
  "people throw their own dice and see the total, at $width",
  async (screen, { visit }) => {
    const { page } = await visit({ ...screen, at: calm.address });
    await quickTable(page, "shut-the-box", "Two on this screen");
    await throwButton(page).waitFor();
    expect(await throwButton(page).textContent()).toBe("Throw the dice");
    expect(await page.locator(".board .piece.kind-die").count()).toBe(0);
    await expectAccessible(page, "", screen);
    await throwButton(page).click();
    const total = page.locator(".board .total text");
    await total.waitFor();
    const faces = await page.evaluate(() =>
      [...document.querySelectorAll(".board .piece.kind-die")].map((die) =>
        Number(/face-(\d)/.exec(die.getAttribute("class") ?? "")?.[1]),
      ),
    );
    expect(Number(await total.textContent())).toBe((faces[0] ?? 0) + (faces[1] ?? 0));
    expect(await page.locator(".banner .guide").textContent()).toContain(
      `You threw ${await total.textContent()}`,
    );
    // The next throw by the Space key.
    const chooser = new Chooser(5);
    for (let i = 0; i < 4 && (await throwButton(page).count()) === 0; i++) {
      await clickOnce(page, chooser);
      await page.waitForTimeout(150);
    }
    await throwButton(page).waitFor();
    const ply = await lastPly(page);
    await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
    await page.keyboard.press("Space");
    await page.waitForFunction((n) => document.querySelectorAll(".moves li").length > n, ply);
  },
);

test.for(SCREENS)(
  "with the setting, sticks are thrown for me, at $width",
  async (screen, { visit }) => {
    const { page } = await visit({ ...screen, at: calm.address });
    await page.addInitScript(() =>
      localStorage.setItem("parlour.settings", JSON.stringify({ pace: "quick", throwing: true })),
    );
    await quickTable(page, "senet", "Two on this screen");
    await page.waitForSelector(".board .hit.can");
    expect(await page.locator(".board .total text").textContent()).toMatch(/^[1-5]$/);
  },
);

test.for(SCREENS)(
  "a throw that ends a turn stays on the table with its lids and its points, at $width",
  async (screen, { visit }) => {
    const { page } = await visit({ ...screen, motion: true, at: calm.address });
    await quickTable(page, "shut-the-box", "Two on this screen");
    const chooser = new Chooser(8);
    const ended = () =>
      page.evaluate(() => {
        const told = document.querySelector(".banner .told")?.textContent ?? "";
        if (!/the turn ends with \d+ point/.test(told)) return null;
        const lids = document.querySelectorAll(".board .pieces .piece.kind-lid.face-open").length;
        const dice = document.querySelectorAll(".board .pieces .piece.kind-die").length;
        return { told, lids, dice };
      });
    let seen = null;
    for (let i = 0; i < PATIENCE && !seen; i++) {
      await clickOnce(page, chooser);
      await page.waitForTimeout(40);
      seen = await ended();
    }
    // The dice lie there, and the lids that cost the points still stand as they stood.
    expect(seen?.dice).toBe(2);
    expect(seen?.lids).toBeLessThan(9);
    // Then the lids spring up for the next player.
    await page.waitForFunction(
      () => document.querySelectorAll(".board .pieces .piece.kind-lid.face-open").length === 9,
    );
  },
);

test.for(SCREENS)(
  "rounds are told on a score card, the end with points, the last board stays, at $width",
  async (screen, { visit }) => {
    const { page } = await visit(screen);
    await page.goto("/");
    const id = await table(page, {
      game: "shut-the-box",
      seats: [
        { type: "me", name: "Ada" },
        { type: "me", name: "Bea" },
        { type: "me", name: "Cleo" },
      ],
    });
    await page.goto(`/t/${id}`);
    await myTurn(page);
    await playToTheEnd(page, 4);
    const card = page.locator(".score-card");
    expect(await card.textContent()).toMatch(/Ada.*Bea.*Cleo.*Round 1/s);
    const totals = await card.locator("tfoot td").allTextContents();
    const scores = await page.locator(".player .stats dd").allTextContents();
    for (const total of totals) expect(scores).toContain(total);
    expect(await page.locator(".banner strong").textContent()).toMatch(
      / wins? by \d+ points?\.| share the win\./,
    );
    await expectAccessible(page, "", screen);
  },
);

test.for(SCREENS)(
  "a hand of Shell-Out ends with every counter turned up, at $width",
  async (screen, { visit }) => {
    const { page } = await visit(screen);
    await page.goto("/");
    const id = await table(page, {
      game: "shell-out",
      options: [["hands", "1"]],
      seats: [
        { type: "me", name: "Ada" },
        { type: "computer", level: 2 },
      ],
    });
    await page.goto(`/t/${id}`);
    await playToTheEnd(page, 7);
    expect(await page.locator(".score-card").textContent()).toContain("Hand 1");
    await page.getByText("What happened in hand 1").click();
    const loaded = await page.locator(".board .piece[class*=face-]").count();
    const captured = await page.locator(".player dd", { hasText: "captured" }).count();
    expect(loaded + captured).toBe(2);
  },
);

test.for(SCREENS)(
  "what others did since my last turn is seen at a glance, at $width",
  async (screen, { visit }) => {
    const { page } = await visit(screen);
    await page.goto("/");
    const id = await table(page, {
      game: "shout-7",
      options: [["players", "3"]],
      seats: [
        { type: "me", name: "Ada" },
        { type: "computer", level: 2 },
        { type: "computer", level: 2 },
      ],
    });
    await page.goto(`/t/${id}`);
    const chooser = new Chooser(2);
    const since = page.locator(".since li");
    for (let clicks = 0; clicks < 40 && (await since.count()) < 2; clicks++) {
      await myTurn(page);
      await clickOnce(page, chooser);
      await page.waitForTimeout(60);
    }
    expect(await since.count()).toBeGreaterThanOrEqual(2);
    expect(await since.first().textContent()).toMatch(/computer/);
  },
);

test.for(SCREENS)(
  "a rematch takes both to the new table when both want it; a declined draw is told, at $width",
  async (screen, { visit }) => {
    const ada = await visit(screen);
    const bea = await visit(screen);
    await quickTable(ada.page, "outwit", "Invite a friend");
    const link = await ada.page.getByLabel("Invitation").inputValue();
    // The server listens to this computer only, and says so.
    await ada.page.getByText("Only this computer can open this link").waitFor();
    await bea.page.goto(link.replace(/\?.*/, ""));
    await bea.page.getByText("ask a player for the link").waitFor();
    expect(await bea.page.getByRole("button", { name: /^Sit (down|here)/ }).count()).toBe(0);
    await bea.page.goto(link);
    await bea.page.getByRole("button", { name: /^Sit (down|here)/ }).click();
    await ada.page.getByRole("button", { name: "Offer a draw" }).click();
    await bea.page.getByRole("button", { name: "Decline" }).click();
    await ada.page.getByText("The draw was declined.").waitFor();
    await ada.page.getByRole("button", { name: "Resign" }).click();
    const dialog = ada.page.getByRole("dialog");
    const inside = await dialog.evaluate((box) => {
      const [outer, words] = [box, box.querySelector("p")].map((e) => e?.getBoundingClientRect());
      return outer && words ? words.left - outer.left : 0;
    });
    expect(inside).toBeGreaterThanOrEqual(16);
    await dialog.getByRole("button", { name: "Resign" }).click();
    await ada.page.getByRole("button", { name: "Rematch" }).click();
    await bea.page.getByText("would like a rematch").waitFor();
    const old = new URL(ada.page.url()).pathname;
    await bea.page.getByRole("button", { name: "Rematch" }).click();
    for (const { page } of [ada, bea]) {
      await page.waitForURL((url) => url.pathname.startsWith("/t/") && url.pathname !== old);
    }
    expect(ada.page.url()).toBe(bea.page.url());
    await ada.page.goto("/");
    await ada.page.getByRole("heading", { name: "1 finished game" }).waitFor();
    expect(await ada.page.locator(".finished").textContent()).toContain("resigned");
  },
);

test.for(SCREENS)(
  "on one screen a player sees the own move before the screen is covered, at $width",
  async (screen, { visit }) => {
    const { page } = await visit({ ...screen, motion: true });
    await quickTable(page, "shell-out", "Two on this screen");
    await page.getByRole("button", { name: /show my side/ }).click();
    await page.waitForSelector(".board .hit.can");
    await page.locator(".board .hit.can").first().dispatchEvent("click");
    await page.getByText("Your move is made.").waitFor();
    expect(await page.locator(".felt .board").count()).toBe(1);
    await page.getByRole("button", { name: "Cover the screen" }).click();
    await page.locator(".cover").waitFor();
    expect(await page.locator(".board").count()).toBe(0);
  },
);

test.for(SCREENS)(
  "the page takes part in the dice and says at the end that everything fits, at $width",
  async (screen, { visit }) => {
    const { page } = await visit({ ...screen, at: calm.address });
    await quickTable(page, "shut-the-box", "Play the computer");
    const fair = page.locator(".fair-dice");
    await fair.locator("summary").click();
    await fair.getByText("This browser’s number is one of them.").waitFor();
    await resign(page);
    await fair.getByText("It fits its fingerprint").waitFor();
    expect(await fair.locator("code").last().textContent()).toMatch(
      /^parlour verify RECORD --commitment \w{64} --seal \w{64} --salt \w{32}$/,
    );
  },
);
