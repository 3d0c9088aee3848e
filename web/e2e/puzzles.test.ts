// Puzzles as somebody solves them: wrong, then right, why, the line, the analysis, the next one.
import type { Page } from "playwright-core";
import { expect } from "vitest";
import type { Layout, LessonView, PuzzleList } from "../src/wire.ts";
import { byTurns, expectAccessible, SCREENS } from "./browser.ts";
import { test } from "./house.ts";
import { call, type Hands, make } from "./lessons.ts";
import { importRecord, SHUT_THE_BOX } from "./play.ts";
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
    // The move is shown after a wrong one, too.
    await page.getByRole("button", { name: "Show me" }).click();
    await page.locator(".board .hint").first().waitFor({ state: "attached" });
    await page.locator(".banner.yours").waitFor();
  }
  await make(page, view, layout, right, hands);
  await page
    .locator(".banner.done .todo")
    .getByText(/Right: it is worth/)
    .waitFor();
}

test.concurrent.for(byTurns(GAMES))(
  "puzzles of $id at $width",
  async ({ id: game, ...screen }, { visit }) => {
    const phone = screen.width < 500;
    const { puzzles, dice, name } = await call<PuzzleList>(`/games/${game}/puzzles`);
    if (puzzles.length === 0) return;
    const { page } = await visit({
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
    // All of them at a glance: two are solved.
    await page.locator(".puzzle-grid summary").click();
    expect(await page.locator(".puzzle-grid a").count()).toBe(puzzles.length);
    expect(await page.locator(".puzzle-grid a.solved").count()).toBe(2);
    await page.locator(".puzzle-days summary").click();
    await page.getByRole("link", { name: /^Today: / }).waitFor();
    await expectAccessible(page, `all puzzles of ${game}`);
    // Only hard ones.
    await page.getByLabel("How hard").selectOption("hard");
    await page.locator(".moves-below .throw").press("Enter");
    await page.getByText(/^Puzzle \d+: hard$/).waitFor();
    await page.goBack();
    await solve(page, game, second.id, hands, false);
    await page.getByRole("link", { name: "Analyse" }).click();
    await page.waitForURL(/\/analyse\//);
    await page.locator(".board .hit").first().waitFor();
    // The way back leads to the puzzle as it was left.
    await page.goBack();
    await page.locator(".banner.done").waitFor();
    await page.getByRole("table", { name: "What the moves are worth" }).waitFor();
    await page.getByRole("button", { name: "Start again" }).click();
    await page.locator(".banner.yours").waitFor();
  },
);

test.for(SCREENS)(
  "a question by counting takes every likeliest place, at $width",
  async (screen, { visit }) => {
    const lists = await Promise.all(
      GAMES.map(({ id }) => call<PuzzleList>(`/games/${id}/puzzles`)),
    );
    const list = lists.find(({ puzzles }) => puzzles.some((puzzle) => puzzle.counting));
    if (!list) throw new Error("no game has a question by counting");
    const { game } = list;
    const [first, second, third] = list.puzzles.filter((puzzle) => puzzle.counting);
    if (!first || !second || !third) throw new Error("too few questions");
    const touch = screen.width < 500;
    const { page } = await visit({ ...screen, touch });
    for (const [puzzle, hands] of [
      [first, touch ? "finger" : "mouse"],
      [second, "keyboard"],
    ] as const) {
      const path = `/games/${game}/lessons/${puzzle.id}`;
      const view = await call<LessonView>(path, { moves: [] });
      const layout = view.frames[0]?.layout as Layout;
      const { action: right } = await call<{ action: string }>(`${path}/hint`, { moves: [] });
      const { answer } = await call<LessonView>(path, { moves: [right] });
      const best = answer?.values[0]?.share ?? 0;
      const wrong = answer?.values.find((place) => place.share < best)?.action ?? "";
      await page.goto(`/puzzles/${game}/${puzzle.id}`);
      await make(page, view, layout, wrong, hands);
      await page.getByText("It cannot lie there.").first().waitFor();
      await page.getByRole("heading", { name: "Why not there" }).waitFor();
      await page.locator(".moves-below .throw").press("Enter");
      await page.locator(".banner.yours").waitFor();
      // Any of the likeliest is right: the last one here.
      const likely = answer?.values.findLast((place) => place.share === best)?.action ?? right;
      await make(page, view, layout, likely, hands);
      await page
        .locator(".banner.done .todo")
        .getByText(/^.*Right: /)
        .waitFor();
      await page.getByRole("table", { name: "Where it may lie" }).waitFor();
    }
    await expectAccessible(page, "a question by counting", screen);
    await page.goto(`/puzzles/${game}/${third.id}`);
    await page.getByRole("button", { name: "Show me" }).click();
    await page.locator(".board .hint").first().waitFor({ state: "attached" });
  },
);

test.for(SCREENS)("own mistakes come back as puzzles, at $width", async (screen, { visit }) => {
  const { page } = await visit(screen);
  await page.goto("/puzzles/shut-the-box/own");
  await page.getByText("You have not finished a game of Shut the Box yet.").waitFor();
  const id = await importRecord(page, SHUT_THE_BOX);
  // The record as if the visitor had played the first seat.
  await page.route(/\/api\/v1\/tables(\/[^/]*)?$/, async (route) => {
    const answer = await route.fetch();
    const body = (await answer.json()) as Record<string, unknown>;
    const own = { id, game: "shut-the-box", status: "over", seats: [], yours: [0], changed: 0 };
    const mine = [{ ...body, ...own }];
    const whole = route.request().url().endsWith("/tables");
    await route.fulfill({
      response: answer,
      json: whole ? { mine, public: [] } : { ...body, yours: [0] },
    });
  });
  await page.goto("/puzzles/shut-the-box");
  await page.getByRole("link", { name: "Your own mistakes, from 1 finished game" }).click();
  await page.getByText("Mistake 1 of 2, game 1 of 1.").waitFor();
  await page.getByRole("heading", { name: "Find a better move" }).waitFor();
  await expectAccessible(page, "an own mistake", screen);
  await page.locator('.board .hit[data-name="5"]').press("Enter");
  await page.getByText("Right: nothing is better.").waitFor();
  await page.getByRole("button", { name: "Next mistake" }).click();
  await page.getByText("Mistake 2 of 2, game 1 of 1.").waitFor();
  await page.getByRole("button", { name: "Show the piece" }).click();
  await page.getByRole("button", { name: "Show the move" }).click();
  await page.getByRole("button", { name: "Go on" }).click();
  await page.getByText(/^You have worked through your 1 finished game/).waitFor();
  // What was solved does not come again today, nor does what failed.
  await page.reload();
  await page.getByText(/^You have worked through your 1 finished game/).waitFor();
});

test("the puzzle of the day is on the first page, and a wrong address leads on", async ({
  visit,
}) => {
  const { page } = await visit();
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
});
