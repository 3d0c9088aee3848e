import { expect, test } from "vitest";
import { sha256 } from "./sha256.ts";

async function theirs(text: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

test("it agrees with the browser's SHA-256 for texts of every length around a block", async () => {
  for (let length = 0; length < 200; length++) {
    const text = "Zahl ä 7".repeat(30).slice(0, length);
    expect(sha256(text)).toBe(await theirs(text));
  }
});
