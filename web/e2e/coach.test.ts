// Hints in three steps, and the coach: warned, taken back, played anyway; at a desk and on a phone.
import type { Locator, Page } from "playwright-core";
import { expect } from "vitest";
import { byTurns, expectAccessible, SCREENS } from "./browser.ts";
import { test } from "./house.ts";
import { clickPlace, lastPly, myTurn, quickTable, resign } from "./play.ts";
import { GAMES } from "./server.ts";

/** Takes all three steps of a hint, from the keyboard. */
async function hint(page: Page) {
  await page.getByRole("button", { name: "Hint" }).press("Enter");
  const box = page.locator(".hint-box");
  await box.waitFor({ timeout: 30_000 });
  const show = box.getByRole("button", { name: "Show the move" });
  if (await show.isVisible()) {
    expect(await box.textContent()).toMatch(/^Look at .+\./);
    expect(await page.locator(".hint-box li").count()).toBe(0);
    await show.press("Enter");
  }
  await box.getByRole("listitem").first().waitFor();
  expect(await box.textContent()).toMatch(/% to win|proven/);
  await box.getByRole("button", { name: "Why?" }).press("Enter");
  await box.locator(".reasons, p.quiet").first().waitFor();
  return (await box.textContent()) ?? "";
}

test.for(byTurns(GAMES))(
  "$id: a hint has three steps, at $width",
  async ({ id, ...screen }, { visit }) => {
    const { page } = await visit(screen);
    await quickTable(page, id, "Play the computer");
    await myTurn(page);
    // Without pauses the server may throw first.
    if (await page.locator("button.throw").isVisible()) {
      const click = page.locator("button.throw").click({ timeout: 2000 });
      await click.catch(() => {});
    }
    await page.locator(".board .hit.can").first().waitFor();
    const words = await hint(page);
    if (id === "shut-the-box") expect(words).toMatch(/exact share of the win.*\d\.\d% to win/s);
    expect(words).not.toMatch(/[{}[\]]/);
    await expectAccessible(page, `a hint in ${id}`);
    await page.getByRole("button", { name: "Close the hint" }).click();
    expect(await page.locator(".hint-box, .drawn-marks").count()).toBe(0);
  },
);

/** The power chip runs home with the first move, and can never come out again. */
const blunder = async (page: Page) => {
  await clickPlace(page, "e5");
  await clickPlace(page, "h8");
};

test.for(SCREENS)(
  "a coach warns before a bad move is made, at $width",
  async (screen, { visit }) => {
    const { page } = await visit(screen);
    await quickTable(page, "outwit", "Two on this screen");
    await myTurn(page);
    expect(await page.getByLabel(/^Coach/).count(), "never in a game with people").toBe(0);
    await quickTable(page, "outwit", "Play the computer");
    await myTurn(page);
    await page.getByLabel(/^Coach/).check();
    const kept = await page.evaluate(() => localStorage.getItem("parlour.settings"));
    expect(JSON.parse(kept ?? "{}").coach, "it is remembered").toBe(true);
    const warning = page.locator(".coach.warning");
    await blunder(page);
    await warning.waitFor({ timeout: 60_000 });
    expect(await warning.textContent()).toMatch(
      /lowers your chance to win from about \d+% to \d+%\..*Your move: Slide e5 to h8\.Puts the power chip into the corner, where it stays\..*The computer would answer: Slide.*Better: Slide .* to win\)/s,
    );
    expect(await page.locator(".banner .todo").textContent()).toContain(
      "The coach warns of this move",
    );
    expect(await page.locator(".hint-marks.threat .way").count(), "the answer is drawn").toBe(1);
    expect(await page.locator(".hint-marks.wrong .way").count(), "as a mistake").toBe(1);
    expect(await page.locator(".hint-marks.advice .way").count(), "what is better").toBe(1);
    const advised = await page
      .locator(".board .hit.hint")
      .evaluateAll((all) => all.map((hit) => hit.getAttribute("data-name")));
    expect(advised, "no advice to blunder").not.toEqual(["e5", "h8"]);
    const better = await warning.locator("p", { hasText: "Better:" }).textContent();
    for (const name of advised) expect(better).toContain(` ${name}`);
    await expectAccessible(page, "a warning of the coach", screen);
    await page.getByRole("button", { name: "Take it back" }).click();
    expect(await warning.count()).toBe(0);
    expect(await lastPly(page), "nothing was made").toBe(0);
    await blunder(page);
    await warning.waitFor({ timeout: 60_000 });
    await page.getByRole("button", { name: "Play it anyway" }).click();
    await page.locator('.moves li[data-ply="1"]').waitFor();
    await myTurn(page);
    await resign(page);
    await page.getByText("One thing to try next time").waitFor();
    await page
      .getByText(/^At move 1, “Slide .*” was better: .* from about \d+% to \d+%\.$/)
      .waitFor();
    await page.getByText("Against your move: Puts the power chip into the corner").waitFor();
  },
);

/**
 * The moves of a hint in Shut the Box, the best first: lids, and the exact percentage. Null where the position
 * has changed before the hint came: then none is shown.
 */
async function exactHint(page: Page): Promise<{ lids: string[]; percent: number }[] | null> {
  await page.getByRole("button", { name: "Hint" }).click();
  const box = page.locator(".hint-box");
  if (!(await appears(box))) return null;
  const show = box.getByRole("button", { name: "Show the move" });
  if (await show.isVisible()) await show.click();
  const lines = await box.locator("ol li").allTextContents();
  await page.getByRole("button", { name: "Close the hint" }).click();
  return lines.map((line) => {
    const [words = "", worth = ""] = line.split("(");
    return { lids: words.match(/\d/g) ?? [], percent: Number.parseFloat(worth) };
  });
}

const appears = (what: Locator) =>
  what.waitFor({ timeout: 5000 }).then(
    () => true,
    () => false,
  );

test("a coach praises the only good move, and nothing less", async ({ visit }) => {
  const { page } = await visit();
  const praise = page.getByText("Well done: that was the only good move.");
  let praised = false;
  for (let turns = 0; turns < 60 && !praised; turns++) {
    // A game may be over after a few rounds.
    const anew = turns % 3 === 0;
    if (anew) await quickTable(page, "shut-the-box", "Play the computer");
    await myTurn(page);
    if (anew) await page.getByLabel(/^Coach/).check();
    // Without pauses the server may throw first.
    if (await page.locator("button.throw").isVisible()) {
      await page
        .locator("button.throw")
        .click({ timeout: 2000 })
        .catch(() => {});
    }
    // A throw that nothing can be done with ends the turn.
    if (!(await appears(page.locator(".board .hit.can").first()))) continue;
    const hinted = await exactHint(page);
    if (!hinted) continue;
    const [best, second] = hinted;
    const ply = await lastPly(page);
    for (const lid of best?.lids ?? []) await clickPlace(page, lid);
    await page.waitForFunction((n) => document.querySelectorAll(".moves li").length > n, ply);
    // A move is praised if there were three or more and every other gives away more than eight points
    // where dice follow, and more than twenty where the box is shut.
    const gap = second && hinted.length > 2 ? (best?.percent ?? 0) - second.percent : 0;
    if (gap > 7.9) praised = await appears(praise);
    else expect(await praise.count()).toBe(0);
    expect(praised || gap < 20.1, `${gap} points are praised`).toBe(true);
  }
  expect(praised).toBe(true);
  await expectAccessible(page, "praise of the coach");
});
