import { expect, test } from "vitest";
import { sha256 } from "../../app/sha256.ts";
import type { Dice } from "../../wire.ts";
import type { Noted } from "./dice.ts";
import { command, faults } from "./faults.ts";

const salts = ["annsOwnNumber", "bobsOwnNumber"];
const noted: Noted = {
  commitment: sha256("seed"),
  salt: "annsOwnNumber",
  seals: salts.map(sha256),
};
const dice = (part: Partial<Dice>): Dice => ({
  commitment: sha256("seed"),
  used: true,
  seals: salts.map((salt) => ({ seal: sha256(salt), yours: false })),
  complete: true,
  contributions: salts.map((salt) => ({ ply: 0, salt, yours: false })),
  wanted: "nothing",
  seed: "seed",
  ...part,
});

test("an honest game has no faults", () => {
  expect(faults(dice({}), noted)).toEqual([]);
});

test("a server that changes its seed is found out", () => {
  expect(faults(dice({ seed: "another" }), noted)).toHaveLength(1);
  expect(faults(dice({ seed: "another", commitment: sha256("another") }), noted)).toHaveLength(1);
});

test("a number that was invented after this browser told its own is found out", () => {
  const invented = { ply: 0, salt: "inventedNumber", yours: false };
  const contributions = [...dice({}).contributions, invented];
  expect(faults(dice({ contributions }), noted)[0]).toContain("nobody had fixed");
  const seals = [...dice({}).seals, { seal: sha256("inventedNumber"), yours: false }];
  expect(faults(dice({ contributions, seals }), noted)[0]).toContain("NOT those");
});

test("a server that leaves this browser's number out is found out", () => {
  const contributions = dice({}).contributions.slice(1);
  expect(faults(dice({ contributions }), noted)[0]).toContain("NOT used");
});

test("the command names what this browser noted down", () => {
  const words = command(noted).split(" ");
  expect(words.filter((word) => word === "--seal")).toHaveLength(2);
  expect(words.slice(-2)).toEqual(["--salt", "annsOwnNumber"]);
});
