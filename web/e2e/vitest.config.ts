import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: process.env.SHOTS ? [process.env.SHOTS] : ["*.test.ts"],
    // A whole game through the page takes its time on a small machine.
    testTimeout: 600_000,
    hookTimeout: 60_000,
    fileParallelism: false,
    maxConcurrency: 3,
  },
});
