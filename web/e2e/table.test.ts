// The table itself: places that keep, names, one click where one move ends, arrows, lost lines.
import { expect } from "vitest";
import { box, SCREENS } from "./browser.ts";
import { test } from "./house.ts";
import {
  Chooser,
  clickOnce,
  clickPlace,
  lastPly,
  myTurn,
  pairToPush,
  quickTable,
  table,
} from "./play.ts";
import { GAMES } from "./server.ts";

test.for(SCREENS)(
  "where exactly one move ends, a click shows it and the next makes it, at $width",
  async (screen, { visit }) => {
    const { page } = await visit(screen);
    await quickTable(page, "senet", "Two on this screen");
    await page.getByText(/enter a piece on square \d+\./).waitFor();
    const words = (await page.locator(".banner .guide").textContent()) ?? "";
    const square = /square (\d+)/.exec(words)?.[1] ?? "";
    const ply = await lastPly(page);
    await clickPlace(page, square);
    await page.locator(".preview .ghost").waitFor();
    expect(await lastPly(page)).toBe(ply);
    expect(await page.locator(".banner .why").count()).toBe(0);
    await clickPlace(page, square);
    await page.waitForFunction((n) => document.querySelectorAll(".moves li").length > n, ply);
  },
);

test.for(SCREENS)("the game's name stands on the table, at $width", async (screen, { visit }) => {
  const { page } = await visit(screen);
  for (const { id } of GAMES) {
    await quickTable(page, id, "Play the computer");
    const title = await page.locator("h1").boundingBox();
    expect(title?.height, id).toBeGreaterThan(15);
    expect((await page.locator("h1").textContent())?.length, id).toBeGreaterThan(4);
  }
});

test.for(SCREENS)(
  "an invitation says who invites to what, and the name typed on it is kept, at $width",
  async (screen, { visit }) => {
    const ada = await visit(screen);
    const bea = await visit(screen);
    await ada.page.goto("/");
    const id = await table(ada.page, {
      game: "outwit",
      seats: [{ type: "me", name: "Ada" }, { type: "open" }],
    });
    await ada.page.goto(`/t/${id}`);
    await bea.page.goto(await ada.page.getByLabel("Invitation").inputValue());
    await bea.page.getByText("Ada invites you to a game of Outwit.").waitFor();
    await bea.page.getByLabel("Your name").fill("Bea the Bold");
    await bea.page.getByRole("button", { name: /^Sit down/ }).click();
    await ada.page.locator(".player .name", { hasText: "Bea the Bold" }).waitFor();
  },
);

test.for(SCREENS)(
  "the buttons keep their places for the whole game, at $width",
  async (screen, { visit }) => {
    const { page } = await visit(screen);
    await quickTable(page, "outwit", "Play the computer");
    await myTurn(page);
    const places = () =>
      page.evaluate(() =>
        [...document.querySelectorAll(".actions .bar > *")].map((button) => {
          const { x, y, width } = button.getBoundingClientRect();
          return `${button.textContent?.slice(0, 9)} ${x} ${y + scrollY} ${width}`;
        }),
      );
    const before = await places();
    expect(before.join()).toMatch(/Hint.*Take back.*Rules.*Share.*Resign/s);
    const chooser = new Chooser(4);
    for (let clicks = 0; clicks < 6; clicks++) {
      await myTurn(page);
      await clickOnce(page, chooser);
      expect(await places()).toEqual(before);
    }
  },
);

test("with five seats and a long list, moves and buttons stay on a screen of 1280 by 800", async ({
  visit,
}) => {
  const size = { width: 1280, height: 800 };
  const { page } = await visit(size);
  await page.goto("/");
  const seats = [0, 1, 2, 3, 4].map((i) => (i ? { type: "computer", level: 1 } : { type: "me" }));
  const id = await table(page, { game: "shell-out", seats });
  await page.goto(`/t/${id}`);
  const chooser = new Chooser(2);
  for (let clicks = 0; clicks < 8; clicks++) {
    await myTurn(page);
    await clickOnce(page, chooser);
  }
  for (const selector of [".actions", ".rest", ".moves-below"]) {
    const { y, height } = await box(page, selector);
    expect(y + height, selector).toBeLessThanOrEqual(size.height);
  }
  // One line for each player.
  for (const player of await page.locator(".player").all()) {
    expect((await player.boundingBox())?.height).toBeLessThan(56);
  }
});

test.for(SCREENS)(
  "the arrows of a push have names and do not overlap, and pieces have owners, at $width",
  async (screen, { visit }) => {
    const { page } = await visit(screen);
    await pairToPush(page);
    await clickPlace(page, "h8");
    await clickPlace(page, "h9");
    await page.locator(".push").nth(1).waitFor();
    const boxes = await page.locator(".push circle").evaluateAll((all) =>
      all.map((circle) => {
        const { x, y, width } = circle.getBoundingClientRect();
        return { x: x + width / 2, y: y + width / 2, r: width / 2 };
      }),
    );
    expect(boxes.length).toBeGreaterThan(1);
    for (const [i, a] of boxes.entries()) {
      expect(a.r * 2).toBeGreaterThan(18);
      for (const b of boxes.slice(i + 1)) {
        expect(Math.hypot(a.x - b.x, a.y - b.y)).toBeGreaterThan(a.r + b.r - 1);
      }
    }
    const labels = await page
      .locator(".hit.can")
      .evaluateAll((all) => all.map((hit) => hit.getAttribute("aria-label") ?? ""));
    for (const label of labels) {
      expect(label).toMatch(/^Push h8 and h9 (north-|south-)?(east|west)$/);
    }
    const words = await page.locator(".sr-only li").allTextContents();
    expect(words.join("\n")).toMatch(/g7: .*'s piece/);
    expect(words.join("\n")).not.toMatch(/You piece/);
  },
);

test.for(SCREENS)(
  "without a connection no turn is offered, no button pretends, and a click says so, at $width",
  async (screen, { visit }) => {
    const { page, context } = await visit(screen);
    await quickTable(page, "outwit", "Play the computer");
    await myTurn(page);
    await context.setOffline(true);
    const banner = page.locator(".banner");
    await banner.getByText("Connection lost").waitFor({ timeout: 8000 });
    expect(await banner.textContent()).not.toContain("Your turn");
    expect(await banner.getAttribute("class")).not.toContain("yours");
    for (const name of ["Hint", "Resign"]) {
      expect(await page.getByRole("button", { name }).isDisabled(), name).toBe(true);
    }
    await clickPlace(page, "b8");
    await page.getByText("Not connected just now.").waitFor();
    await context.setOffline(false);
    await page.getByText("Connection lost").waitFor({ state: "detached" });
    await page.getByText("Your turn").waitFor();
  },
);

test.for(SCREENS)(
  "no mark lies over a piece: not under the pointer, picked, or in a hint, at $width",
  async (screen, { visit }) => {
    const { page } = await visit(screen);
    await quickTable(page, "outwit", "Play the computer");
    await myTurn(page);
    const fill = (name: string) =>
      page
        .locator(`.board .hit[data-name="${name}"] .area`)
        .evaluate((area) => getComputedStyle(area).fill);
    const CLEAR = "rgba(0, 0, 0, 0)";
    await page.locator('.board .hit[data-name="b8"]').hover({ force: true });
    expect(await fill("b8"), "under the pointer").toBe(CLEAR);
    await clickPlace(page, "b8");
    await page.locator('.board .picked[data-name="b8"]').waitFor({ state: "attached" });
    expect(await fill("b8"), "picked").toBe(CLEAR);
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Hint" }).click();
    const hinted = page.locator(".board .hit.hint.full");
    await hinted.first().waitFor({ state: "attached", timeout: 60_000 });
    for (const name of await hinted.evaluateAll((all) =>
      all.map((hit) => hit.getAttribute("data-name") ?? ""),
    )) {
      expect(await fill(name), "hinted").toBe(CLEAR);
    }
  },
);

test.for(SCREENS)("what others do can be skipped, at $width", async (screen, { visit }) => {
  const { page } = await visit({ ...screen, motion: true });
  await page.goto("/");
  const seats = Array.from({ length: 5 }, (_, i) =>
    i === 4 ? { type: "me" } : { type: "computer", level: 1 },
  );
  const id = await table(page, { game: "shut-the-box", seats });
  await page.goto(`/t/${id}`);
  const chooser = new Chooser(3);
  // The button is there while something waits to be shown.
  const skip = () =>
    page.evaluate(() => {
      const button = document.querySelector<HTMLElement>(".skip-ahead");
      const before = document.querySelectorAll(".moves li").length;
      button?.click();
      return button ? before : null;
    });
  let before: number | null = null;
  for (let clicks = 0; clicks < 400 && before === null; clicks++) {
    await clickOnce(page, chooser);
    before = await skip();
  }
  expect(before).not.toBeNull();
  await page.waitForFunction((n) => document.querySelectorAll(".moves li").length > n, before ?? 0);
});
