import { defineConfig } from "vitest/config";

// During `npm run dev` the calls go to a server started beside it.
const server = process.env.PARLOUR_SERVER ?? "http://127.0.0.1:7777";

export default defineConfig({
  oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
  build: {
    target: "es2022",
    cssTarget: ["chrome123", "firefox120", "safari17.5"],
    // The page's content policy allows no `data:` addresses: every asset is a file.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  server: { proxy: { "/api": { target: server, ws: true } } },
  test: { include: ["src/**/*.test.ts"] },
});
