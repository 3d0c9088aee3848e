// Puzzles as somebody solves them: wrong, then right, why, the line, the analysis, the next one.
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import type { Layout, LessonView, PuzzleList } from "../src/wire.ts";
import { expectAccessible, SCREENS, visit } from "./browser.ts";
import { browser, server } from "./house.ts";
import { call, type Hands, make } from "./lessons.ts";
import { GAMES } from "./server.ts";

/** A right move of a puzzle, and a wrong one. */
async function answers(path: string): Promise<{ view: LessonView; right: string; wrong: string }> {
  const view = await call<LessonView>(path, { moves: [] });
  const { action: right } = await call<{ action: string }>(`${path}/hint`, { moves: [] });
  const solved = await call<LessonView>(path, { moves: [right] });
  const best = solved.answer?.values[0]?.share ?? 0;
  const wrong = solved.answer?.values.findLast((value) => value.share < best - 0.02)?.action;
  if (!wrong) throw new Error(`${path}: every move is right`);
  return { view, right, wrong };
}

async function solve(page: Page, game: string, id: string, hands: Hands, wrongFirst: boolean) {
  const { view, right, wrong } = await answers(`/games/${game}/lessons/${id}`);
  const layout = view.frames[0]?.layout as Layout;
  await page.goto(`/puzzles/${game}/${id}`);
  if (wrongFirst) {
    await make(page, view, layout, wrong, hands);
    await page
      .locator(".banner.refused .todo")
      .getByText(/gives away/)
      .waitFor();
    await page.locator(".moves-below .throw").press("Enter");
    await page.locator(".banner.yours").waitFor();
  }
  await make(page, view, layout, right, hands);
  await page
    .locator(".banner.done .todo")
    .getByText(/Right: it is worth/)
    .waitFor();
}

const FLOWS = GAMES.flatMap(({ id }, index) => {
  const screen = SCREENS[index % SCREENS.length] as (typeof SCREENS)[number];
  return [{ id, ...screen, phone: screen.width < 500 }];
});

test.concurrent.each(FLOWS)("puzzles of $id at $width", async ({ id: game, phone, ...screen }) => {
  const { puzzles, dice, name } = await call<PuzzleList>(`/games/${game}/puzzles`);
  if (puzzles.length === 0) return;
  const { page, context, problems } = await visit(browser, server.address, {
    ...screen,
    touch: phone,
  });
  await page.goto("/");
  await page.getByRole("link", { name: `Puzzles of ${name}` }).click();
  await page.waitForURL(`**/puzzles/${game}/puzzle-*`);
  const hands: Hands = phone ? "finger" : "mouse";
  const [first, second] = puzzles.filter((puzzle) => puzzle.grade === "easy");
  if (!first || !second) throw new Error("too few easy puzzles");
  await solve(page, game, first.id, hands, false);
  await page.getByText("Streak 1").waitFor();
  await page.getByRole("table", { name: "What the moves are worth" }).waitFor();
  await expectAccessible(page, `a solved puzzle of ${game}`);
  // The engine's line, where it goes on.
  const forward = page.getByRole("button", { name: "Forward" });
  if (await forward.isVisible()) {
    await forward.click();
    await page.getByText(/engine's line: .*\(2 of/).waitFor();
  }
  await page.locator(".moves-below .throw").click();
  await page.waitForURL((url) => url.pathname !== `/puzzles/${game}/${first.id}`);
  await solve(page, game, second.id, phone ? hands : "keyboard", true);
  await page.getByText("Streak 0, best 1").waitFor();
  if (dice) await page.getByText(/First answers give away/).waitFor();
  // Only hard ones.
  await page.getByLabel("How hard").selectOption("hard");
  await page.locator(".moves-below .throw").press("Enter");
  await page.getByText(/^Puzzle \d+: hard$/).waitFor();
  await page.goBack();
  await solve(page, game, second.id, hands, false);
  await page.getByRole("link", { name: "Analyse" }).click();
  await page.waitForURL(/\/analyse\//);
  await page.locator(".board .hit").first().waitFor();
  expect(problems).toEqual([]);
  await context.close();
});

test("the puzzle of the day is on the first page, and a wrong address leads on", async () => {
  const { page, context, problems } = await visit(browser, server.address);
  await page.goto("/");
  await page.getByRole("link", { name: /^Puzzle of the day: / }).click();
  await page.waitForURL(/\/puzzles\/[a-z0-9-]+\/puzzle-\d+$/);
  await page.locator(".board .hit.can").first().waitFor();
  await expectAccessible(page, "a puzzle");
  await page.getByRole("button", { name: "Show me" }).click();
  await page.locator(".board .hint").first().waitFor({ state: "attached" });
  await page.goto(`${new URL(page.url()).pathname.replace(/puzzle-\d+$/, "none")}`);
  await page.getByRole("link", { name: "Go to the puzzles" }).click();
  await page.waitForURL(/puzzle-\d+$/);
  expect(problems).toEqual([]);
  await context.close();
});
