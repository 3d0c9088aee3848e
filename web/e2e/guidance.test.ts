// At the table: what to do, why not, what will happen; for the mouse, the finger and the keyboard.
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { byTurns, SCREENS } from "./browser.ts";
import { test } from "./house.ts";
import {
  Chooser,
  clickOnce,
  clickPlace,
  lastPly,
  myTurn,
  pairToPush,
  quickTable,
  table,
} from "./play.ts";
import { GAMES } from "./server.ts";

/** What has the focus once the page has drawn it: nobody presses a key faster. */
const focused = (page: Page) =>
  page.evaluate(async () => {
    for (let i = 0; i < 2; i++) await new Promise((done) => requestAnimationFrame(done));
    const element = document.activeElement;
    if (element?.closest(".board")) return "board";
    return element === document.querySelector(".top a") ? "first" : "elsewhere";
  });

test.for(byTurns(GAMES))(
  "$id: Tab comes to the board once a round and leaves it, at $width",
  async (game, { visit }) => {
    const { page } = await visit(game);
    await quickTable(page, game.id, "Play the computer");
    await myTurn(page);
    const rounds: string[][] = [];
    for (let presses = 0; presses < 150 && rounds.length < 3; presses++) {
      await page.keyboard.press("Tab");
      const place = await focused(page);
      if (place === "first") rounds.push([]);
      rounds.at(-1)?.push(place);
    }
    // The third round has only begun.
    for (const places of rounds.slice(0, 2)) {
      expect(places.filter((place) => place === "board")).toHaveLength(1);
      expect(places.filter((place) => place === "elsewhere").length).toBeGreaterThan(3);
    }
    expect(rounds).toHaveLength(3);
  },
);

test.for(SCREENS)(
  "a click on what cannot be done says why and names the rule, at $width",
  async (screen, { visit }) => {
    const { page } = await visit(screen);
    await quickTable(page, "outwit", "Two on this screen");
    await myTurn(page);
    const why = page.locator(".banner .why");
    await clickPlace(page, "e6");
    await why.getByText("The chip on e6 is Dark's; Light moves.").waitFor();
    await clickPlace(page, "f4");
    await why.waitFor({ state: "detached" });
    await page.getByText("The chip slides as far as it can: choose").waitFor();
    await clickPlace(page, "f2");
    await why.getByText("This chip slides as far as it can, here to f1.").waitFor();
    expect(await lastPly(page)).toBe(0);
    // What is picked stays picked; the rule opens beside the board.
    expect(await page.locator(".hit.picked").count()).toBe(1);
    await page.getByRole("button", { name: "Rule: Your turn" }).click();
    const panel = page.locator(".rules-panel");
    await panel.locator(".here").getByText("Your turn").waitFor();
    expect(new URL(page.url()).pathname).toMatch(/^\/t\//);
    await page.keyboard.press("Escape");
    await panel.waitFor({ state: "detached" });
  },
);

test.for(SCREENS)(
  "the rules open at what matters now, beside every game, at $width",
  async (screen, { visit }) => {
    const { page } = await visit(screen);
    const chapters: Record<string, string> = {
      "shell-out": "Setting up a hand",
      "shut-the-box": "A turn",
      senet: "A turn",
      outwit: "Your turn",
      "shout-7": "Setting up",
    };
    for (const { id: game } of GAMES) {
      await quickTable(page, game, "Play the computer");
      await myTurn(page);
      await page.getByRole("button", { name: "Rules", exact: true }).click();
      const chapter = chapters[game];
      if (chapter) await page.locator(".rules-panel .here", { hasText: chapter }).waitFor();
      else await page.locator(".rules-panel .prose").waitFor();
    }
  },
);

test.for(SCREENS)(
  "a move is seen before it is made, and made by the second click, at $width",
  async (screen, { visit }) => {
    const { page } = await visit(screen);
    await quickTable(page, "outwit", "Two on this screen");
    await myTurn(page);
    // i1 can only slide west: touching it does not move it, its goal is shown.
    await clickPlace(page, "i1");
    await page.locator(".preview .ghost").waitFor();
    expect(await page.locator(".hit.can").count()).toBe(1);
    expect(await lastPly(page)).toBe(0);
    await page.locator(".hit.can").dispatchEvent("click");
    await page.waitForFunction(() => document.querySelectorAll(".moves li").length === 1);
  },
);

test.for(SCREENS)(
  "with quick moves the only way is taken at the first click, at $width",
  async (screen, { visit }) => {
    const { page } = await visit(screen);
    await page.addInitScript(() =>
      localStorage.setItem("parlour.settings", JSON.stringify({ pace: "quick", quick: true })),
    );
    await quickTable(page, "outwit", "Two on this screen");
    await myTurn(page);
    await clickPlace(page, "i1");
    await page.waitForFunction(() => document.querySelectorAll(".moves li").length === 1);
  },
);

test.for(SCREENS)("a push is an arrow from its pair, at $width", async (screen, { visit }) => {
  const { page } = await visit(screen);
  await pairToPush(page);
  await clickPlace(page, "h8");
  await page.getByText("Now choose the neighbour that is pushed together with it.").waitFor();
  await clickPlace(page, "h9");
  await page.getByText("Now the direction").waitFor();
  expect(await page.locator(".push").count()).toBeGreaterThan(1);
  await page.locator(".push").first().hover();
  await page.locator(".preview .ghost").nth(1).waitFor();
  await page.locator(".push").first().click();
  await page.waitForFunction(() => document.querySelectorAll(".moves li").length === 5);
});

test.for(SCREENS)(
  "nobody is called Player 1 where somebody sits, at $width",
  async (screen, { visit }) => {
    const { page } = await visit(screen);
    await page.goto("/");
    for (const { id: game } of GAMES) {
      const id = await table(page, {
        game,
        seats: [
          { type: "me", name: "Ada" },
          { type: "computer", level: 2 },
        ],
      });
      await page.goto(`/t/${id}`);
      const chooser = new Chooser(3);
      for (let clicks = 0; clicks < 12; clicks++) {
        await myTurn(page);
        await clickOnce(page, chooser);
      }
      // All that is read or heard: text, and the words for places and pieces.
      const said = await page.evaluate(() => {
        const heard = [...document.querySelectorAll("[aria-label], [title]")];
        const labels = heard.map(
          (e) => `${e.getAttribute("aria-label")} ${e.getAttribute("title")}`,
        );
        return [document.body.textContent ?? "", ...labels];
      });
      expect(said.join("\n")).not.toMatch(/Player \d/);
      expect(said.join("\n")).toMatch(/Your? /);
    }
  },
);

test.for(SCREENS)(
  "quick hands never ask too much, and the newest pick is answered, at $width",
  async (screen, { visit }) => {
    const { page } = await visit(screen);
    let asked = 0;
    page.on("websocket", (socket) =>
      socket.on("framesent", ({ payload }) => {
        if (String(payload).includes('"ask"')) asked++;
      }),
    );
    await quickTable(page, "outwit", "Two on this screen");
    await myTurn(page);
    const picks = await page.evaluate(async () => {
      const press = (site: Element) =>
        site.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
      // Back and forth between two chips, as fast as the page draws.
      const chips = ["f4", "g3"].map((name) => document.querySelector(`.hit[data-name="${name}"]`));
      let made = 0;
      for (const end = Date.now() + 5000; Date.now() < end; made++) {
        const chip = chips[made % 2];
        if (chip) press(chip);
        await new Promise((done) => setTimeout(done, 12));
      }
      return made;
    });
    expect(picks).toBeGreaterThan(60);
    expect(asked).toBeLessThan(45);
    await page.getByText("The chip slides as far as it can: choose").waitFor();
    expect(await page.locator(".toast").count()).toBe(0);
  },
);
