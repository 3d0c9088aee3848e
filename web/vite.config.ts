import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { defineConfig } from "vitest/config";

// During `npm run dev` the calls go to a server started beside it.
const server = process.env.PARLOUR_SERVER ?? "http://127.0.0.1:7777";

/** What every page needs, whichever it is. */
const BASE =
  /node_modules\/preact|src\/app\/(api|Dialog|format|kept|later|levels|load|me|notify|router|seats|settings|speak|store|toasts)\.tsx?$/;

/** What every page with a board needs, at a table from its start. */
const BOARD =
  /src\/(board\/(?!render\/([Oo]verlay|Mentioned))|themes\/\w+\.tsx?)|src\/table\/(view\/(sitting|turn|MoveList)|transport)|src\/pages\/styles/;

/** Puts every text beside itself compressed, once, so that the server need not do it for each visitor. */
const compressed = {
  name: "compressed",
  apply: "build" as const,
  async closeBundle() {
    for (const name of await readdir("dist", { recursive: true })) {
      if (!/\.(html|js|css|svg|webmanifest|txt)$/.test(name)) continue;
      const file = join("dist", name);
      await writeFile(`${file}.gz`, gzipSync(await readFile(file), { level: 9 }));
    }
  },
};

export default defineConfig({
  plugins: [compressed],
  oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
  build: {
    target: "es2022",
    cssTarget: ["chrome123", "firefox120", "safari17.5"],
    // The page's content policy allows no `data:` addresses: every asset is a file.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: {
          // What every page needs comes in one file: small ones compress worse, and cost a request each.
          groups: [
            { name: "base", test: BASE },
            { name: "board", test: BOARD },
          ],
        },
      },
    },
  },
  server: { proxy: { "/api": { target: server, ws: true } } },
  test: { include: ["src/**/*.test.ts"] },
});
