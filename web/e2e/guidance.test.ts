// At the table: what to do, why not, what will happen; for the mouse, the finger and the keyboard.
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { expectAccessible, visit } from "./browser.ts";
import { browser, server } from "./house.ts";
import { Chooser, clickOnce, lastPly, myTurn, quickTable, table } from "./play.ts";

const GAMES = ["shell-out", "shut-the-box", "senet", "outwit", "shout-7"] as const;
const SIZES = [
  { width: 1280, height: 900 },
  { width: 390, height: 844 },
] as const;

/** What the banner tells the player to do. */
const guide = async (page: Page) => (await page.locator(".banner .guide").textContent()) ?? "";

const active = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement;
    if (!element || element === document.body) return "page";
    return element.closest(".board") ? "board" : "elsewhere";
  });

test.each(GAMES)("%s: Tab comes to the board once and leaves it", async (game) => {
  const { page, context } = await visit(browser, server.address);
  await quickTable(page, game, "Play the computer");
  await myTurn(page);
  // The table comes to rest before the keys begin.
  await page.waitForTimeout(500);
  const places: string[] = [];
  // Not so often that the focus comes round again.
  for (let i = 0; i < 20 && places.filter((place) => place === "elsewhere").length < 8; i++) {
    await page.keyboard.press("Tab");
    // Nobody presses it again before the board has drawn where the focus is.
    await page.waitForTimeout(60);
    places.push(await active(page));
  }
  expect(places.filter((place) => place === "board")).toHaveLength(1);
  expect(places.filter((place) => place === "elsewhere").length).toBeGreaterThan(3);
  await context.close();
});

test.each(SIZES)("every step of every game says what to do, at $width", async (size) => {
  const { page, context, problems } = await visit(browser, server.address, size);
  const first: Record<string, RegExp> = {
    "shell-out": /^Hide your \d+ under one of your shells/,
    "shut-the-box": /^You threw \d+: shut /,
    senet: /^You threw \d: enter a piece on square \d+/,
    outwit: /^Choose a light chip to slide/,
    "shout-7": /^Lay your first black piece/,
  };
  for (const game of GAMES) {
    await quickTable(page, game, "Play the computer");
    await myTurn(page);
    expect(await guide(page)).toMatch(first[game] as RegExp);
    // Whatever is clicked, there is a sentence that begins with a capital and ends with a stop.
    const chooser = new Chooser(6);
    for (let clicks = 0; clicks < 6; clicks++) {
      await myTurn(page);
      await page.waitForFunction(() => document.querySelector(".banner .guide")?.textContent);
      expect(await guide(page)).toMatch(/^[A-Z0-9].*\.$/);
      await clickOnce(page, chooser);
    }
  }
  expect(problems).toEqual([]);
  await context.close();
});

/** Clicks the middle of a place by its name, as a mouse does. */
async function clickPlace(page: Page, label: RegExp) {
  const index = await page.evaluate((source) => {
    const found = [...document.querySelectorAll(".board .hit")].findIndex((hit) =>
      new RegExp(source).test(hit.getAttribute("data-name") ?? ""),
    );
    return found;
  }, label.source);
  const box = await page.locator(".board .hit").nth(index).boundingBox();
  if (!box) throw new Error(`no place ${label}`);
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
}

test.each(SIZES)(
  "a click on what cannot be done says why and names the rule, at $width",
  async (size) => {
    const { page, context, problems } = await visit(browser, server.address, size);
    await quickTable(page, "outwit", "Two on this screen");
    await myTurn(page);
    const why = page.locator(".banner .why");
    await clickPlace(page, /^e6$/);
    await why.getByText("The chip on e6 is dark's; light moves.").waitFor();
    await clickPlace(page, /^f4$/);
    await why.waitFor({ state: "detached" });
    await page.getByText("The chip slides as far as it can: choose").waitFor();
    await clickPlace(page, /^f2$/);
    await why.getByText("A chip without a dot slides as far as it can, here to f1.").waitFor();
    expect(await lastPly(page)).toBe(0);
    // What is picked stays picked; the rule opens beside the board.
    expect(await page.locator(".hit.picked").count()).toBe(1);
    await page.getByRole("button", { name: "Rule: Your turn" }).click();
    const panel = page.locator(".rules-panel");
    await panel.locator(".here").getByText("Your turn").waitFor();
    expect(new URL(page.url()).pathname).toMatch(/^\/t\//);
    await expectAccessible(page);
    await page.keyboard.press("Escape");
    await panel.waitFor({ state: "detached" });
    expect(problems).toEqual([]);
    await context.close();
  },
);

test("the rules open at what matters now, beside every game", async () => {
  const { page, context } = await visit(browser, server.address);
  const chapters: Record<string, string> = {
    "shell-out": "Setting up a hand",
    "shut-the-box": "A turn",
    senet: "A turn",
    outwit: "Your turn",
    "shout-7": "Setting up",
  };
  for (const game of GAMES) {
    await quickTable(page, game, "Play the computer");
    await myTurn(page);
    await page.getByRole("button", { name: "Rules", exact: true }).click();
    await page.locator(".rules-panel .here", { hasText: chapters[game] as string }).waitFor();
    await expectAccessible(page);
  }
  await context.close();
});

test("a move is seen before it is made, and made by the second click", async () => {
  const { page, context, problems } = await visit(browser, server.address);
  await quickTable(page, "outwit", "Two on this screen");
  await myTurn(page);
  // i1 can only slide west: touching it does not move it, its goal is shown.
  await clickPlace(page, /^i1$/);
  await page.locator(".preview .ghost").waitFor();
  expect(await page.locator(".hit.can").count()).toBe(1);
  expect(await lastPly(page)).toBe(0);
  await page.locator(".hit.can").dispatchEvent("click");
  await page.waitForFunction(() => document.querySelectorAll(".moves li").length === 1);
  expect(problems).toEqual([]);
  await context.close();
});

test("with quick moves the only way is taken at the first click", async () => {
  const { page, context } = await visit(browser, server.address);
  await page.addInitScript(() =>
    localStorage.setItem("parlour.settings", JSON.stringify({ pace: "quick", quick: true })),
  );
  await quickTable(page, "outwit", "Two on this screen");
  await myTurn(page);
  await clickPlace(page, /^i1$/);
  await page.waitForFunction(() => document.querySelectorAll(".moves li").length === 1);
  await context.close();
});

test("a push is an arrow from its pair", async () => {
  const { page, context } = await visit(browser, server.address);
  await quickTable(page, "shout-7", "Two on this screen");
  for (const cell of ["g7", "g8", "h8", "h9"]) {
    await myTurn(page);
    const ply = await lastPly(page);
    await clickPlace(page, new RegExp(`^${cell}$`));
    await page.waitForFunction((n) => document.querySelectorAll(".moves li").length > n, ply);
  }
  await myTurn(page);
  await clickPlace(page, /^h8$/);
  await page.getByText("Now choose the neighbour that is pushed together with it.").waitFor();
  await clickPlace(page, /^h9$/);
  await page.getByText("Now the direction").waitFor();
  expect(await page.locator(".push").count()).toBeGreaterThan(1);
  await page.locator(".push").first().hover();
  await page.locator(".preview .ghost").nth(1).waitFor();
  await page.locator(".push").first().click();
  await page.waitForFunction(() => document.querySelectorAll(".moves li").length === 5);
  await context.close();
});

test("nobody is called Player 1 where somebody sits", async () => {
  const { page, context } = await visit(browser, server.address);
  await page.goto("/");
  for (const game of ["shut-the-box", "shell-out"]) {
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
    const said = await page.evaluate(() =>
      [".banner", ".moves", ".who .name"].map((s) =>
        [...document.querySelectorAll(s)].map((e) => e.textContent).join("\n"),
      ),
    );
    expect(said.join("\n")).not.toMatch(/Player \d/);
    expect(said.join("\n")).toMatch(/You (draw|hide|move|throw|shut)/);
  }
  await context.close();
});

test("what to do, why not and what happened are each announced once", async () => {
  const { page, context } = await visit(browser, server.address);
  await quickTable(page, "outwit", "Two on this screen");
  await myTurn(page);
  const announced = (words: string) =>
    page.evaluate(
      (text) =>
        [...document.querySelectorAll("[role=status], [role=alert], [aria-live]")].filter(
          (region) => region.textContent?.includes(text),
        ).length,
      words,
    );
  expect(await announced(await guide(page))).toBe(1);
  await clickPlace(page, /^e6$/);
  await page.locator(".banner .why").waitFor();
  expect(await announced("The chip on e6 is dark's")).toBe(1);
  // The keyboard gets the same answer: with Shift every place can be visited.
  await page.locator('.board .hit[data-name="f4"]').focus();
  await page.keyboard.press("Shift+ArrowRight");
  await page.keyboard.press("Enter");
  await page.getByText("The chip on g4 is dark's; light moves.").waitFor();
  await clickPlace(page, /^f4$/);
  await clickPlace(page, /^f1$/);
  await page.getByText("slides from f4 to f1").first().waitFor();
  expect(await announced("slides from f4 to f1")).toBe(1);
  await context.close();
});
