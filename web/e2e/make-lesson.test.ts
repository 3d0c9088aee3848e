// A lesson from a finished game: written in the replay, checked by the engine, saved as a file that the
// program takes.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { expectAccessible, SCREENS } from "./browser.ts";
import { test } from "./house.ts";
import { importRecord, SHUT_THE_BOX } from "./play.ts";
import { program } from "./server.ts";

const record = (game: string) =>
  readFileSync(join(import.meta.dirname, "pictures", `${game}.txt`), "utf8");

const replayOf = async (page: Page, text: string) => `/t/${await importRecord(page, text)}/replay`;

async function begin(page: Page) {
  await page.getByRole("button", { name: "Make a lesson" }).click();
  const dialog = page.getByRole("dialog", { name: "Make a lesson" });
  await dialog.locator("option").first().waitFor({ state: "attached" });
  return dialog;
}

type Dialog = Awaited<ReturnType<typeof begin>>;

/** What the check says. */
async function checked(dialog: Dialog): Promise<string> {
  await dialog.getByRole("button", { name: "Check it" }).click();
  await dialog.getByText(/^The lesson works\.$|^It does not work yet\.$/).waitFor();
  return dialog.getByRole("status").innerText();
}

/** Saves the file and gives it to `parlour learn --check`. */
async function accepted(page: Page, dialog: Dialog, game: string): Promise<string> {
  const saving = page.waitForEvent("download");
  await dialog.getByRole("button", { name: "Save the file" }).click();
  const file = await (await saving).path();
  return execFileSync(program(), ["learn", game, "--check", file], { encoding: "utf8" });
}

test.for(SCREENS)("a lesson is made from a replay, at $width", async (screen, { visit }) => {
  const { page } = await visit(screen);
  const box = await replayOf(page, SHUT_THE_BOX);
  // Nothing can be asked at the end of a game; before a throw, the throw belongs to the lesson.
  await page.goto(`${box}#34`);
  await expect
    .poll(() => page.getByRole("button", { name: "Make a lesson" }).isDisabled())
    .toBe(true);
  await page.goto(`${box}#4`);
  let dialog = await begin(page);
  await expectAccessible(page, "making a lesson", screen);
  await dialog.getByLabel("Title").fill("Which lids?");
  expect(await checked(dialog)).toMatch(
    /The lesson works\.\s+1 of \d+ moves is right\.\s+The engine does not agree: “Shut lid 5” is worth \d+% of the win, “Shut lids 1 and 4” \d+%\./,
  );
  await dialog.getByLabel("The right move").selectOption({ label: "Shut lid 5" });
  await expect.poll(() => dialog.getByRole("status").innerText()).toBe("");
  expect(await checked(dialog)).toContain("The engine agrees: it plays “Shut lid 5”");
  expect(await accepted(page, dialog, "shut-the-box")).toContain("Which lids?");
  // The file itself may be changed; what is wrong with it is named.
  await dialog.getByText("The file", { exact: true }).click();
  const file = dialog.getByLabel("The file");
  await file.fill((await file.inputValue()).replace("plays 5", "plays 9"));
  expect(await checked(dialog)).toContain("The goal cannot be reached within 1 moves.");
  await dialog.getByRole("button", { name: "Back to the form" }).click();
  expect(await checked(dialog)).toContain("The lesson works.");
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "hidden" });
  // A game without dice, and one with secrets.
  for (const [game, at] of [
    ["outwit", 30],
    ["shell-out", 25],
  ] as const) {
    await page.goto(`${await replayOf(page, record(game))}#${at}`);
    dialog = await begin(page);
    expect(await checked(dialog)).toContain("The lesson works.");
    expect(await accepted(page, dialog, game)).toContain("My lesson");
  }
});
