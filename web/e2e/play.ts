// Playing through the page: what a person could click, clicked.
import type { Page } from "playwright-core";

/** The sites that can be clicked now. */
export const spots = (page: Page) => page.locator(".board .hit.can");

/** A number from 0 to n − 1, the same in every run. */
export class Chooser {
  constructor(private state: number) {}
  below(n: number): number {
    this.state = (Math.imul(this.state, 1664525) + 1013904223) >>> 0;
    return Math.floor((this.state / 2 ** 32) * n);
  }
}

/**
 * So many clicks until something must have come that dice decide, such as the end of a turn in Shut
 * the Box: the player who shuts the box hands on the dice without it, and one turn in a hundred is followed
 * by another long one.
 */
export const PATIENCE = 4000;

/** What the page waits for. */
export type Prompt = "click" | "button" | "pass" | "wait" | "over";

/** Looks once at what can be done. */
export async function promptOf(page: Page): Promise<Prompt> {
  return page.evaluate((): Prompt => {
    if (document.querySelector(".cover button")) return "pass";
    if (/^Over/.test(document.title)) return "over";
    if (document.querySelector(".board .hit.can")) return "click";
    return document.querySelector(".moves-below button.primary") ? "button" : "wait";
  });
}

/**
 * Looks at what the page offers and clicks one of it, in one go: between two calls the page may
 * have moved on.
 */
export async function clickOnce(page: Page, chooser: Chooser): Promise<Prompt> {
  return page.evaluate((number): Prompt => {
    const click = (element: Element) =>
      element.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
    const cover = document.querySelector(".cover button");
    if (cover) {
      click(cover);
      return "pass";
    }
    if (/^Over/.test(document.title)) return "over";
    const sites = document.querySelectorAll(".board .hit.can");
    const site = sites[number % sites.length];
    if (site) {
      click(site);
      return "click";
    }
    const button = document.querySelector(".moves-below button.primary");
    if (!button) return "wait";
    click(button);
    return "button";
  }, chooser.below(1_000_003));
}

/** Clicks the middle of a place by its name, as a mouse does. */
export async function clickPlace(page: Page, name: string) {
  const place = page.locator(`.board .hit[data-name="${name}"]`);
  const box = await place.boundingBox();
  if (!box) throw new Error(`no place ${name}`);
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
}

/** Clicks a place where nothing can be done. */
export async function clickWrong(page: Page, chooser: Chooser) {
  await page.evaluate((number) => {
    const all = [...document.querySelectorAll(".board .hit:not(.can):not(.picked)")];
    const click = new MouseEvent("click", { bubbles: true, cancelable: true });
    all[number % Math.max(1, all.length)]?.dispatchEvent(click);
  }, chooser.below(1_000_003));
}

/** Plays random moves until the game is over. */
export const playToTheEnd = (page: Page, seed: number) => playTogether([page], seed);

/** Plays random moves on several pages of one table until the game is over on all of them. */
export async function playTogether(pages: readonly Page[], seed: number, limit = 3000) {
  const chooser = new Chooser(seed);
  for (let rounds = 0; rounds < limit; rounds++) {
    const seen = await Promise.all(pages.map((page) => clickForAWhile(page, chooser)));
    if (seen.every((now) => now === "over")) return;
  }
  throw new Error(`Not over after ${limit} rounds: ${await pages[0]?.title()}`);
}

/** Clicks again and again within the page, faster than it paints: few words go to and fro. */
async function clickForAWhile(page: Page, chooser: Chooser): Promise<Prompt> {
  const numbers = Array.from({ length: 40 }, () => chooser.below(1_000_003));
  return page.evaluate(async (chosen): Promise<Prompt> => {
    const rest = (time: number) => new Promise((done) => setTimeout(done, time));
    const over = () => /^Over/.test(document.title);
    for (const number of chosen) {
      if (over()) return "over";
      const sites = document.querySelectorAll(".board .hit.can");
      const target =
        document.querySelector(".cover button") ??
        sites[number % Math.max(1, sites.length)] ??
        document.querySelector(".moves-below button.primary");
      target?.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
      // Rendered; or nothing to do for a while, which need not keep the processor busy.
      await rest(target ? 0 : 30);
    }
    return over() ? "over" : "wait";
  }, numbers);
}

/** Waits until the page wants something of its player. */
export async function myTurn(page: Page) {
  await page.waitForFunction(
    () =>
      document.querySelector(".board .hit.can, .moves-below button.primary, .cover button") ||
      /^Over/.test(document.title),
    undefined,
    { timeout: 30_000 },
  );
}

/** Makes one whole move, however many clicks it takes. */
export async function moveOnce(page: Page, chooser: Chooser) {
  await myTurn(page);
  const ply = await lastPly(page);
  // Most of these find nothing to click: the move is on its way to the server and back.
  for (let clicks = 0; clicks < 250; clicks++) {
    if ((await clickOnce(page, chooser)) === "over") return;
    await page.waitForTimeout(80);
    if ((await lastPly(page)) > ply) return;
  }
  throw new Error("No move was made.");
}

/** The number of the last move in the list. */
export async function lastPly(page: Page): Promise<number> {
  return page.evaluate(() => {
    const lines = document.querySelectorAll<HTMLElement>(".moves li");
    return Number(lines[lines.length - 1]?.dataset.ply ?? 0);
  });
}

/** Sets a table with one of the three buttons; the page is then at the table. */
export async function quickTable(
  page: Page,
  game: string,
  preset: "Play the computer" | "Two on this screen" | "Invite a friend",
): Promise<string> {
  await page.goto(`/new/${game}`);
  await page.getByRole("button", { name: preset }).click();
  if (preset === "Two on this screen") {
    await page.getByRole("button", { name: "Start the game" }).click();
  }
  await page.waitForURL(/\/t\//);
  await page.waitForSelector(".felt .board, .cover");
  return new URL(page.url()).pathname.split("/")[2] ?? "";
}

/** Sets a table through the calls that the page uses, where a test needs unusual seats. */
export async function table(page: Page, wanted: object): Promise<string> {
  return page.evaluate(
    async (body) => {
      const answer = await fetch("/api/v1/tables", {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(body),
      });
      if (!answer.ok) throw new Error(await answer.text());
      return (await answer.json()).id as string;
    },
    { options: [], clock: { type: "none" }, public: false, ...wanted },
  );
}

/**
 * A game of Shut the Box that Ann lost; every value of it is exact. Actions 6 and 20 were hers, and
 * mistakes.
 */
export const SHUT_THE_BOX =
  "parlour: 1\ngame: shut-the-box\nplayer 1: Ann\nplayer 2: Bob\nactions:\n" +
  "r65 3+8 r53 2+6 r41 1+4 r53 r21 1+2 r44 8 r66 3+9 r41 5 r41 r51 6 r64 3+7 r31 4 " +
  "r31 r33 6 r41 5 r61 7 r43 3+4 r63 9 r65\n";

/** Brings a record in by the API and gives the id of its table. */
export async function importRecord(page: Page, text: string): Promise<string> {
  await page.goto("/");
  return page.evaluate(async (text) => {
    const headers = { "content-type": "application/json" };
    const body = JSON.stringify({ text });
    const answer = await fetch("/api/v1/records", { method: "POST", headers, body });
    return ((await answer.json()) as { id: string }).id;
  }, text);
}

/** Gives the game up. */
export async function resign(page: Page) {
  await page.getByRole("button", { name: "Resign" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Resign" }).click();
}

/** Follows the invitation that the host of a table sees, and sits down. */
export async function sitDown(host: Page, guest: Page) {
  await guest.goto(await host.getByLabel("Invitation").inputValue());
  await guest.getByRole("button", { name: /^Sit down/ }).click();
}

/** A table of Shout 7 for two, on which h8 and h9 can be pushed. */
export async function pairToPush(page: Page) {
  await quickTable(page, "shout-7", "Two on this screen");
  for (const cell of ["g7", "g8", "h8", "h9"]) {
    await myTurn(page);
    const ply = await lastPly(page);
    await clickPlace(page, cell);
    await page.waitForFunction((n) => document.querySelectorAll(".moves li").length > n, ply);
  }
  await myTurn(page);
}

/** Opens the set-up of a game with everything that it folds away. */
export async function openChoices(page: Page, game: string) {
  await page.goto(`/new/${game}`);
  await page.getByText("More choices").click();
  await page.waitForSelector(".custom form");
  for (const summary of await page.locator(".variations summary").all()) await summary.click();
}
