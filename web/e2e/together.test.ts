// More than one browser at a table; pages that are closed, servers that fall.
import { expect } from "vitest";
import { SCREENS } from "./browser.ts";
import { server, test } from "./house.ts";
import { Chooser, lastPly, moveOnce, myTurn, quickTable, sitDown } from "./play.ts";

test.for(SCREENS)(
  "a friend comes by link, both play and talk, a third watches, at $width",
  async (screen, { visit }) => {
    const ada = await visit(screen);
    const bea = await visit(screen);
    const cleo = await visit(screen);
    const id = await quickTable(ada.page, "outwit", "Invite a friend");
    const link = await ada.page.getByLabel("Invitation").inputValue();
    expect(link).toContain(`/t/${id}?invitation=`);

    await bea.page.goto(link);
    await bea.page.getByRole("button", { name: /^Sit (down|here)/ }).click();
    // A player who is not to move reads so, and for whom to wait.
    await bea.page.getByText("is to move …").waitFor();
    await bea.page.locator('.hit[data-name="e6"]').dispatchEvent("click");
    await bea.page.getByText("It is not your turn: wait for ").waitFor();
    await cleo.page.goto(`/t/${id}`);
    await cleo.page.waitForSelector(".felt .board");
    expect(await cleo.page.getByRole("button", { name: /^Sit (down|here)/ }).count()).toBe(0);

    const chooser = new Chooser(3);
    for (let turn = 1; turn <= 6; turn++) {
      const mover = turn % 2 ? ada.page : bea.page;
      await moveOnce(mover, chooser);
      for (const { page } of [ada, bea, cleo]) {
        await page.waitForFunction(
          (n) => document.querySelectorAll(".moves li").length === n,
          turn,
        );
      }
    }
    await ada.page.waitForFunction(() => document.title.includes("Your turn"));
    await bea.page.waitForFunction(() => !document.title.includes("Your turn"));
    // Who watches can touch nothing.
    expect(await cleo.page.locator(".board .hit.can").count()).toBe(0);
    expect(await cleo.page.getByRole("button", { name: "Resign" }).count()).toBe(0);

    await ada.page.getByRole("tab", { name: "Chat" }).click();
    await ada.page.getByLabel("Say something").fill("<b>Good</b> luck!");
    await ada.page.getByRole("button", { name: "Say", exact: true }).click();
    await bea.page.getByRole("tab", { name: /Chat \(1 new\)/ }).click();
    expect(await bea.page.locator(".said").textContent()).toBe("<b>Good</b> luck!");
    await bea.page.getByRole("button", { name: /^Mute/ }).click();
    await bea.page.locator(".said").waitFor({ state: "detached" });

    // A draw is offered and agreed.
    await bea.page.getByRole("button", { name: "Offer a draw" }).click();
    await ada.page.getByRole("button", { name: "Agree" }).click();
    await cleo.page.waitForFunction(() => /^Over/.test(document.title));
  },
);

test.for(SCREENS)(
  "a page that is loaded again, and a server that falls, lose nothing, at $width",
  async (screen, { visit }) => {
    const { page } = await visit(screen);
    await quickTable(page, "senet", "Two on this screen");
    const chooser = new Chooser(9);
    for (let i = 0; i < 4; i++) await moveOnce(page, chooser);
    await myTurn(page);
    const ply = await lastPly(page);
    await page.reload();
    await myTurn(page);
    expect(await lastPly(page)).toBe(ply);

    await server.kill("SIGKILL");
    await page.getByText("Connection lost").waitFor();
    expect(await page.locator(".board .hit.can").count()).toBe(0);
    await server.up();
    await page.getByText("Connection lost").waitFor({ state: "detached" });
    await myTurn(page);
    expect(await lastPly(page)).toBe(ply);
    await moveOnce(page, chooser);
    expect(await lastPly(page)).toBeGreaterThan(ply);
  },
);

test.for(SCREENS)("a seat goes on on another device, at $width", async (screen, { visit }) => {
  const old = await visit(screen);
  const other = await visit(screen);
  const id = await quickTable(old.page, "outwit", "Play the computer");
  await old.page.getByRole("button", { name: "Share" }).click();
  await old.page.getByRole("button", { name: /another device/ }).click();
  const code = (await old.page.locator(".code").textContent()) ?? "";
  expect(await old.page.locator(".qr svg").count()).toBe(1);
  await other.page.goto("/");
  await other.page.getByLabel("Code from your other device").fill(code);
  await other.page.getByRole("button", { name: "Take the seat" }).click();
  await other.page.waitForURL(`**/t/${id}`);
  await myTurn(other.page);
  await moveOnce(other.page, new Chooser(1));
});

test.for(SCREENS)(
  "an absent player's time is counted down where everybody sees it, at $width",
  async (screen, { visit }) => {
    const ada = await visit(screen);
    // A page that is none of ours keeps nothing.
    const bea = await visit({ ...screen, allow: /localStorage/ });
    const cleo = await visit(screen);
    const id = await quickTable(ada.page, "outwit", "Invite a friend");
    await sitDown(ada.page, bea.page);
    await cleo.page.goto(`/t/${id}`);
    await myTurn(ada.page);
    await bea.page.goto("about:blank");
    for (const { page } of [ada, cleo]) {
      await page.getByText(/The computer may play on in (2:00|1:5\d)/).waitFor();
    }
    // Who comes back has the seat as before.
    await bea.page.goto(`/t/${id}`);
    await ada.page.getByText("The computer may play on in").waitFor({ state: "detached" });
  },
);
