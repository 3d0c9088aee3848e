// Reads every byte that others received in a hand of Shell-Out.
import { expect } from "vitest";
import { merge } from "../src/table/merge.ts";
import type { ServerMessage, TableView } from "../src/wire.ts";
import type { Visit } from "./browser.ts";
import { server, test } from "./house.ts";
import { Chooser, clickOnce, lastPly, myTurn, quickTable, sitDown } from "./play.ts";

/** The table as it was after each message, put together as the page does. */
function views(visitor: Visit): TableView[] {
  const seen: TableView[] = [];
  for (const text of visitor.received) {
    const message = parsed(text);
    if (message?.type === "guide" || message?.type === "hint" || message?.type === "verdict")
      continue;
    if (!message || message.type === "error") continue;
    if (message.type === "done" || message.type === "pong") continue;
    const view = merge(seen.at(-1) ?? null, message);
    if (view) seen.push(view);
  }
  return seen;
}

function parsed(text: string): ServerMessage | null {
  try {
    return JSON.parse(text) as ServerMessage;
  } catch {
    return null;
  }
}

/** What only the owner of a seat may know: the counter and the shell over it. */
function secretOf(visitor: Visit, seat: number) {
  const last = views(visitor).findLast((v) =>
    v.picture.pieces.some((p) => p.owner === seat && p.face),
  );
  const shell = last?.picture.pieces.find((p) => p.owner === seat && p.face);
  if (!shell) throw new Error("the owner does not see the loaded shell");
  const hid = views(visitor)
    .flatMap((v) => v.log)
    .find((line) => line.by === seat && line.action.startsWith("h"));
  return { counter: shell.face, hide: hid?.action ?? "" };
}

/** Every value under every key that a JSON text holds, as texts. */
function strings(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (Array.isArray(value)) return value.flatMap(strings);
  if (value && typeof value === "object") return Object.values(value).flatMap(strings);
  return [];
}

function expectNothingOf(visitor: Visit, seat: number, secret: ReturnType<typeof secretOf>) {
  const letter = String.fromCharCode(65 + seat);
  for (const text of visitor.received) {
    // The hiding itself, wherever it might stand.
    expect(text.split(/[^a-z0-9?]+/)).not.toContain(secret.hide);
  }
  for (const view of views(visitor)) {
    expect((view.position ?? "").split(" ")[0]).not.toContain(letter);
    const counter = view.picture.stats.find((f) => f.seat === seat && f.name === "counter");
    expect(["?", "not drawn"]).toContain(counter?.value);
    for (const piece of view.picture.pieces.filter((p) => p.owner === seat)) {
      expect(piece.face).toBe("");
      expect(piece.name).not.toMatch(/loaded|counter/);
    }
    for (const line of view.log.filter((l) => l.by === seat)) {
      expect(line.action).not.toMatch(/^(h[a-m]\d+|d\d+)$/);
    }
    for (const said of strings([view.log, view.last, view.result])) {
      expect(said).not.toContain(`counter of ${secret.counter}.`);
    }
  }
}

test("nobody receives what another has hidden", async ({ visit }) => {
  const ada = await visit();
  const bea = await visit();
  const cleo = await visit();
  const id = await quickTable(ada.page, "shell-out", "Invite a friend");
  await sitDown(ada.page, bea.page);
  await cleo.page.goto(`/t/${id}`);

  // Both hide, then move a few times; no guesses, so that nothing comes to light.
  const chooser = new Chooser(4);
  for (let turn = 0; turn < 12; turn++) {
    const mover = turn % 2 ? bea.page : ada.page;
    await myTurn(mover);
    const ply = await lastPly(mover);
    for (let clicks = 0; clicks < 8 && (await lastPly(mover)) === ply; clicks++) {
      await clickOnce(mover, chooser);
      await mover.waitForTimeout(80);
    }
  }
  // A request for more gets no more.
  for (const { page } of [bea, cleo]) {
    for (const address of ["", "/replay", "/replay?viewer=0", "/record"]) {
      await page.evaluate((a) => fetch(a).then((r) => r.text()), `/api/v1/tables/${id}${address}`);
    }
    await page.goto(`/t/${id}/replay`);
    await page.waitForSelector(".replay .board");
  }

  const secret = secretOf(ada, 0);
  const other = secretOf(bea, 1);
  expect(secret.hide).toMatch(/^h[a-m]\d+$/);
  expectNothingOf(bea, 0, secret);
  expectNothingOf(cleo, 0, secret);
  expectNothingOf(cleo, 1, other);
  expectNothingOf(ada, 1, other);
  for (const word of [secret.hide, other.hide]) {
    expect(server.output.split(/[^a-z0-9?]+/)).not.toContain(word);
  }
});
