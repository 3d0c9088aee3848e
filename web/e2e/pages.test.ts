// What a person does besides moving: by keyboard, by dragging, looking back, asking for help.
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { SCREENS } from "./browser.ts";
import { test } from "./house.ts";
import {
  Chooser,
  lastPly,
  moveOnce,
  myTurn,
  playToTheEnd,
  quickTable,
  resign,
  table,
} from "./play.ts";

test.for(SCREENS)(
  "a table is set and moves are made with the keyboard alone, at $width",
  async (screen, { visit }) => {
    const { page } = await visit(screen);
    await page.goto("/new/outwit");
    await page.waitForSelector(".opponent");
    await tabTo(page, "Play the computer");
    await page.keyboard.press("Enter");
    await page.waitForURL(/\/t\//);
    await myTurn(page);
    for (let move = 0; move < 3; move++) {
      await myTurn(page);
      const ply = await lastPly(page);
      if (!(await onBoard(page))) await tabToBoard(page);
      // Escape lays a picked piece down again.
      await page.keyboard.press("Enter");
      if (await picked(page)) {
        await page.keyboard.press("Escape");
        await page.locator(".hit.picked").waitFor({ state: "detached" });
      }
      const made = () => page.evaluate(() => document.querySelectorAll(".moves li").length);
      const keys = ["ArrowDown", "ArrowRight", "ArrowUp", "ArrowLeft"];
      for (let step = 0; step < 60 && (await made()) <= ply; step++) {
        await page.keyboard.press(keys[(step + move) % keys.length] ?? "ArrowUp");
        await page.waitForTimeout(60);
        await page.keyboard.press("Enter");
        await page.waitForTimeout(60);
      }
      expect(await made()).toBeGreaterThan(ply);
      // The ring is ours, painted above all neighbours.
      await page.waitForFunction(() => document.activeElement?.closest(".board"));
    }
  },
);

/** Whether a piece is picked soon: the only way to go of a piece is played at once. */
const picked = (page: Page) =>
  page.waitForSelector(".hit.picked", { timeout: 300 }).then(
    () => true,
    () => false,
  );

const onBoard = (page: Page) =>
  page.evaluate(() => document.activeElement?.closest(".board") !== null);

async function tabTo(page: Page, name: string) {
  for (let i = 0; i < 60; i++) {
    await page.keyboard.press("Tab");
    const text = await page.evaluate(() => document.activeElement?.textContent ?? "");
    if (text.startsWith(name)) return;
  }
  throw new Error(`${name} cannot be reached with Tab`);
}

async function tabToBoard(page: Page) {
  for (let i = 0; i < 60; i++) {
    await page.keyboard.press("Tab");
    if (await onBoard(page)) return;
  }
  throw new Error("The board cannot be reached with Tab");
}

test.for(SCREENS)(
  "moves can be dragged, confirmed and taken back, at $width",
  async (screen, { visit }) => {
    const { page } = await visit({
      ...screen,
      motion: true,
    });
    await quickTable(page, "outwit", "Two on this screen");
    await myTurn(page);
    const site = async (name: string) => {
      const box = await page.getByRole("button", { name: new RegExp(`^${name}\\b`) }).boundingBox();
      if (!box) throw new Error(`no ${name}`);
      return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    };
    const from = await site("e5");
    await page.mouse.click(from.x, from.y);
    const to = await site("e1");
    await page.keyboard.press("Escape");
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(from.x + 9, from.y + 9);
    await page.mouse.move(to.x, to.y, { steps: 4 });
    await page.mouse.up();
    await page.locator(".moves code", { hasText: "e5e1" }).waitFor();

    await page.getByRole("button", { name: "Settings" }).click();
    await page.getByLabel("Confirm each move").check();
    await page.keyboard.press("Escape");
    await myTurn(page);
    await page.locator(".hit.can").first().dispatchEvent("click");
    if (!(await page.getByRole("button", { name: "Play it" }).isVisible())) {
      await page.locator(".hit.can").first().dispatchEvent("click");
    }
    expect(await lastPly(page)).toBe(1);
    await page.getByRole("button", { name: "Play it" }).click();
    await page.waitForFunction(() => document.querySelectorAll(".moves li").length === 2);
    await page.getByRole("button", { name: "Take back" }).click();
    await page.waitForFunction(() => document.querySelectorAll(".moves li").length === 1);
  },
);

/** Waits until a replay stands at this ply. */
const at = (page: Page, ply: number) => page.waitForFunction((n) => location.hash === `#${n}`, ply);

test.for(SCREENS)(
  "a finished game can be replayed, linked to, saved and brought back, at $width",
  async (screen, { visit }) => {
    // A record that cannot be read is refused.
    const { page } = await visit({ ...screen, allow: /400/ });
    await quickTable(page, "shout-7", "Two on this screen");
    await playToTheEnd(page, 21);
    await page.getByRole("link", { name: "Look back" }).click();
    await page.waitForURL(/\/replay/);
    await page.waitForSelector(".replay .board");
    const end = Number(await page.getByLabel("Position in the game").getAttribute("max"));
    expect(end).toBeGreaterThan(5);
    // It opens at the end.
    expect(await page.getByLabel("Position in the game").inputValue()).toBe(String(end));
    await page.getByRole("button", { name: "To the start" }).click();
    await at(page, 0);
    // Each turn lays two pieces.
    await page.getByRole("button", { name: "Next turn" }).click();
    await at(page, 2);
    await page.keyboard.press("ArrowRight");
    await at(page, 4);
    await page.getByRole("button", { name: "To the end" }).click();
    await at(page, end);
    await page.locator(".moves a").nth(2).click();
    await at(page, 3);
    await page.getByRole("button", { name: "Play", exact: true }).click();
    await page.waitForFunction(() => Number(location.hash.slice(1)) >= 5, undefined, {
      timeout: 10_000,
    });
    // Nothing is hidden in this game, so everybody's eyes see the same.
    expect(await page.getByLabel("Through the eyes of").count()).toBe(0);

    const waiting = page.waitForEvent("download");
    await page.getByRole("button", { name: "Save as text" }).click();
    const stream = await (await waiting).createReadStream();
    let text = "";
    for await (const chunk of stream) text += chunk;
    await page.goto("/import");
    await page.getByLabel("The record").fill(text);
    let imports = 0;
    const missing: string[] = [];
    page.on("request", (request) => {
      if (request.method() === "POST" && request.url().endsWith("/records")) imports++;
    });
    page.on("response", (answer) => {
      if (answer.status() === 404) missing.push(answer.url());
    });
    await page.getByRole("button", { name: "Look at it" }).dblclick();
    await page.waitForURL(/\/replay/);
    await page.waitForSelector(".replay .board");
    expect(imports).toBe(1);
    expect(Number(await page.getByLabel("Position in the game").getAttribute("max"))).toBe(end);

    // A record of a game without dice has no account of them to ask for.
    await page.getByRole("link", { name: "To the table" }).click();
    await page.waitForSelector(".result");
    await page.waitForLoadState("networkidle");
    expect(missing).toEqual([]);

    await page.goto("/import");
    await page.getByLabel("The record").fill("this is no record");
    await page.getByRole("button", { name: "Look at it" }).click();
    await page.getByRole("alert").waitFor();
  },
);

test.for(SCREENS)(
  "a hint points at a move, the computer takes a seat and gives it back, at $width",
  async (screen, { visit }) => {
    const { page } = await visit(screen);
    await page.goto("/");
    // The other side takes its time, so that the seat can be taken back before the game is over.
    const id = await table(page, {
      game: "outwit",
      options: [],
      seats: [
        { type: "me", name: null },
        { type: "computer", level: 8 },
      ],
      clock: { type: "none" },
      public: false,
    });
    await page.goto(`/t/${id}`);
    await moveOnce(page, new Chooser(2));
    await myTurn(page);
    await page.getByRole("button", { name: "Hint" }).click();
    await page.getByText(/^Look at [a-i]\d+\.$/).waitFor();
    expect(await page.locator(".hit.hint").count()).toBe(1);
    await page.getByRole("button", { name: "Show the move" }).click();
    await page.locator(".hint-box li").first().waitFor();
    expect(await page.locator(".hit.hint").count()).toBe(2);
    // After one move nobody has won or lost.
    expect(await page.locator(".hint-box .worth").first().textContent()).toMatch(/[1-9]\d% to win/);
    await page.getByRole("button", { name: "Why?" }).click();
    await page.locator(".hint-box .reasons, .hint-box .quiet").last().waitFor();
    await page.getByLabel("Let the computer play for me").selectOption("1");
    await page.getByRole("button", { name: "Take my seat back" }).click();
    await myTurn(page);
    await resign(page);
    await page.waitForFunction(() => /^Over/.test(document.title));
  },
);
