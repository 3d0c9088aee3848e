// A real browser, and everything that it was sent.
import AxeBuilder from "@axe-core/playwright";
import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core";
import { expect } from "vitest";

export function launch(): Promise<Browser> {
  return chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
    ],
  });
}

/** The two screens on which every point is tried: a desk by day, a phone by night. */
export const SCREENS = [
  { width: 1280, height: 900, dark: false },
  { width: 390, height: 844, dark: true },
] as const;

export interface Visit {
  context: BrowserContext;
  page: Page;
  /** Errors in the page and refusals of its content policy. */
  problems: string[];
  /** Every text that the page received: documents, calls, socket frames. */
  received: string[];
}

/** Somebody with a browser of their own. Things move only where a test asks for it. */
export async function visit(
  browser: Browser,
  base: string,
  options: {
    width?: number;
    height?: number;
    dark?: boolean;
    motion?: boolean;
    touch?: boolean;
  } = {},
): Promise<Visit> {
  const context = await browser.newContext({
    baseURL: base,
    viewport: { width: options.width ?? 1280, height: options.height ?? 900 },
    colorScheme: options.dark ? "dark" : "light",
    hasTouch: options.touch ?? false,
    reducedMotion: options.motion ? "no-preference" : "reduce",
  });
  if (!options.motion) {
    const quick = JSON.stringify({ pace: "quick" });
    await context.addInitScript((kept) => localStorage.setItem("parlour.settings", kept), quick);
  }
  const page = await context.newPage();
  const visitor: Visit = { context, page, problems: [], received: [] };
  page.on("pageerror", (error) => visitor.problems.push(error.message));
  page.on("console", (message) => {
    // A lost connection is reported by the browser itself; the tests cut it on purpose.
    const text = message.text();
    if (message.type() === "error" && !/WebSocket|ERR_CONNECTION|Failed to load/.test(text)) {
      visitor.problems.push(text);
    }
  });
  page.on("response", async (response) => {
    const text = await response.text().catch(() => "");
    visitor.received.push(`${response.url()}\n${JSON.stringify(response.headers())}\n${text}`);
  });
  page.on("websocket", (socket) => {
    socket.on("framereceived", (frame) => visitor.received.push(String(frame.payload)));
  });
  return visitor;
}

/** No accessibility violation that axe can find; `state` names what is seen. */
export async function expectAccessible(page: Page, state = "") {
  const result = await new AxeBuilder({ page }).analyze();
  const found = result.violations.map(
    (v) => `${v.id}: ${v.help}\n${v.nodes.map((n) => `  ${n.html.slice(0, 160)}`).join("\n")}`,
  );
  expect(found, `${page.url()} ${state}`).toEqual([]);
}
