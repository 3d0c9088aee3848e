// The pictures that ship with the page: a game in full swing for each card (src/pictures), link
// previews and icons (public). Each position comes from a record beside this file.
// `npm run pictures` makes them; the previews get small where `pngquant` is installed.
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Page } from "playwright-core";
import { test } from "vitest";
import { visit } from "./browser.ts";
import { browser, server } from "./house.ts";
import { importRecord } from "./play.ts";

const WEB = resolve(import.meta.dirname, "..");
const FELT = "radial-gradient(110% 80% at 50% 6%, #62937e, #2e5546 68%, #234437)";

/** After how many actions a game looks its best, and how the board lies on the table. */
const VIEWS: Record<string, { ply: number; card: string; preview: string }> = {
  "shell-out": {
    ply: 24,
    card: "translateY(1%) rotateX(36deg) rotateZ(-14deg) scale(1.42)",
    preview: "translateX(24%) rotateX(36deg) rotateZ(-14deg) scale(0.8)",
  },
  "shut-the-box": {
    ply: 5,
    card: "rotateX(34deg) rotateZ(-16deg) scale(1.42)",
    preview: "translateX(22%) rotateX(34deg) rotateZ(-12deg) scale(0.72)",
  },
  senet: {
    ply: 151,
    card: "rotateX(38deg) rotateZ(-32deg) scale(1.9)",
    preview: "translateX(22%) rotateX(36deg) rotateZ(-18deg) scale(0.84)",
  },
  outwit: {
    ply: 20,
    card: "translate(-3%, -2%) rotateX(38deg) rotateZ(-18deg) scale(1.3)",
    preview: "translateX(24%) rotateX(38deg) rotateZ(-18deg) scale(0.72)",
  },
  "shout-7": {
    ply: 50,
    card: "rotateX(36deg) rotateZ(-14deg) scale(1.55)",
    preview: "translateX(23%) rotateX(36deg) rotateZ(-14deg) scale(0.86)",
  },
};

const GAMES = Object.entries(VIEWS).map(([game, view]) => ({ game, ...view }));

/** A page without the content policy: the pictures are laid out by a style sheet of their own. */
async function studio(width: number, height: number): Promise<Page> {
  const { page } = await visit(browser, server.address, { width, height, bare: true });
  await page.goto("/");
  return page;
}

/** The board alone at a moment of its record, lying on the felt. */
async function layOut(page: Page, game: string, ply: number, transform: string) {
  const text = readFileSync(join(import.meta.dirname, "pictures", `${game}.txt`), "utf8");
  const id = await importRecord(page, text);
  await page.goto(`/t/${id}/replay#${ply}`);
  await page.waitForSelector(".replay .felt .board");
  await page.evaluate(() => {
    const board = document.querySelector(".felt .board");
    if (!board) throw new Error("no board");
    for (const sign of board.querySelectorAll(".signs, .hits, .names")) sign.remove();
    board.id = "picture";
    document.body.replaceChildren(board);
  });
  await page.addStyleTag({
    content: `body { overflow: hidden; height: 100vh; perspective: 1500px; background: ${FELT}; }
      #picture { position: absolute; inset: 50% auto auto 0; width: 100%; max-height: none;
        min-height: 0; transform: translateY(-50%) ${transform};
        filter: drop-shadow(0 26px 22px #0008); }`,
  });
}

type Clip = { x: number; y: number; width: number; height: number };

/** The whole card, and the strip in its middle that a phone shows. */
const CARD: Clip = { x: 0, y: 0, width: 640, height: 800 };
const STRIP: Clip = { x: 0, y: 240, width: 640, height: 320 };

/** What a part of the page shows, as WebP: the browser is the encoder. */
async function webp(page: Page, quality: number, clip: Clip): Promise<Buffer> {
  const png = (await page.screenshot({ clip })).toString("base64");
  const data = await page.evaluate(
    async ([source, q]) => {
      const image = new Image();
      image.src = `data:image/png;base64,${source}`;
      await image.decode();
      const canvas = document.createElement("canvas");
      canvas.width = image.width;
      canvas.height = image.height;
      canvas.getContext("2d")?.drawImage(image, 0, 0);
      return canvas.toDataURL("image/webp", q);
    },
    [png, quality] as const,
  );
  return Buffer.from(data.split(",")[1] ?? "", "base64");
}

async function savePng(page: Page, file: string) {
  const path = join(WEB, "public", file);
  await page.screenshot({ path, omitBackground: true });
  try {
    execFileSync("pngquant", ["--force", "--skip-if-larger", "--output", path, "96", path]);
  } catch {
    // Larger, and as good.
  }
}

test.each(GAMES)("the card of $game", async ({ game, ply, card }) => {
  const page = await studio(640, 800);
  await layOut(page, game, ply, card);
  const file = join(WEB, "src/pictures", game);
  writeFileSync(`${file}.webp`, await webp(page, 0.74, CARD));
  writeFileSync(`${file}.strip.webp`, await webp(page, 0.7, STRIP));
  await page.context().close();
});

const TITLE = `.title { position: absolute; left: 72px; top: 0; bottom: 0; width: 430px;
  display: grid; align-content: center; gap: 18px; color: #fbf5e9; text-shadow: 0 2px 12px #0006; }
  .title b { font: 600 76px/1.02 var(--display); letter-spacing: -0.015em; }
  .title span { font: 500 30px/1.3 var(--body); opacity: 0.92; }`;

async function entitle(page: Page, title: string, words: string) {
  await page.evaluate(
    ([big, small]) => {
      const box = document.createElement("div");
      box.className = "title";
      const [b, span] = [document.createElement("b"), document.createElement("span")];
      b.textContent = big;
      span.textContent = small;
      box.append(b, span);
      document.body.append(box);
    },
    [title, words] as const,
  );
  await page.addStyleTag({ content: TITLE });
  await page.evaluate(() => document.fonts.ready);
}

test.each(GAMES)("the link preview of $game", async ({ game, ply, preview }) => {
  const page = await studio(1200, 630);
  const name = await page.evaluate(async (id) => {
    const games = (await (await fetch("/api/v1/games")).json()) as { id: string; name: string }[];
    return games.find((each) => each.id === id)?.name ?? id;
  }, game);
  await layOut(page, game, ply, preview);
  await entitle(page, name, "Play it on Parlour");
  await savePng(page, `previews/${game}.png`);
  await page.context().close();
});

test("the link preview of the first page", async () => {
  const page = await studio(1200, 630);
  const cards = GAMES.map(({ game }) => {
    const file = readFileSync(join(WEB, "src/pictures", `${game}.webp`)).toString("base64");
    return `data:image/webp;base64,${file}`;
  });
  await page.evaluate((sources) => {
    const row = document.createElement("div");
    row.className = "cards";
    for (const source of sources) {
      const image = new Image();
      image.src = source;
      row.append(image);
    }
    document.body.replaceChildren(row);
  }, cards);
  await entitle(page, "Parlour", "Five table games, for one screen or for friends far away");
  await page.addStyleTag({
    content: `body { overflow: hidden; height: 100vh; background: ${FELT}; }
      .title { inset: 56px 72px auto; width: auto; gap: 6px; }
      .cards { position: absolute; inset: 250px 72px auto; display: flex; gap: 20px; }
      .cards img { flex: 1; min-width: 0; border-radius: 18px; box-shadow: 0 14px 30px #0007; }`,
  });
  await savePng(page, "previews/parlour.png");
  await page.context().close();
});

/** The sizes that browsers and home screens ask for; masks may cut what is not in the middle. */
const ICONS = [
  { file: "icon-192.png", size: 192, scale: 1, ground: "transparent" },
  { file: "icon-512.png", size: 512, scale: 1, ground: "transparent" },
  { file: "icon-maskable.png", size: 512, scale: 0.66, ground: FELT },
  { file: "apple-touch-icon.png", size: 180, scale: 0.78, ground: FELT },
];

test.each(ICONS)("$file", async ({ file, size, scale, ground }) => {
  const page = await studio(size, size);
  const icon = readFileSync(join(WEB, "public/icon.svg"), "utf8");
  await page.evaluate((svg) => {
    document.body.innerHTML = svg;
    document.documentElement.style.background = "transparent";
  }, icon);
  await page.addStyleTag({
    content: `body { margin: 0; height: 100vh; display: grid; place-content: center;
      background: ${ground}; } svg { width: ${scale * size}px; height: ${scale * size}px; }`,
  });
  await savePng(page, file);
  await page.context().close();
});
