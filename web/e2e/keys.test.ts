// Keys that the page hears wherever the focus is, and those that it leaves to the browser.
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect } from "vitest";
import { test } from "./house.ts";
import { importRecord, myTurn, quickTable, SHUT_THE_BOX } from "./play.ts";
import { Server } from "./server.ts";

/** A house where people throw their own dice. */
let calm: Server;
beforeAll(async () => {
  calm = await Server.start(true);
});
afterAll(async () => {
  await calm?.stop();
});

/** What has the focus, in a word. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement;
    if (element?.matches(".board .hit")) return "place";
    if (element?.matches(".moves-below .throw")) return "throw";
    return element?.closest(".result") ? "result" : (element?.tagName ?? "");
  });

test("after every throw, and at the end, the keyboard is where the game goes on", async ({
  visit,
}) => {
  const { page } = await visit({ at: calm.address });
  await quickTable(page, "shut-the-box", "Two on this screen");
  await page.locator(".moves-below .throw").focus();
  await page.keyboard.press("Enter");
  let throws = 0;
  for (let i = 0; i < 400 && !/^Over/.test(await page.title()); i++) {
    await myTurn(page);
    if (/^Over/.test(await page.title())) break;
    if ((await page.locator(".cover button").count()) > 0) {
      await page.locator(".cover button:focus").waitFor();
      await page.keyboard.press("Enter");
      continue;
    }
    if ((await page.locator(".moves-below .throw").count()) > 0) {
      await expect.poll(() => focused(page), { message: "before a throw" }).toBe("throw");
      throws++;
    } else {
      await expect.poll(() => focused(page), { message: "after a throw" }).toBe("place");
    }
    const lines = await page.locator(".moves li").count();
    await page.keyboard.press("Enter");
    // A second lid may be needed, of which the first live one has the focus again.
    await page
      .waitForFunction((n) => document.querySelectorAll(".moves li").length > n, lines, {
        timeout: 700,
      })
      .catch(() => page.keyboard.press("ArrowRight"));
    if (throws === 6) break;
  }
  expect(throws).toBeGreaterThan(3);
  await page.getByRole("button", { name: "Resign" }).focus();
  await page.keyboard.press("Enter");
  await page.getByRole("dialog").getByRole("button", { name: "Resign" }).focus();
  await page.keyboard.press("Enter");
  await expect.poll(() => focused(page)).toBe("result");
});

test("Space throws, and digits shut lids, wherever the keyboard is", async ({ visit }) => {
  const { page } = await visit({ at: calm.address });
  await quickTable(page, "shut-the-box", "Two on this screen");
  await page.locator(".moves-below .throw").waitFor();
  await page.keyboard.press(" ");
  await page.locator(".board .hit.can").first().waitFor({ state: "attached" });
  await expect.poll(() => focused(page)).toBe("place");
  const total = Number(await page.locator(".board .total text").textContent());
  const [first, second] = total > 9 ? [9, total - 9] : [total, null];
  await page.keyboard.press(String(first));
  if (second !== null) await page.keyboard.press(String(second));
  await page.locator(`.moves li:has-text("${first}")`).nth(-1).waitFor();
  await page.locator(".moves-below .throw").waitFor();
});

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
