// The way to a game: the first page, the set-up, the end of a game and back.
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { expectAccessible, SCREENS } from "./browser.ts";
import { test } from "./house.ts";
import { Chooser, moveOnce, myTurn, openChoices, quickTable, resign, table } from "./play.ts";
import { GAMES } from "./server.ts";

const boxes = (page: Page, selector: string) =>
  page.evaluate(
    (each) =>
      [...document.querySelectorAll(each)].map((element) => {
        const { x, y, width, height, right, bottom } = element.getBoundingClientRect();
        return { x, y, width, height, right, bottom };
      }),
    selector,
  );

/** Everything that moved by itself since the page was opened. */
const shifted = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((done) => {
        let sum = 0;
        const observer = new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) {
            const shift = entry as PerformanceEntry & { value: number; hadRecentInput: boolean };
            if (!shift.hadRecentInput) sum += shift.value;
          }
        });
        observer.observe({ type: "layout-shift", buffered: true });
        requestAnimationFrame(() => setTimeout(() => done(sum), 100));
      }),
  );

test.for(SCREENS)(
  "all games are equal cards, and one click plays, at $width",
  async (screen, { visit }) => {
    const { page } = await visit(screen);
    await page.goto("/");
    await page.waitForSelector(".shelf .card");
    const cards = await boxes(page, ".shelf .card");
    expect(cards).toHaveLength(GAMES.length);
    const widths = cards.map((card) => Math.round(card.width));
    expect(new Set(widths).size).toBe(1);
    // At least two games are seen at once, wholly.
    expect(cards.filter((card) => card.bottom <= screen.height).length).toBeGreaterThanOrEqual(2);
    for (const hidden of await boxes(page, ".foot form, .foot a")) {
      expect(hidden.y).toBeGreaterThanOrEqual(screen.height);
    }
    // One click anywhere on the card plays.
    const picture = (await boxes(page, ".card .picture"))[0];
    if (!picture) throw new Error("no picture");
    await page.mouse.click(picture.x + picture.width / 2, picture.y + picture.height / 2);
    await page.waitForURL(/\/t\//);
    await page.goBack();
    await page.getByRole("link", { name: "More ways to play Outwit" }).click();
    await page.waitForURL(/\/new\//);
    await page.goBack();
    await page.getByRole("button", { name: "Play Outwit now" }).click();
    await page.waitForURL(/\/t\//);
    await myTurn(page);
  },
);

test("on a wide screen the first page stands under its header", async ({ visit }) => {
  const { page } = await visit({ width: 1920, height: 1080 });
  await page.goto("/");
  await page.waitForSelector(".shelf .card");
  const [logo] = await boxes(page, ".top .home");
  const [shelf] = await boxes(page, ".shelf");
  const [menu] = await boxes(page, ".top .menu");
  expect(Math.abs((logo?.x ?? 0) - (shelf?.x ?? 99))).toBeLessThan(1);
  expect((menu?.right ?? 0) - (shelf?.right ?? 99)).toBeLessThan(20);
  const rows = new Set((await boxes(page, ".card")).map((card) => Math.round(card.y)));
  expect(rows.size).toBe(1);
});

test.for(SCREENS)(
  "running games come first, finished ones fold away, each can be removed, at $width",
  async (screen, { visit }) => {
    const { page } = await visit(screen);
    await page.goto("/");
    const seats = [
      { type: "me", name: null },
      { type: "computer", level: 1 },
    ];
    await table(page, { game: "outwit", seats });
    const ended = await table(page, { game: "outwit", seats });
    await page.goto(`/t/${ended}`);
    await myTurn(page);
    await resign(page);
    await page.waitForSelector(".result");
    await page.goto("/");
    await page.waitForSelector(".chip");
    const [chip] = await boxes(page, ".chip");
    const [card] = await boxes(page, ".card");
    expect(chip?.bottom ?? 0).toBeLessThan(card?.y ?? 0);
    const cut = await page
      .locator(".chip strong")
      .evaluate((name) => name.scrollWidth > name.clientWidth);
    expect(cut).toBe(false);
    expect(await page.locator(".finished").getAttribute("open")).toBeNull();
    await expectAccessible(page, "with running and finished games", screen);
    await page.getByRole("button", { name: "Remove Outwit" }).first().click();
    await page.locator(".chip").waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Undo" }).click();
    await page.waitForSelector(".chip");
    await page.locator(".finished summary").click();
    await page.locator(".finished").getByRole("button", { name: "Remove Outwit" }).click();
    await page.locator(".finished").waitFor({ state: "detached" });
    await page.reload();
    await page.waitForSelector(".chip");
    expect(await page.locator(".finished").count()).toBe(0);
  },
);

test.for(SCREENS)(
  "the computer plays at the level that was picked, at $width",
  async (screen, { visit }) => {
    const { page } = await visit(screen);
    await page.goto("/new/senet");
    await page.getByLabel("Level 5: Experienced").check({ force: true });
    const play = page.getByRole("button", { name: "Play the computer" });
    expect(await play.textContent()).toContain("Experienced");
    await expectAccessible(page, "the set-up", screen);
    await play.click();
    await page.waitForURL(/\/t\//);
    await myTurn(page);
    expect(await page.locator(".players").textContent()).toContain("Experienced");
    // What was pressed is gone: the keyboard goes on from the top of the page.
    expect(await page.evaluate(() => document.activeElement?.id)).toBe("main");
    await page.goto("/new/senet");
    expect(await page.getByLabel("Level 5: Experienced").isChecked()).toBe(true);
  },
);

test.for(SCREENS)(
  "two on one screen are asked for their names, at $width",
  async (screen, { visit }) => {
    const { page } = await visit(screen);
    await page.goto("/new/outwit");
    await page.getByRole("button", { name: "Two on this screen" }).click();
    await page.getByLabel("First player").fill("Ada");
    await page.getByLabel("Second player").fill("Bea");
    await expectAccessible(page, "the names", screen);
    await page.keyboard.press("Enter");
    await page.waitForURL(/\/t\//);
    await myTurn(page);
    const players = await page.locator(".players").textContent();
    expect(players).toContain("Ada");
    expect(players).toContain("Bea");
  },
);

test.for(SCREENS)(
  "options are folded away and have plain names, at $width",
  async (screen, { visit }) => {
    const { page } = await visit(screen);
    await page.goto("/new/shell-out");
    await page.getByText("More choices").click();
    await page.waitForSelector(".custom form");
    expect(await page.getByLabel("Play to a score").isVisible()).toBe(false);
    await openChoices(page, "shell-out");
    expect(await page.getByLabel("Play to a score").inputValue()).toBe("");
    await page.getByLabel("Hands in a game").fill("1");
    await expectAccessible(page, "all choices", screen);
    await page.getByRole("button", { name: "Set the table" }).click();
    await page.waitForURL(/\/t\//);
    await myTurn(page);
    expect(await page.evaluate(() => document.activeElement?.id)).toBe("main");
  },
);

test.for(SCREENS)("the end is a card that leads on, at $width", async (screen, { visit }) => {
  const { page } = await visit(screen);
  await quickTable(page, "outwit", "Play the computer");
  await moveOnce(page, new Chooser(3));
  await myTurn(page);
  await resign(page);
  const card = page.getByRole("region", { name: "Result" });
  await card.waitFor();
  expect(await card.locator(".headline").textContent()).toBe("You resigned.");
  await expectAccessible(page, "the result", screen);
  await card.getByRole("button", { name: "Hide the result" }).click();
  await card.waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Show the result" }).click();
  const old = page.url();
  await card.getByRole("button", { name: "Easier: First game" }).click();
  await page.waitForURL((url) => url.href !== old && /\/t\//.test(url.pathname));
  await myTurn(page);
  expect(await page.locator(".players").textContent()).toContain("First game");
  await page.goto(old);
  await card.getByRole("link", { name: "Look back" }).click();
  await page.waitForURL(/\/replay/);
  await page.waitForSelector(".replay .board");
  const position = page.getByLabel("Position in the game");
  expect(await position.inputValue()).toBe(await position.getAttribute("max"));
  await page.goto(old);
  await card.getByRole("button", { name: "Rematch" }).click();
  await page.waitForURL((url) => url.href !== old && /\/t\/[^/]+$/.test(url.pathname));
});

test.for(SCREENS)("nothing jumps while a page loads, at $width", async (screen, { visit }) => {
  const { page } = await visit(screen);
  await page.goto("/");
  await page.waitForSelector(".shelf .card");
  await page.waitForLoadState("networkidle");
  expect(await shifted(page)).toBeLessThan(0.05);
  await page.goto("/new/senet");
  await page.waitForSelector(".opponent");
  await page.waitForLoadState("networkidle");
  expect(await shifted(page)).toBeLessThan(0.05);
  const id = await table(page, {
    game: "outwit",
    seats: [
      { type: "me", name: null },
      { type: "computer", level: 1 },
    ],
  });
  await page.goto(`/t/${id}`);
  await myTurn(page);
  expect(await shifted(page)).toBeLessThan(0.05);
  // A browser that has forgotten its running games, and is known to the server.
  await page.evaluate(() => localStorage.clear());
  await page.goto("/");
  await page.waitForSelector(".chip");
  await page.waitForLoadState("networkidle");
  expect(await shifted(page)).toBeLessThan(0.05);
});

test.for(SCREENS)(
  "what was played, learnt and solved stands on the visitor's own page, at $width",
  async (screen, { visit }) => {
    const { page } = await visit(screen);
    await quickTable(page, "outwit", "Play the computer");
    await myTurn(page);
    await resign(page);
    await page.locator(".result").waitFor();
    await page.evaluate(() => {
      const solved = { "outwit/slide-to-the-end": { stars: 3 }, "outwit/puzzle-3": { stars: 2 } };
      localStorage.setItem("parlour.lessons", JSON.stringify(solved));
    });
    await page.goto("/");
    await page.getByRole("link", { name: /^Lesson 2 of \d+: Outwit$/ }).waitFor();
    await page.getByRole("link", { name: "Your games and progress" }).focus();
    await page.keyboard.press("Enter");
    const outwit = page.locator(".by-game li", { hasText: "Outwit" });
    await outwit.getByText("1 lost").first().waitFor();
    expect(await outwit.innerText()).toMatch(
      /Level \d, [\s\S]*1 lost[\s\S]*1 of \d+, 3 stars[\s\S]*1 of \d+/,
    );
    await expectAccessible(page, "the visitor's own page", screen);
    await page.getByRole("link", { name: /^Report on Outwit/ }).click();
    await page.waitForURL(/\/replay#report$/);
  },
);

test("the page is small, and can be installed", async ({ visit }) => {
  const { page } = await visit();
  await page.goto("/");
  await page.waitForSelector(".shelf .card");
  await page.evaluate(() => document.fonts.ready);
  // At a table everything is loaded that a game is played with.
  await quickTable(page, "senet", "Play the computer");
  const sizes = await page.evaluate(() => {
    const sizes = new Map<string, number>();
    for (const entry of performance.getEntriesByType("resource")) {
      sizes.set(entry.name, (entry as PerformanceResourceTiming).encodedBodySize);
    }
    const sum = (ending: RegExp) =>
      [...sizes].reduce((all, [name, size]) => all + (ending.test(name) ? size : 0), 0);
    return { js: sum(/\.js$/), css: sum(/\.css$/), fonts: sum(/\.woff2$/) };
  });
  expect(sizes.js).toBeGreaterThan(30_000);
  expect(sizes.css).toBeGreaterThan(5_000);
  expect(sizes.js + sizes.css).toBeLessThan(60_000);
  expect(sizes.fonts).toBeGreaterThan(10_000);
  expect(sizes.fonts).toBeLessThan(45_000);
  const manifest = await page.evaluate(async () => {
    const link = document.querySelector<HTMLLinkElement>('link[rel="manifest"]');
    const found = (await (await fetch(link?.href ?? "")).json()) as { icons: { src: string }[] };
    const icons = await Promise.all(found.icons.map(async ({ src }) => (await fetch(src)).ok));
    return { ...found, icons };
  });
  expect(manifest).toMatchObject({ name: "Parlour", display: "standalone", start_url: "/" });
  expect(manifest.icons.length).toBeGreaterThanOrEqual(3);
  expect(manifest.icons).not.toContain(false);
});
