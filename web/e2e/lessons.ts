// Moves on the board of a lesson or a puzzle, by mouse, finger or keyboard.
import type { Page } from "playwright-core";
import type { Layout, LessonView } from "../src/wire.ts";
import { server } from "./house.ts";
import { myTurn } from "./play.ts";

export type Hands = "mouse" | "finger" | "keyboard";

export async function call<T>(path: string, body?: unknown): Promise<T> {
  const post = {
    method: "POST",
    headers: { "content-type": "application/json", origin: server.address },
    body: JSON.stringify(body),
  };
  const answer = await fetch(`${server.address}/api/v1${path}`, body ? post : {});
  if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`);
  return answer.json() as Promise<T>;
}

/** Picks a place, as these hands do. */
export async function pick(page: Page, name: string, hands: Hands) {
  const place = page.locator(`.board .hit[data-name="${name}"]`);
  if (hands === "keyboard") {
    await place.evaluate((element: SVGElement) => element.focus());
    await page.keyboard.press("Enter");
    return;
  }
  await place.scrollIntoViewIfNeeded();
  const box = await place.boundingBox();
  if (!box) throw new Error(`no place ${name}`);
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  if (hands === "finger") await page.touchscreen.tap(x, y);
  else await page.mouse.click(x, y);
}

/** Makes a move by its places, once the page waits for one. */
export async function make(
  page: Page,
  view: LessonView,
  layout: Layout,
  action: string,
  hands: Hands,
) {
  const choice = view.frames.at(-1)?.choices.find((each) => each.action === action);
  if (!choice) throw new Error(`no choice ${action}`);
  await myTurn(page);
  if (choice.clicks.length === 0) {
    await page.getByRole("button", { name: choice.caption }).click();
    return;
  }
  for (const site of choice.clicks) await pick(page, layout.sites[site]?.name ?? "", hands);
  // Where a finger may miss, the move waits for a yes.
  const yes = page.locator(".confirm button.primary");
  if (hands === "finger" && (await yes.isVisible())) await yes.click();
}
