// Keys that the page hears wherever the focus is, and those that it leaves to the browser.
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { test } from "./house.ts";
import { importRecord, SHUT_THE_BOX } from "./play.ts";

/** Notes whether the page kept a key for itself. */
async function taken(page: Page, key: string): Promise<boolean> {
  await page.evaluate(() => {
    const note = (event: KeyboardEvent) => {
      if (/^(Alt|Control|Meta)$/.test(event.key)) return;
      document.body.dataset.taken = String(event.defaultPrevented);
      // The browser would leave the page.
      event.preventDefault();
      removeEventListener("keydown", note);
    };
    addEventListener("keydown", note);
  });
  await page.keyboard.press(key);
  return page.evaluate(() => document.body.dataset.taken === "true");
}

test("a replay steps by arrows, but not behind a dialog and not with Alt", async ({ visit }) => {
  const { page } = await visit();
  const id = await importRecord(page, SHUT_THE_BOX);
  await page.goto(`/t/${id}/replay#2`);
  await page.waitForSelector(".stepper");
  expect(await taken(page, "ArrowRight")).toBe(true);
  const stepped = page.url();
  expect(stepped).not.toMatch(/#2$/);
  expect(await taken(page, "Alt+ArrowLeft")).toBe(false);
  expect(page.url()).toBe(stepped);
  await page.goto(`/t/${id}/replay#0`);
  await page.getByRole("button", { name: "Make a lesson" }).click();
  await page.getByRole("button", { name: "Close" }).focus();
  expect(await taken(page, "ArrowRight")).toBe(false);
  expect(page.url()).toMatch(/#0$/);
});

test("a board leaves keys with Alt to the browser", async ({ visit }) => {
  const { page } = await visit();
  await page.goto("/analyse/outwit");
  await page.waitForSelector(".board .hit.can");
  await page.locator(".board .hit.can").first().focus();
  expect(await taken(page, "Alt+ArrowLeft")).toBe(false);
});
