import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: process.env.SHOTS ? [process.env.SHOTS] : ["*.test.ts"],
    // A whole game through the page takes its time on a small machine.
    testTimeout: 600_000,
    hookTimeout: 60_000,
    // A file has a server and a browser of its own. All wait often enough for a third pair on two cores.
    maxWorkers: 3,
    maxConcurrency: 3,
  },
});
