// Every course to its end, as somebody would take it: driven by the lessons themselves.
import type { Page } from "playwright-core";
import { expect } from "vitest";
import type { CourseInfo, Layout, LessonInfo, LessonView } from "../src/wire.ts";
import { expectAccessible, SCREENS } from "./browser.ts";
import { test } from "./house.ts";
import { call, type Hands, make, pick } from "./lessons.ts";
import { myTurn } from "./play.ts";
import { GAMES } from "./server.ts";

/** Goes on by the button, which has the focus then. */
async function goOn(page: Page, hands: Hands) {
  const button = page.locator(".moves-below .throw");
  if (hands !== "keyboard") return button.click();
  await page.locator(".moves-below .throw:focus").waitFor();
  await page.keyboard.press("Enter");
}

/** A wrong answer is answered, and taken back. */
async function goWrong(
  page: Page,
  path: string,
  view: LessonView,
  layout: Layout,
  hands: Hands,
): Promise<boolean> {
  for (const { action } of view.frames.at(-1)?.choices.slice(0, 6) ?? []) {
    const tried = await call<LessonView>(path, { moves: [action] });
    if (tried.verdict !== "mistake") continue;
    await make(page, view, layout, action, hands);
    const said = page.locator(".banner.refused .todo");
    await said.waitFor();
    expect(await said.textContent()).toBe(tried.says);
    await goOn(page, hands);
    await page.locator(".banner.yours").waitFor();
    return true;
  }
  return false;
}

async function solve(page: Page, game: string, lesson: LessonInfo, wrong: boolean, hands: Hands) {
  const path = `/games/${game}/lessons/${lesson.id}`;
  await page.waitForURL(`**/learn/${game}/${lesson.id}`);
  await page.getByText(lesson.task).waitFor();
  let view = await call<LessonView>(path, { moves: [] });
  const layout = view.frames[0]?.layout;
  if (!layout) throw new Error("no board");
  const failed = wrong && (await goWrong(page, path, view, layout, hands));
  const moves: string[] = [];
  while (view.verdict === "go-on") {
    const { action } = await call<{ action: string }>(`${path}/hint`, { moves });
    await make(page, view, layout, action, hands);
    moves.push(action);
    view = await call<LessonView>(path, { moves });
  }
  const done = page.locator(".banner.done .todo");
  await done.waitFor();
  expect(await done.textContent()).toContain(view.says);
  expect(await done.locator(".stars").getAttribute("aria-label")).toBe(
    `${failed ? 2 : 3} of 3 stars.`,
  );
}

const FLOWS = GAMES.flatMap(({ id }) =>
  SCREENS.map((screen) => ({ id, ...screen, phone: screen.width < 500 })),
);

test.concurrent.for(FLOWS)(
  "the course of $id at $width",
  async ({ id, phone, ...screen }, { visit }) => {
    const { page } = await visit({
      ...screen,
      touch: phone,
    });
    const { lessons } = await call<CourseInfo>(`/games/${id}/lessons`);
    await page.goto(`/learn/${id}`);
    for (const [index, lesson] of lessons.entries()) {
      const hands: Hands = phone ? "finger" : index % 2 ? "keyboard" : "mouse";
      if (lesson.game) break;
      await solve(page, id, lesson, index % 3 === 1, hands);
      if (index === 1) await expectAccessible(page, "a solved lesson", screen);
      await goOn(page, hands);
    }
    await page.getByRole("button", { name: "Play now" }).waitFor();
    await expectAccessible(page, "the end of a course", screen);
    await page.getByRole("button", { name: "Play now" }).click();
    await page.waitForURL(/\/t\//);
    await myTurn(page);
    // Who comes back finds the stars.
    await page.goto(`/learn/${id}/${lessons[0]?.id}`);
    await page.locator(".lessons .stars").first().waitFor();
    expect(await page.locator(".lessons .stars").count()).toBe(lessons.length);
  },
);

test("task and marks follow the moves, and a click on another chip says why not", async ({
  visit,
}) => {
  const { page } = await visit();
  const todo = page.locator(".banner .todo");
  const next = page.locator(".banner .todo", { hasText: "The way is free." });
  const rings = page.locator(".drawn-marks .ring");
  await page.goto("/learn/outwit/make-room-at-home");
  await myTurn(page);
  const first = await todo.textContent();
  expect(await rings.count()).toBe(1);
  await pick(page, "g2", "mouse");
  await pick(page, "g8", "mouse");
  await page.getByText("The chip on g8 is in the way; the slide ends on g7.").waitFor();
  expect(await page.locator(".banner.refused").count(), "nothing went wrong").toBe(0);
  // The other chip is picked all the same.
  await pick(page, "g10", "mouse");
  await next.waitFor();
  expect(await rings.count(), "the mark of the first move is gone").toBe(0);
  expect(await page.locator(".drawn-marks path").count(), "an arrow for the second").toBe(1);
  // A mistake costs a star, and to start again does not bring it back.
  await myTurn(page);
  for (const place of ["g2", "g1"]) await pick(page, place, "mouse");
  await page.locator(".banner.refused").waitFor();
  await page.getByRole("button", { name: "Start again" }).click();
  await page.locator(".banner.yours").waitFor();
  await myTurn(page);
  expect(await todo.textContent()).toBe(first);
  for (const place of ["g8", "g10"]) await pick(page, place, "mouse");
  await next.waitFor();
  await myTurn(page);
  for (const place of ["g2", "g9"]) await pick(page, place, "mouse");
  await page.locator('.banner.done [aria-label="2 of 3 stars."]').waitFor();
});

test("a lesson says why a click is refused, shows a move, and a wrong address leads on", async ({
  visit,
}) => {
  const { page } = await visit();
  await page.goto("/learn/outwit/slide-to-the-end");
  await myTurn(page);
  await pick(page, "e8", "mouse");
  await page.locator(".banner .why").getByText(/chip/).waitFor();
  await page.getByRole("button", { name: "Show me" }).click();
  await page.locator(".board .hint").first().waitFor({ state: "attached" });
  await pick(page, "i1", "mouse");
  await pick(page, "i10", "mouse");
  await page.locator('.banner.done [aria-label="2 of 3 stars."]').waitFor();
  await page.goto("/learn/outwit/no-such-lesson");
  await page.getByRole("link", { name: "Go to the first lesson" }).click();
  await page.waitForURL(/\/learn\/outwit\/[a-z]/);
});

test.for(SCREENS)(
  "a newcomer is offered the lessons until they say no, at $width",
  async (screen, { visit }) => {
    const { page } = await visit(screen);
    await page.goto("/");
    const learn = page.getByRole("link", { name: /^Learn: \d+ short lessons: Outwit$/ });
    await learn.waitFor();
    await expectAccessible(page, "with lessons offered", screen);
    await page.getByRole("button", { name: "Play Outwit now" }).click();
    await page.waitForURL(/\/t\//);
    await myTurn(page);
    // The rings are explained; nothing is recommended that nobody has thought about.
    await page.locator(".banner").getByText("Rings show what you can choose.").waitFor();
    expect(await page.locator(".board .hint, .board .hint-marks").count()).toBe(0);
    await pick(page, "a1", "mouse");
    await page.getByRole("link", { name: /^Learn: \d+ short lessons$/ }).waitFor();
    await expectAccessible(page, "after a first mistake", screen);
    await page.getByRole("button", { name: "No, thanks" }).click();
    await page
      .getByRole("link", { name: /^Learn: \d+ short lessons$/ })
      .waitFor({ state: "detached" });
    await page.goto("/");
    // No to one game is no to that game.
    await page.getByRole("link", { name: /^Learn: \d+ short lessons: Senet$/ }).waitFor();
    expect(await learn.count()).toBe(0);
  },
);

test.for(SCREENS)(
  "who has learnt a game is not asked again, at $width",
  async (screen, { visit }) => {
    const { page } = await visit(screen);
    await page.goto("/");
    // All lessons but the first are solved.
    const left = await page.evaluate(async () => {
      const answer = await fetch("/api/v1/games/outwit/lessons");
      const { lessons } = (await answer.json()) as { lessons: { id: string }[] };
      const solved = lessons.slice(1).map(({ id }) => [`outwit/${id}`, { stars: 3 }]);
      localStorage.setItem("parlour.lessons", JSON.stringify(Object.fromEntries(solved)));
      return lessons[0]?.id;
    });
    await page.goto("/learn/outwit");
    await page.waitForURL(`**/learn/outwit/${left}`);
    await page.goto("/");
    await page.getByRole("link", { name: /^Lesson (\d+) of \1: Outwit$/ }).waitFor();
    await page.evaluate((id) => {
      const solved = JSON.parse(localStorage.getItem("parlour.lessons") ?? "{}") as object;
      const all = { ...solved, [`outwit/${id}`]: { stars: 2 } };
      localStorage.setItem("parlour.lessons", JSON.stringify(all));
    }, left);
    await page.goto("/learn/outwit");
    await page.getByRole("navigation", { name: "Lessons" }).waitFor();
    await page.goto("/");
    await page.getByRole("link", { name: "Learnt ✓ again: Outwit" }).waitFor();
    await page.getByRole("link", { name: /^Learn: \d+ short lessons: Senet$/ }).waitFor();
    await expectAccessible(page, "with a game learnt");
    await page.getByRole("button", { name: "Play Outwit now" }).click();
    await page.waitForURL(/\/t\//);
    await myTurn(page);
    await pick(page, "a1", "mouse");
    await page.locator(".banner .why").waitFor();
    expect(await page.getByRole("region", { name: "Lessons" }).count()).toBe(0);
  },
);

/** Where the board is, what lies over it, and whether all of it is on the screen. */
const boardNow = (page: Page) =>
  page.evaluate(() => {
    const board = document.querySelector(".felt .board")?.getBoundingClientRect();
    if (!board) throw new Error("no board");
    const bar = document.querySelector(".bar.fixed")?.getBoundingClientRect().top ?? innerHeight;
    const over = [0.05, 0.5, 0.95].flatMap((down) =>
      [0.05, 0.5, 0.95].flatMap((right) => {
        const [x, y] = [board.x + board.width * right, board.y + board.height * down];
        const top = document.elementFromPoint(x, y);
        return top?.closest(".felt") ? [] : [top?.className ?? "nothing"];
      }),
    );
    const { x, y, width, height } = board;
    return {
      place: [x, y, width, height].map(Math.round),
      over,
      fits: y >= 0 && y + height <= bar,
    };
  });

test.concurrent.for(GAMES)(
  "on a phone every lesson of $id shows the board whole, free and in one place",
  async ({ id }, { visit }) => {
    const { page } = await visit({ ...SCREENS[1], touch: true });
    const { lessons } = await call<CourseInfo>(`/games/${id}/lessons`);
    const places = new Set<string>();
    for (const lesson of lessons.filter(({ game }) => !game)) {
      await page.goto(`/learn/${id}/${lesson.id}`);
      await page.getByText(lesson.task).waitFor();
      await myTurn(page);
      const { place, over, fits } = await boardNow(page);
      expect(over, lesson.title).toEqual([]);
      expect(fits, lesson.title).toBe(true);
      places.add(String(place));
    }
    expect([...places], "it stays where it is").toHaveLength(1);
    const headings = await page.locator("h1, h2, h3").allTextContents();
    expect(headings[0], "no heading comes before the page's own").toMatch(/^Learn /);
    // The button that leads on has a place of its own.
    const first = lessons[0] as LessonInfo;
    await page.goto(`/learn/${id}/${first.id}`);
    await myTurn(page);
    await solve(page, id, first, false, "finger");
    await page.locator(".moves-below .throw").waitFor();
    const { over, fits } = await boardNow(page);
    expect(over).toEqual([]);
    expect(fits).toBe(true);
  },
);
