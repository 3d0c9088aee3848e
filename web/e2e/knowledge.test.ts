import { expect } from "vitest";
import { expectAccessible, SCREENS } from "./browser.ts";
import { test } from "./house.ts";
import { importRecord } from "./play.ts";

/** One hand of Shell-Out, in which Ann shells out with the counter of 5. */
const GAME = "d5 d50 hh9 hc2 h9-g9 c2-b2 g9-g7 f3-f4 g7-g5 b2-d4 h11-g11 f4-e4 g5-f4 d4-b2 f4-e3";
const HAND = `parlour: 1\ngame: shell-out\noption players: 2\noption hands: 1\noption target: 0\noption seats: default\nplayer 1: Ann\nplayer 2: Bob\nactions:\n${GAME}\n`;

test.for(SCREENS)(
  "through a player's eyes a replay shows what that player knew, at $width",
  async (screen, { visit }) => {
    const { page } = await visit(screen);
    const id = await importRecord(page, HAND);
    await page.goto(`/t/${id}/replay#4`);
    const eyes = page.getByLabel("Through the eyes of");
    const told = () => page.locator(".log").innerText();
    const numbers = () => page.locator(".board .piece text").allTextContents();
    // With all open, both counters are seen under their shells.
    await expect.poll(told).toContain("Ann hides the counter under h9.");
    await expect.poll(told).toContain("Bob hides the counter under c2.");
    await expect.poll(async () => (await numbers()).filter(Boolean).sort()).toEqual(["5", "50"]);
    expect(await eyes.locator("option").allTextContents()).toEqual([
      "nobody: all is open",
      "Ann",
      "Bob",
    ]);
    await eyes.selectOption({ label: "Bob" });
    await expect.poll(told).toContain("Ann hides a counter under a shell.");
    expect(await told()).toContain("Bob hides the counter under c2.");
    expect((await numbers()).filter(Boolean)).toEqual(["50"]);
    await expectAccessible(page, "through a player's eyes", screen);
    // The place in the game stays.
    expect(page.url()).toMatch(/#4$/);
    await eyes.selectOption({ label: "Ann" });
    await expect.poll(told).toContain("Ann hides the counter under h9.");
    expect(await told()).toContain("Bob hides a counter under a shell.");
    expect((await numbers()).filter(Boolean)).toEqual(["5"]);
  },
);

test.for(SCREENS)(
  "a replay shows where each counter could be, by three layers, at $width",
  async (screen, { visit }) => {
    const { page } = await visit(screen);
    const id = await importRecord(page, HAND);
    await page.goto(`/t/${id}/replay#4`);
    const panel = page.getByRole("region", { name: "What could be known" });
    const layer = (name: string) => panel.getByRole("radio", { name });
    const drawn = () => page.locator(".known-places text").allTextContents();
    // Ann knows her own counter; each of Bob's five shells is as likely as any other.
    await layer("Counting").check();
    await expect
      .poll(async () => (await drawn()).sort().join(" "))
      .toBe("0 0 0 0 100 20 20 20 20 20");
    await expectAccessible(page, "the counting layer", screen);
    // The same as a table, for any seat and for somebody who looks on.
    await panel.getByText("The chances at this move as a table").click();
    const rows = () => panel.locator(".as-table").first().locator("tbody tr").allInnerTexts();
    await expect
      .poll(async () => (await rows()).filter((row) => row.includes("here")).length)
      .toBe(2);
    await panel.getByLabel("As known to").selectOption({ label: "somebody who looks on" });
    await expect
      .poll(async () => (await drawn()).filter((figure) => figure === "20").length)
      .toBe(10);
    await panel.getByLabel("As known to").selectOption({ label: "Bob" });
    // By the end the moves say something: the reading differs from counting.
    const curve = panel.getByRole("slider", { name: /Bits/ });
    await curve.focus();
    await page.keyboard.press("End");
    await page.keyboard.press("ArrowLeft");
    await layer("Reading").check();
    await expect
      .poll(async () =>
        (await drawn()).some((figure) => !["0", "20", "25", "100"].includes(figure)),
      )
      .toBe(true);
    await expect.poll(() => panel.innerText()).toMatch(/Most by/);
    await expect.poll(() => panel.innerText()).toMatch(/Brier score is 0\.\d\d/);
    await panel.getByText("The curve as a table").click();
    await expectAccessible(page, "the reading layer", screen);
    // The move that gave most away is one click away, and the truth is a ring.
    await panel.locator(".summary button").first().click();
    await layer("Truth").check();
    await expect.poll(() => page.locator(".known-places .ring").count()).toBe(2);
    await layer("Nothing").check();
    await expect.poll(() => page.locator(".known-places").count()).toBe(0);
  },
);

test("a game without secrets has no such panel", async ({ visit }) => {
  const { page } = await visit(SCREENS[0]);
  const text = "parlour: 1\ngame: outwit\nresult: 1 0\nactions:\ne5e1 e6e10\n";
  const id = await importRecord(page, text);
  await page.goto(`/t/${id}/replay`);
  await page.getByRole("heading", { name: "What it hinged on" }).waitFor();
  expect(await page.getByText("What could be known").count()).toBe(0);
});
