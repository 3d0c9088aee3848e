// A position that is set up by clicks and keys: pieces, the side to move, counts, and what is wrong meanwhile.
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { expectAccessible, SCREENS } from "./browser.ts";
import { test } from "./house.ts";
import { clickPlace } from "./play.ts";
import { GAMES } from "./server.ts";

async function setUp(page: Page, address: string) {
  await page.goto(`/analyse/${address}`);
  await page.getByRole("button", { name: "Set up a position" }).click();
  await page.locator(".setting-up .board .hit.can").first().waitFor();
}

/** The sentence about the position. */
const says = (page: Page, words: string | RegExp) =>
  expect.poll(() => page.locator(".setting-up .banner .todo").innerText()).toMatch(words);

const legal = /This is a legal position/;
const use = (page: Page) => page.getByRole("button", { name: "Analyse this position" });
const tool = (page: Page, name: string) => page.getByRole("radio", { name, exact: true });
const text = (page: Page) => page.getByLabel("Position", { exact: true });
const repair = (page: Page) => page.getByRole("button", { name: /nearest legal position/ });

/** What is said of a place. */
const words = (page: Page, place: string) =>
  page.locator(`.setting-up .hit[data-name="${place}"]`).getAttribute("aria-label");

async function press(page: Page, place: string) {
  await page.locator(".felt").evaluate((felt) => felt.scrollIntoView({ block: "end" }));
  await clickPlace(page, place);
}

test.for(SCREENS)(
  "chips are put, moved and taken away by clicks, at $width",
  async (screen, { visit }) => {
    const { page } = await visit(screen);
    await setUp(page, "outwit");
    await says(page, legal);
    // One is moved.
    await press(page, "e5");
    await press(page, "c4");
    await expect.poll(() => words(page, "c4")).toContain("light power chip");
    expect(await words(page, "e5")).toBe("e5");
    await says(page, legal);
    // One is taken away: eight are too few, and nothing can be analysed.
    await tool(page, "Take away").check({ force: true });
    await press(page, "c4");
    await says(page, /^Each side has one power chip/);
    expect(await use(page).isDisabled()).toBe(true);
    if (screen === SCREENS[0]) await expectAccessible(page, "with a chip missing");
    // It is put elsewhere, and taken away by the same click, and put again.
    await tool(page, "Put: light power chip").check({ force: true });
    for (const _ of [1, 2, 3]) await press(page, "d2");
    await expect.poll(() => words(page, "d2")).toContain("light power chip");
    await says(page, legal);
    await page.getByLabel("To move").selectOption({ label: "Dark" });
    await page.getByLabel("Actions since a chip entered its corner").fill("7");
    await page.getByLabel("Actions since a chip entered its corner").blur();
    await page.getByText("As text").click();
    await expect.poll(() => text(page).inputValue()).toMatch(/ d 7$/);
    await use(page).click();
    await expect.poll(() => page.url()).toContain("p=");
    await expect.poll(() => page.locator(".banner .todo").innerText()).toContain("Dark to move");
  },
);

test("a position is set up with the keyboard alone", async ({ visit }) => {
  const { page } = await visit();
  await setUp(page, "senet");
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe("Set up a position");
  await tool(page, "Move").focus();
  await page.keyboard.press("ArrowRight");
  expect(await tool(page, "Put: black piece").isChecked()).toBe(true);
  await page.keyboard.press("Shift+Tab");
  await page.keyboard.press("Enter");
  await expect.poll(() => words(page, "1")).toContain("black piece");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  await expect.poll(() => words(page, "3")).toContain("black piece");
  // Square 1 is taken now, which decides who has the odd squares; the nearest legal position says so.
  await says(page, /stands on square 1/);
  await repair(page).focus();
  await page.keyboard.press("Enter");
  await says(page, legal);
  expect(await page.getByLabel("Has the odd squares").inputValue()).toBe("b");
  await page.getByRole("button", { name: "Cancel" }).focus();
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Analysis of Senet" }).waitFor();
  expect(page.url()).not.toContain("p=");
});

test.for(SCREENS)("lids are opened and shut by a tap, at $width", async (screen, { visit }) => {
  const { page } = await visit({
    ...screen,
    touch: true,
  });
  await setUp(page, "shut-the-box");
  for (const lid of ["9", "8", "9"]) {
    await page.locator(`.setting-up .hit[data-name="${lid}"]`).tap();
  }
  await expect.poll(() => words(page, "8")).toContain("shut");
  await expect.poll(() => words(page, "9")).toContain("open");
  await page.getByLabel("Dice").selectOption({ label: "6 and 4" });
  await says(page, legal);
  await page.getByLabel("Player 1's score").fill("50");
  await page.getByLabel("Player 1's score").blur();
  await says(page, /50 points and is out/);
});

test("every game is set up by clicks, and the text says the same", async ({ visit }) => {
  const { page } = await visit();
  for (const { id, secrets } of GAMES) {
    await setUp(page, id);
    await page.getByText("As text").click();
    const before = await text(page).inputValue();
    const tools = page.locator(".palette input");
    if ((await tools.count()) > 0) await tools.nth(1).check({ force: true });
    const places = page.locator(".setting-up .hit.can");
    await places.nth(Math.floor((await places.count()) / 2)).focus();
    await page.keyboard.press("Enter");
    await expect.poll(() => text(page).inputValue(), { message: id }).not.toBe(before);
    // Typed, the old text brings the old board back.
    await text(page).fill(before);
    await says(page, legal);
    if (secrets) await expectAccessible(page, id);
  }
  // What cannot be read is said, and the board waits for a better text.
  await text(page).fill("nonsense");
  await says(page, /./);
  await expect.poll(() => use(page).isDisabled()).toBe(true);
});
