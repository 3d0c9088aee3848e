import { expect, test } from "vitest";
import type { TableSummary } from "../wire.ts";
import { isListed } from "./tables.ts";

const table = (changed: number) => ({ id: "a", changed }) as TableSummary;

test("a removed table stays away until something happens there", () => {
  expect(isListed(table(5), {})).toBe(true);
  expect(isListed(table(5), { a: 5 })).toBe(false);
  expect(isListed(table(6), { a: 5 })).toBe(true);
  expect(isListed(table(5), { b: 5 })).toBe(true);
});
