// The board takes the room there is, and nothing moves under the player's hands.
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { box, SCREENS } from "./browser.ts";
import { test } from "./house.ts";
import { Chooser, clickOnce, myTurn, openChoices, promptOf, quickTable, table } from "./play.ts";
import { GAMES } from "./server.ts";

test.for([
  { width: 1920, height: 1080 },
  { width: 1366, height: 600 },
  { width: 1280, height: 900 },
  { width: 768, height: 1024 },
  { width: 390, height: 844 },
])("the board is whole on the screen at $width by $height", async (size, { visit }) => {
  const { page } = await visit(size);
  for (const { id: game } of GAMES) {
    await quickTable(page, game, "Play the computer");
    await myTurn(page);
    const board = await box(page, ".felt .board");
    expect(board.height, game).toBeLessThanOrEqual(size.height - 60);
    if (size.width > 900) expect(board.y + board.height, game).toBeLessThanOrEqual(size.height);
    // On a phone what to do, the board, the button that throws and the action bar are seen at once.
    if (size.width < 600) {
      const [bar, below] = [await box(page, ".bar.fixed"), await box(page, ".moves-below")];
      expect((await box(page, ".banner")).y, game).toBeGreaterThan(0);
      expect(below.y + below.height, game).toBeLessThanOrEqual(bar.y);
      expect(bar.y + bar.height, game).toBeLessThanOrEqual(size.height);
      const resign = await box(page, ".bar.fixed .danger");
      expect(resign.x + resign.width, game).toBeLessThanOrEqual(size.width);
    }
    // It fills the felt in one direction or the other.
    const felt = await box(page, ".felt");
    const fills = board.width / felt.width > 0.9 || board.height > size.height * 0.6;
    expect(fills, `${game} ${board.width} of ${felt.width}, ${board.height} high`).toBe(true);
  }
});

test.for([
  { width: 1920, height: 1080 },
  { width: 1280, height: 800 },
  { width: 1366, height: 600 },
  { width: 844, height: 390 },
])("a table is no larger than the screen at $width by $height", async (size, { visit }) => {
  const { page } = await visit(size);
  await quickTable(page, "shell-out", "Play the computer");
  await myTurn(page);
  const { scrollWidth, scrollHeight } = await page.evaluate(() => {
    const { scrollWidth, scrollHeight } = document.documentElement;
    return { scrollWidth, scrollHeight };
  });
  expect({ scrollWidth, scrollHeight }).toEqual({
    scrollWidth: size.width,
    scrollHeight: size.height,
  });
});

test("on a phone on its side the hint, the settings and the way home are seen at once", async ({
  visit,
}) => {
  const size = { width: 844, height: 390 };
  const { page } = await visit(size);
  await quickTable(page, "shell-out", "Play the computer");
  await myTurn(page);
  // A line for each player.
  for (const strip of await page.locator(".player").all()) {
    expect((await strip.boundingBox())?.height).toBeLessThan(40);
  }
  await page.getByRole("button", { name: "Hint" }).click();
  await page.locator(".hint-box").waitFor();
  const hint = await box(page, ".hint-box");
  expect(hint.y + hint.height).toBeLessThanOrEqual(size.height);
  expect(hint.x).toBeGreaterThanOrEqual((await box(page, ".felt")).width);
  await page.getByRole("button", { name: "Settings" }).click();
  const sheet = await box(page, ".sheet");
  expect(sheet.y + sheet.height).toBeLessThanOrEqual(size.height);
  await page.keyboard.press("Escape");
  // The analysis board keeps to the screen, too.
  await page.goto("/analyse/shut-the-box");
  await page.waitForSelector(".analyse .board");
  const high = await page.evaluate(() => document.documentElement.scrollHeight);
  expect(high).toBe(size.height);
  await page.getByRole("link", { name: "Parlour" }).click();
  await page.waitForSelector(".shelf .card");
});

test.for(SCREENS)(
  "six players are told apart by their names, at $width",
  async (screen, { visit }) => {
    const { page } = await visit(screen);
    await page.goto("/");
    const seats = Array.from({ length: 6 }, (_, i) =>
      i === 0 ? { type: "me", name: "Ada" } : { type: "computer", level: 2 },
    );
    const id = await table(page, { game: "shell-out", options: [["players", "6"]], seats });
    await page.goto(`/t/${id}`);
    await myTurn(page);
    const names = page.locator(".player .name");
    const cut = await names.evaluateAll((all) => all.filter((e) => e.scrollWidth > e.clientWidth));
    expect(cut).toHaveLength(0);
    const [list, felt] = [await box(page, ".players"), await box(page, ".felt")];
    expect(list.x + list.width).toBeLessThanOrEqual(screen.width);
    if (screen.width < 600) expect(felt.y).toBeLessThan(400);
  },
);

test.for(SCREENS)(
  "names of places can be read, and no sign is under them, at $width",
  async (screen, { visit }) => {
    const { page } = await visit(screen);
    for (const game of ["shell-out", "shout-7", "outwit"]) {
      await quickTable(page, game, "Play the computer");
      await myTurn(page);
      const names = await page.locator(".board .names text").evaluateAll((all) =>
        all.map((text) => {
          const scale = (text as SVGTextElement).getScreenCTM()?.a ?? 0;
          return {
            name: text.textContent,
            size: Number.parseFloat(getComputedStyle(text).fontSize) * scale,
          };
        }),
      );
      expect(names.length, game).toBeGreaterThan(15);
      expect(Math.min(...names.map(({ size }) => size)), game).toBeGreaterThan(8);
      // The corners of Shell-Out have the sign of Keep Off.
      if (game === "shell-out") expect(names.map(({ name }) => name)).not.toContain("g1");
    }
  },
);

test.for(SCREENS)(
  "nothing shifts while sentences come and go, at $width",
  async (screen, { visit }) => {
    const { page } = await visit(screen);
    for (const { id: game } of GAMES) {
      await quickTable(page, game, "Play the computer");
      await myTurn(page);
      const before = await box(page, ".felt");
      const chooser = new Chooser(11);
      for (let clicks = 0; clicks < 8; clicks++) {
        await myTurn(page);
        await clickOnce(page, chooser);
        await page.waitForTimeout(40);
        const now = await box(page, ".felt");
        // A short game may be over by now, and the winner stands beside the names.
        if ((await promptOf(page)) === "over") break;
        const above = await page.locator(".players").innerText();
        expect({ game, y: now.y, height: now.height }, above).toEqual({
          game,
          y: before.y,
          height: before.height,
        });
      }
    }
  },
);

test.for(SCREENS)(
  "twelve players do not push the board off the screen, at $width",
  async (screen, { visit }) => {
    const { page } = await visit(screen);
    await page.goto("/");
    const seats = Array.from({ length: 12 }, (_, i) =>
      i === 0 ? { type: "me", name: "Ada" } : { type: "computer", level: 2 },
    );
    const id = await table(page, { game: "shut-the-box", seats });
    await page.goto(`/t/${id}`);
    await page.waitForSelector(".felt .board");
    const board = await box(page, ".felt .board");
    expect(board.y).toBeLessThan(500);
  },
);

test.for(SCREENS)(
  "Senet stands upright on a phone, and its squares are large enough for a finger, at $width",
  async (screen, { visit }) => {
    const { page } = await visit(screen);
    await quickTable(page, "senet", "Play the computer");
    await myTurn(page);
    const board = await box(page, ".felt .board");
    expect(board.height > board.width).toBe(screen.width < 600);
    expect((await box(page, ".hit .area")).width).toBeGreaterThan(40);
  },
);

test.for(SCREENS)("the set-up form stays in its frame, at $width", async (screen, { visit }) => {
  const { page } = await visit(screen);
  for (const { id: game } of GAMES) {
    await openChoices(page, game);
    const out = await page.evaluate(() => {
      const frame = document.querySelector(".custom")?.getBoundingClientRect().right ?? 0;
      const all = [...document.querySelectorAll(".custom *")];
      return all.filter((e) => e.getBoundingClientRect().right > frame).map((e) => e.tagName);
    });
    expect(out, game).toEqual([]);
  }
});

const boxesMeet = async (page: Page, one: string, other: string) => {
  const [a, b] = [await box(page, one), await box(page, other)];
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
};

test.for(SCREENS)(
  "of a row of pieces one is picked, and nothing covers it, at $width",
  async (screen, { visit }) => {
    const { page } = await visit(screen);
    await quickTable(page, "senet", "Play the computer");
    await myTurn(page);
    // Before anything stands on the board, the only way is in from the plinth.
    await page.locator(".board .hit.can").first().dispatchEvent("click");
    const front = page.locator(".board .hit.picked .front");
    await front.waitFor();
    const tint = await page
      .locator(".board .hit.picked .area")
      .evaluate((area) => getComputedStyle(area).fill);
    expect(tint).toMatch(/transparent|rgba\(0, 0, 0, 0\)/);
    const [row, one] = [
      await box(page, ".hit.picked .area"),
      await box(page, ".hit.picked .front"),
    ];
    expect(one.width * one.height).toBeLessThan((row.width * row.height) / 4);
    await page.getByRole("button", { name: "Let go" }).waitFor();
    for (const stick of await page.locator(".board .piece.kind-stick").all()) {
      await stick.evaluate((element) => element.setAttribute("data-looked-at", ""));
      expect(await boxesMeet(page, ".moves-below button", "[data-looked-at]")).toBe(false);
      await stick.evaluate((element) => element.removeAttribute("data-looked-at"));
    }
  },
);

test("a phone on its side shows the sentence, the whole board and the buttons at once", async ({
  visit,
}) => {
  const size = { width: 844, height: 390 };
  const { page } = await visit(size);
  for (const { id: game } of GAMES) {
    await quickTable(page, game, "Play the computer");
    await myTurn(page);
    const [board, below] = [await box(page, ".felt .board"), await box(page, ".moves-below")];
    // The board takes the height; everything else stands beside it.
    expect(board.height, game).toBeGreaterThan(340);
    for (const beside of [await box(page, ".banner"), below, await box(page, ".players")]) {
      expect(beside.x, game).toBeGreaterThan(board.x + board.width);
    }
    expect(below.y + below.height, game).toBeLessThanOrEqual(size.height);
  }
});

test.for(SCREENS)(
  "with letters twice as large nothing leaves the screen, at $width",
  async (screen, { visit }) => {
    const { page } = await visit(screen);
    const larger = async (what: string) => {
      const wide = await page.evaluate(() => {
        document.documentElement.style.fontSize = "200%";
        return document.documentElement.scrollWidth;
      });
      expect(wide, what).toBeLessThanOrEqual(screen.width);
    };
    await page.goto("/");
    await page.waitForSelector(".shelf .card");
    await larger("the first page");
    for (const { id: game } of GAMES) {
      await openChoices(page, game);
      await larger(`the set-up of ${game}`);
      await quickTable(page, game, "Play the computer");
      await myTurn(page);
      await larger(game);
    }
  },
);
