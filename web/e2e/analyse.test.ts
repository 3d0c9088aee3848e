// The analysis board: playing for all sides, variations, engine, throws, texts, and what it refuses.
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { expectAccessible, SCREENS } from "./browser.ts";
import { test } from "./house.ts";
import { Chooser, clickOnce, clickPlace, importRecord, table } from "./play.ts";
import { GAMES } from "./server.ts";

const board = ".felt .board";

async function analyse(page: Page, address: string) {
  await page.goto(`/analyse/${address}`);
  await page.waitForSelector(board);
}

/** The move that is shown. */
const current = (page: Page) => page.locator(".tree [aria-current]");

const shows = (page: Page, action: string) =>
  expect.poll(() => current(page).innerText()).toContain(action);

async function press(page: Page, place: string) {
  // What is above the board stays on top of it on a phone.
  await page.locator(".felt").evaluate((felt) => felt.scrollIntoView({ block: "end" }));
  await clickPlace(page, place);
}

async function move(page: Page, from: string, to: string) {
  await page.locator(`.board .hit.can[data-name="${from}"]`).waitFor();
  await press(page, from);
  await press(page, to);
  await shows(page, from + to);
}

const engine = (page: Page) => page.getByRole("checkbox", { name: "Engine" });

test.for(SCREENS)(
  "every line that is tried stays, by mouse and by keyboard, at $width",
  async (screen, { visit }) => {
    const { page } = await visit(screen);
    await analyse(page, "outwit");
    await move(page, "e5", "e1");
    await move(page, "e6", "e10");
    await page.keyboard.press("ArrowLeft");
    await shows(page, "e5e1");
    await move(page, "a10", "f10");
    // Back to the fork: the keyboard chooses a variation and goes into it.
    await page.keyboard.press("ArrowLeft");
    await shows(page, "e5e1");
    await page.locator(".fork").waitFor();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowRight");
    await shows(page, "a10f10");
    await page.keyboard.press("ArrowUp");
    await shows(page, "e6e10");
    // Notes belong to the move, and are folded away: the engine and the lines come first.
    await page.locator(".notes summary", { hasText: "Notes on e6e10" }).click();
    await page.getByLabel("doubtful").click();
    await page.getByLabel("Comment").fill("Leaves the middle (for nothing).");
    await page.getByLabel("Name of the line from here").fill("A retreat");
    await page.getByRole("button", { name: "Draw marks" }).click();
    for (const place of ["c3", "c3", "a1", "c3"]) await press(page, place);
    await page.getByRole("button", { name: "Stop drawing" }).click();
    expect(await page.locator(".drawn-marks circle").count()).toBe(1);
    expect(await page.locator(".drawn-marks path").count()).toBe(1);
    await expectAccessible(page, "with notes", screen);
    // The address holds all of it.
    const tree = await page.locator(".tree").innerText();
    expect(tree).toContain("A retreat");
    expect(tree).toContain("?!");
    await page.reload();
    await page.waitForSelector(board);
    await shows(page, "e6e10");
    expect(await page.locator(".tree").innerText()).toBe(tree);
    expect(await page.locator(".drawn-marks circle").count()).toBe(1);
    expect(await page.locator(".drawn-marks path").count()).toBe(1);
    // A variation becomes the main line; a line is gone when it is deleted, and only then.
    await page.getByRole("button", { name: "a10f10" }).first().click();
    await shows(page, "a10f10");
    await page.locator(".notes:not([open]) summary").click();
    await page.getByRole("button", { name: "Make main line" }).click();
    await page.getByRole("button", { name: "Delete from here" }).click();
    await shows(page, "e5e1");
    expect(await page.locator(".tree").innerText()).not.toContain("a10f10");
    expect(await page.locator(".tree").innerText()).toContain("e6e10");
  },
);

test.for(SCREENS)(
  "the engine is off until it is asked for, at $width",
  async (screen, { visit }) => {
    const { page, received } = await visit(screen);
    await analyse(page, "outwit?m=e5e1#1");
    const asked = () => received.some((text) => /^\S+\/analysis\/lines\n/.test(text));
    expect(asked()).toBe(false);
    await engine(page).check();
    await page.getByLabel("Time").selectOption("2");
    await page.getByLabel("Number of lines").selectOption("2");
    await page.locator(".lines li").nth(1).waitFor();
    await page.locator(".board .best-moves .rank-1").waitFor({ state: "attached" });
    expect(await page.locator(".lines li").first().innerText()).toMatch(
      /\d+%\s*(estimated|proven|exact)/,
    );
    await expectAccessible(page, "with lines", screen);
    // A line can be played up to any of its moves.
    await page.locator(".lines li").first().locator(".move").nth(1).click();
    await expect.poll(() => page.locator(".tree .move").count()).toBe(4);
  },
);

test.for(SCREENS)(
  "every throw has its chance, its value and the best reply, at $width",
  async (screen, { visit }) => {
    const { page } = await visit(screen);
    await analyse(page, "senet");
    const throws = page.locator(".throws button");
    expect(await throws.count()).toBe(5);
    expect(await throws.nth(1).innerText()).toMatch(/t2\s*38%/);
    await engine(page).check();
    await page.locator(".mean").waitFor();
    expect(await throws.nth(1).innerText()).toMatch(/38%\s*≈\d+%\s*Best reply\s*off\/29/);
    await expectAccessible(page, "with throws", screen);
    await throws.nth(1).click();
    await shows(page, "t2");
    await page.keyboard.press("ArrowLeft");
    await page.getByRole("button", { name: "Throw", exact: true }).click();
    await expect
      .poll(() => page.locator(".board .hit.can, .moves-below .primary").count())
      .toBeGreaterThan(0);
  },
);

test("every game can be played on the analysis board from its start", async ({ visit }) => {
  const { page } = await visit();
  const chooser = new Chooser(3);
  for (const { id } of GAMES) {
    await analyse(page, id);
    await expect
      .poll(
        async () => {
          await clickOnce(page, chooser);
          return page.locator(".tree .move").count();
        },
        { timeout: 30_000 },
      )
      .toBeGreaterThan(6);
    expect(await page.locator(".problem").count(), id).toBe(0);
  }
});

test.for(SCREENS)(
  "texts are opened, checked and explained, at $width",
  async (screen, { visit }) => {
    const { page } = await visit(screen);
    await analyse(page, "outwit");
    await page.getByText("Open a record, a position or moves").click();
    const text = page.getByLabel("Text", { exact: true });
    const open = page.getByRole("button", { name: "Open", exact: true });
    await text.fill("e5e1 (e5b5");
    await open.click();
    await expect
      .poll(() => page.locator(".texts .problem").innerText())
      .toContain("has no counterpart");
    await text.fill("e5e1 ! (e5b5 {Or so.}) e6e10");
    await open.click();
    await expect.poll(() => page.locator(".tree").innerText()).toContain("Or so.");
    // A tree that is too long for an address gets a link of its own.
    await page.locator(".notes:not([open]) summary").click();
    await page.getByLabel("Comment").fill("ü".repeat(900));
    await page.getByText("too long for the address").waitFor();
    await page.getByRole("button", { name: "Copy link" }).click();
    await expect.poll(() => page.url()).toContain("study=");
  },
);

test("a finished game is analysed from any of its moves", async ({ visit }) => {
  const { page } = await visit();
  const record = "parlour: 1\ngame: outwit\nactions:\ne5e1 e6e10 e1h1\n";
  const id = await importRecord(page, record);
  await page.goto(`/t/${id}/replay#2`);
  await page.getByRole("link", { name: "Analyse from here" }).click();
  await page.waitForSelector(".tree");
  await shows(page, "e6e10");
  expect(await page.locator(".tree .move").count()).toBe(4);
});

test("nobody asks the engine about a game that people play", async ({ visit }) => {
  const [ann, bob] = await Promise.all([visit(), visit()]);
  await ann.page.goto("/");
  const id = await table(ann.page, {
    game: "outwit",
    seats: [{ type: "me", name: null }, { type: "open" }],
    public: true,
  });
  await bob.page.goto(`/t/${id}`);
  await bob.page.getByRole("button", { name: /^Sit/ }).first().click();
  await bob.page.waitForSelector(".felt .board");
  await ann.page.goto(`/t/${id}/replay`);
  await ann.page.waitForSelector(".stepper");
  expect(await ann.page.getByRole("link", { name: "Analyse from here" }).count()).toBe(0);
  await analyse(ann.page, "outwit");
  await expect.poll(() => ann.page.locator(".engine").innerText()).toContain("people play now");
  expect(await engine(ann.page).count()).toBe(0);
});

test("a seat sees what it could know", async ({ visit }) => {
  const { page } = await visit(SCREENS[1]);
  await analyse(page, "shell-out?m=d10+d5+hh9+hf5#4");
  const moves = page.locator(".board .hit.can");
  expect(await moves.count()).toBeGreaterThan(0);
  const words = () => page.locator(".board ~ .sr-only").innerText();
  const open = await words();
  await page.getByLabel("What could be known by").selectOption("1");
  await expect.poll(words).not.toBe(open);
  expect(await moves.count()).toBe(0);
  await expectAccessible(page, "through a seat's eyes");
});

// A study sends one version a second, and two who change it at once need several.
const PATIENT = { timeout: 8000 };

test("two people with the link of a study see each other's moves", async ({ visit }) => {
  const ann = await visit();
  const bob = await visit(SCREENS[1]);
  await analyse(ann.page, "outwit?m=e5e1#1");
  await ann.page.getByRole("button", { name: "Analyse together" }).click();
  await expect.poll(() => ann.page.url()).toContain("study=");
  // The address shows the study; who has the other link changes it.
  expect(ann.page.url()).not.toContain("key=");
  const cid = await visit();
  await cid.page.goto(ann.page.url());
  await bob.page.goto(await ann.page.getByLabel("For who is to make changes").inputValue());
  await bob.page.waitForSelector(board);
  await move(ann.page, "e6", "e10");
  await shows(bob.page, "e6e10");
  // Both go on at once, and nothing of it is lost.
  await bob.page.keyboard.press("ArrowLeft");
  await shows(bob.page, "e5e1");
  await Promise.all([move(bob.page, "a10", "f10"), move(ann.page, "h2", "d2")]);
  for (const { page } of [ann, bob]) {
    await expect.poll(() => page.locator(".tree").innerText(), PATIENT).toContain("h2d2");
    await expect.poll(() => page.locator(".tree").innerText(), PATIENT).toContain("a10f10");
  }
  await ann.page.getByText("All is kept.").waitFor();
  // Cid looks on: what he tries is his alone.
  await expect.poll(() => cid.page.locator(".tree").innerText(), PATIENT).toContain("h2d2");
  await cid.page.keyboard.press("Home");
  await move(cid.page, "g3", "d3");
  await cid.page.getByText("on this screen only").waitFor();
  expect(await ann.page.locator(".tree").innerText()).not.toContain("g3d3");
  await ann.page.reload();
  await expect.poll(() => ann.page.locator(".tree").innerText(), PATIENT).toContain("a10f10");
  await expectAccessible(ann.page, "a study");
  // Bob spoils it, and Ann goes back.
  await bob.page.keyboard.press("Home");
  await move(bob.page, "g3", "d3");
  await expect.poll(() => ann.page.locator(".tree").innerText(), PATIENT).toContain("g3d3");
  await ann.page.getByRole("button", { name: "Go back …" }).click();
  await expectAccessible(ann.page, "going back");
  await ann.page
    .getByRole("button", { name: /^Before the change/ })
    .first()
    .click();
  for (const { page } of [ann, bob]) {
    await expect.poll(() => page.locator(".tree").innerText(), PATIENT).not.toContain("g3d3");
    expect(await page.locator(".tree").innerText()).toContain("a10f10");
  }
});
