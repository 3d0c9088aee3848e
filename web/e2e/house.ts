// The program and a browser, up while the tests of a file run: importing this is enough.
import type { Browser } from "playwright-core";
import { afterAll, test as base, beforeAll, expect } from "vitest";
import { launch, visit as open, type Visit } from "./browser.ts";
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

type Options = Parameters<typeof open>[2] & {
  /** The address of another server. */
  at?: string;
  /** Problems that the test causes on purpose. */
  allow?: RegExp;
};

/** Somebody with a browser of their own, as long as the test runs. No page may have had problems. */
export const test = base.extend<{ visit: (options?: Options) => Promise<Visit> }>({
  visit: async ({ task }, use) => {
    const visits: { visitor: Visit; allow: RegExp | undefined }[] = [];
    await use(async ({ at = server.address, allow, ...options } = {}) => {
      const visitor = await open(browser, at, options);
      visits.push({ visitor, allow });
      return visitor;
    });
    const problems = visits.flatMap(({ visitor, allow }) =>
      visitor.problems.filter((problem) => !allow?.test(problem)),
    );
    await Promise.all(visits.map(({ visitor }) => visitor.context.close()));
    expect(problems, `problems of the pages in: ${task.name}`).toEqual([]);
  },
});
