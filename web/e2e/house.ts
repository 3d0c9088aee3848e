// The program and a browser, up while the tests of a file run: importing this is enough.
import type { Browser } from "playwright-core";
import { afterAll, beforeAll } from "vitest";
import { launch } from "./browser.ts";
import { Server } from "./server.ts";

export let server: Server;
export let browser: Browser;

beforeAll(async () => {
  server = await Server.start();
  browser = await launch();
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});
