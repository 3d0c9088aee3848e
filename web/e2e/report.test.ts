// The report on a finished game: graph, account, key moments, better lines, and another try.
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { expectAccessible, SCREENS } from "./browser.ts";
import { test } from "./house.ts";
import { importRecord, SHUT_THE_BOX } from "./play.ts";

const graph = (page: Page) => page.getByRole("slider", { name: "Everybody's share of the win" });

test.for(SCREENS)(
  "a finished game has a report that leads to its moves, at $width",
  async (screen, { visit }) => {
    const { page } = await visit(screen);
    const id = await importRecord(page, SHUT_THE_BOX);
    await page.goto(`/t/${id}/replay`);
    await page.getByRole("button", { name: "Make the report" }).click();
    await graph(page).waitFor();
    // The verdict comes first, then moments with their boards; sums are behind a word.
    const report = page.getByRole("region", { name: "Report" });
    await expect.poll(() => report.locator(".verdicts").innerText()).toContain("big mistake");
    expect(await report.locator(".key-moments .moment-board svg").count()).toBeGreaterThan(2);
    expect(await report.getByText("At the start").isVisible()).toBe(false);
    await report.getByText("How this is counted").click();
    // The account in words and figures.
    await expect.poll(() => report.innerText()).toContain("Ann was unlucky by 46 points");
    await expect.poll(() => report.innerText()).toContain("Bob was lucky by 46 points");
    const rows = () => report.locator(".account tr").allInnerTexts();
    expect((await rows()).map((row) => row.replace(/\s+/g, " ").trim())).toEqual([
      "At the start 50",
      "Luck −46",
      "Own errors −16",
      "Others' errors +12",
      "At the end 0",
    ]);
    await expectAccessible(page, "the report", screen);
    const below = await page.evaluate(() => {
      const end = document.querySelector(".log")?.getBoundingClientRect().bottom ?? 0;
      return document.documentElement.scrollHeight - (end + scrollY);
    });
    expect(below, "nothing but a margin follows the moves").toBeLessThan(120);
    // The graph by keyboard and by mouse.
    await graph(page).focus();
    await page.keyboard.press("Home");
    await page.waitForURL(/#0$/);
    await page.keyboard.press("ArrowRight");
    await page.waitForURL(/#1$/);
    await page.keyboard.press("End");
    await page.waitForURL(/#34$/);
    await graph(page).click({ position: { x: 2, y: 60 } });
    await page.waitForURL(/#0$/);
    await report.getByText("The graph as a table").click();
    await expect.poll(() => report.locator(".as-table tbody tr").count()).toBe(34);
    // Marks in the list of moves, key moments, and the better line on the board.
    await expect.poll(() => page.locator('.moves [data-ply="6"] .mark').innerText()).toContain("?");
    await report.getByRole("button", { name: "6. 1+4" }).click();
    await page.waitForURL(/#6$/);
    await expect.poll(() => report.innerText()).toContain("Mistake: 8 points lost.");
    await report.getByRole("button", { name: "Show it" }).first().click();
    await page.getByText("Better line, 1 of 1").waitFor();
    await page.getByRole("button", { name: "To the game" }).click();
    // Before the mistake the better move is drawn.
    await page.locator(".board:not(.moment-board > .board) .best-moves").waitFor();
    // The second look costs nothing.
    await page.reload();
    await graph(page).waitFor();
  },
);

test.for(SCREENS)(
  "a mistake is a question with two hints, at $width",
  async (screen, { visit }) => {
    const { page } = await visit(screen);
    const id = await importRecord(page, SHUT_THE_BOX);
    // The link of the result card asks for the report at once.
    await page.goto(`/t/${id}/replay#report`);
    await page.getByRole("button", { name: /Try Ann's .* again/ }).click();
    await page.getByRole("heading", { name: "Find a better move" }).waitFor();
    const said = () => page.locator(".banner .todo").innerText();
    const shut = async (...lids: number[]) => {
      await page.locator(".felt").evaluate((felt) => felt.scrollIntoView({ block: "end" }));
      for (const lid of lids) await page.locator(`.board .hit.can[data-name="${lid}"]`).click();
    };
    await shut(1, 4);
    await expect.poll(said).toContain("that loses 8 points");
    await page.getByRole("button", { name: "Show the piece" }).click();
    await page.locator(".best-moves .ring").waitFor();
    await expectAccessible(page, "a question", screen);
    await shut(5);
    await expect.poll(said).toContain("Right: nothing is better.");
    await page.getByRole("button", { name: "Next mistake" }).click();
    await expect.poll(() => page.locator(".banner").innerText()).toContain("Mistake 2 of 2");
    await page.getByRole("button", { name: "Show the piece" }).click();
    await page.getByRole("button", { name: "Show the move" }).click();
    await expect.poll(said).toContain("The best move:");
    await page.getByRole("button", { name: "Back to the replay" }).click();
    await graph(page).waitFor();
    // The browser's way back leads to the replay, too.
    await page.getByRole("button", { name: /Try Ann's .* again/ }).click();
    await page.getByRole("heading", { name: "Find a better move" }).waitFor();
    await page.goBack();
    await graph(page).waitFor();
  },
);
