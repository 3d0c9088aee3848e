import { expect, test } from "vitest";
import { clipped } from "./NameInput.tsx";

test("a name has as many characters as people see", () => {
  const family = "👨‍👩‍👧‍👦";
  expect(clipped(family.repeat(24))).toBe(family.repeat(24));
  expect(clipped(family.repeat(25))).toBe(family.repeat(24));
  const vowels = "مُحَمَّد عَبْدُ الرَّحْمٰن";
  expect(clipped(vowels)).toBe(vowels);
  expect(clipped("x".repeat(30))).toBe("x".repeat(24));
});
