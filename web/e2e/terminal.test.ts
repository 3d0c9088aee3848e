// A page and a terminal at one table.
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SCREENS } from "./browser.ts";
import { test } from "./house.ts";
import { Chooser, moveOnce, quickTable } from "./play.ts";
import { program } from "./server.ts";

/** `parlour play LINK --plain`, line by line. */
class Terminal {
  output = "";
  private readonly child: ChildProcess;
  private readonly state = mkdtempSync(join(tmpdir(), "parlour-terminal-"));
  private waiting: (() => void)[] = [];
  private over = false;

  constructor(link: string, name: string) {
    this.child = spawn(program(), ["play", link, "--plain", "--name", name], {
      env: { ...process.env, XDG_STATE_HOME: this.state },
      stdio: ["pipe", "pipe", "inherit"],
    });
    const wake = () => {
      for (const done of this.waiting.splice(0)) done();
    };
    this.child.stdout?.on("data", (bytes: Buffer) => {
      this.output += bytes.toString();
      wake();
    });
    this.child.on("exit", () => {
      this.over = true;
      wake();
    });
  }

  /** Waits until it has printed this, after the place `from` of its output. */
  async prints(wanted: RegExp, from = 0): Promise<RegExpExecArray> {
    for (;;) {
      const found = wanted.exec(this.output.slice(from));
      if (found) return found;
      if (this.over) throw new Error(`The terminal ended without ${wanted}:\n${this.output}`);
      await new Promise<void>((done) => this.waiting.push(done));
    }
  }

  type(line: string) {
    this.child.stdin?.write(`${line}\n`);
  }

  /** Makes the first move of those that it lists. */
  async move() {
    const from = this.output.length;
    this.type("moves");
    const [, action] = await this.prints(/^(\w+): Slide/m, from);
    this.type(action ?? "");
  }

  async end() {
    this.child.stdin?.end();
    if (!this.over) await new Promise((done) => this.child.once("exit", done));
    rmSync(this.state, { recursive: true });
  }
}

test("a page and a terminal play, talk and agree on a draw at one table", async ({ visit }) => {
  const ada = await visit(SCREENS[0]);
  await quickTable(ada.page, "outwit", "Invite a friend");
  const link = await ada.page.getByLabel("Invitation").inputValue();
  const tess = new Terminal(link, "Tess");
  const moves = (n: number) =>
    ada.page.waitForFunction((n) => document.querySelectorAll(".moves li").length === n, n);

  const chooser = new Chooser(5);
  for (let turn = 1; turn <= 6; turn += 2) {
    const from = tess.output.length;
    await moveOnce(ada.page, chooser);
    await moves(turn);
    await tess.prints(/Choose a dark chip/, from);
    await tess.move();
    await moves(turn + 1);
  }
  await ada.page.getByText("Tess").first().waitFor();

  tess.type("say Good game");
  await ada.page.getByRole("tab", { name: /Chat/ }).click();
  await ada.page.getByText("Good game").waitFor();
  await ada.page.getByRole("button", { name: "Offer a draw" }).click();
  await tess.prints(/offers a draw: 'draw' or 'decline'/);
  tess.type("draw");
  await tess.prints(/Draw agreed\./);
  await ada.page.waitForFunction(() => /^Over/.test(document.title));
  await tess.end();
});
