// A real browser, and everything that it was sent.
import { existsSync } from "node:fs";
import axe from "axe-core";
import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core";
import { expect } from "vitest";

/** The headless shell has no windows, tabs or profiles, and takes half the processor time. */
const SHELL = "/usr/bin/chromium-headless-shell";
const FOUND = existsSync(SHELL) ? SHELL : "/usr/bin/chromium";

export function launch(): Promise<Browser> {
  return chromium.launch({
    executablePath: process.env.CHROMIUM ?? FOUND,
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

export type Screen = { width: number; height: number; dark: boolean };

/** Each of them on one screen, by turns: for what is long and differs little between the screens. */
export const byTurns = <T>(all: T[]): (T & Screen)[] =>
  all.map((one, index) => ({ ...one, ...(index % 2 ? SCREENS[1] : SCREENS[0]) }));

/**
 * Both screens, each by day and by night. Axe has all its rules on the first two; what the other
 * colours can break is the contrast.
 */
const LOOKS: (Screen & { rules?: string[] })[] = [
  ...SCREENS,
  ...SCREENS.map((screen) => ({ ...screen, dark: !screen.dark, rules: ["color-contrast"] })),
];

/** Where the first element of this kind is on the screen. */
export async function box(page: Page, selector: string) {
  const found = await page.locator(selector).first().boundingBox();
  if (!found) throw new Error(`no ${selector}`);
  return found;
}

/** Another screen in the middle of everything: a window made smaller, a room that gets dark. */
export async function turnTo(page: Page, { width, height, dark }: Screen) {
  await page.setViewportSize({ width, height });
  await page.emulateMedia({ colorScheme: dark ? "dark" : "light" });
  // What depends on the size is drawn in the next frame.
  await page.evaluate(async () => {
    for (let i = 0; i < 2; i++) await new Promise((done) => requestAnimationFrame(done));
    // Colours may fade from one look to the other.
    await Promise.allSettled(document.getAnimations().map((fading) => fading.finished));
  });
}

/** The screen that a page has now. */
async function screenOf(page: Page): Promise<Screen> {
  const dark = await page.evaluate(() => matchMedia("(prefers-color-scheme: dark)").matches);
  return { width: 1280, height: 900, ...page.viewportSize(), dark };
}

/**
 * Lays pages out and paints them into display lists, but fills no pixels, which would take a third of the
 * processor time. Only pictures need pixels; axe computes contrast from styles, without this one.
 */
async function withoutPixels(context: BrowserContext) {
  await context.addInitScript(() => {
    const transparent = new CSSStyleSheet();
    transparent.replaceSync("html { opacity: 0 }");
    document.adoptedStyleSheets.push(transparent);
  });
}

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
    /** Without the page's content policy, for pictures that need styles of their own. */
    bare?: boolean;
  } = {},
): Promise<Visit> {
  const context = await browser.newContext({
    baseURL: base,
    viewport: { width: options.width ?? 1280, height: options.height ?? 900 },
    colorScheme: options.dark ? "dark" : "light",
    hasTouch: options.touch ?? false,
    bypassCSP: options.bare ?? false,
    reducedMotion: options.motion ? "no-preference" : "reduce",
  });
  if (!options.motion) {
    const quick = JSON.stringify({ pace: "quick" });
    await context.addInitScript((kept) => localStorage.setItem("parlour.settings", kept), quick);
  }
  if (!process.env.SHOTS) await withoutPixels(context);
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

/**
 * On both screens, by day and by night: no accessibility violation that axe can find, and nothing
 * wider than the screen. `state` names what is seen. A test that runs on each of the screens gives its own:
 * the other one is looked at in the other run.
 */
export async function expectAccessible(page: Page, state = "", screen?: Screen) {
  const before = await screenOf(page);
  // Axe stays in the page: it is large, and each state is looked at several times.
  if (await page.evaluate(() => !("axe" in window))) await page.evaluate(axe.source);
  for (const look of LOOKS) {
    if (screen && screen.width !== look.width) continue;
    await turnTo(page, look);
    const { wide, found } = await page.evaluate(async (rules) => {
      const { axe: inPage } = window as unknown as { axe: typeof axe };
      const [transparent] = document.adoptedStyleSheets;
      if (transparent) transparent.disabled = true;
      const { violations } = await inPage.run(document, {
        resultTypes: ["violations"],
        selectors: false,
        ...(rules && { runOnly: rules }),
      });
      if (transparent) transparent.disabled = false;
      const html = (node: { html: string }) => `  ${node.html.slice(0, 160)}`;
      const found = violations.map((v) => [`${v.id}: ${v.help}`, ...v.nodes.map(html)].join("\n"));
      return { wide: document.documentElement.scrollWidth, found };
    }, look.rules);
    const where = `${page.url()} ${state} ${look.width}${look.dark ? " by night" : ""}`;
    expect(found, where).toEqual([]);
    expect(wide, where).toBeLessThanOrEqual(look.width);
  }
  await turnTo(page, before);
}
