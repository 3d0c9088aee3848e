// Whether everybody kept what they fixed before the first throw, as far as this browser can tell.
import { sha256 } from "../../app/sha256.ts";
import type { Dice } from "../../wire.ts";
import type { Noted } from "./dice.ts";

/** What does not fit, in sentences; none: as far as this browser can tell, nobody has cheated. */
export function faults(dice: Dice, noted: Noted): string[] {
  const found: string[] = [];
  if (
    dice.commitment !== noted.commitment ||
    (dice.seed && sha256(dice.seed) !== noted.commitment)
  ) {
    found.push("The server’s secret number does NOT fit the fingerprint that this browser saw.");
  }
  const seals = dice.seals.map((given) => given.seal);
  if (noted.seals !== null && noted.seals.join() !== seals.join()) {
    found.push(
      "The players’ fingerprints are NOT those that this browser saw before it told its number.",
    );
  }
  const salts = dice.contributions.map((given) => given.salt);
  if (noted.seals !== null && noted.salt !== null && !salts.includes(noted.salt)) {
    found.push("This browser’s number was NOT used.");
  }
  if (seals.length > 0 && salts.some((salt) => !seals.includes(sha256(salt)))) {
    found.push("A number was used that nobody had fixed before the first throw.");
  }
  return found;
}

/** The command that checks a saved record against what this browser noted down. */
export function command(noted: Noted): string {
  const seals = (noted.seals ?? []).map((seal) => ` --seal ${seal}`).join("");
  const salt = noted.seals !== null && noted.salt !== null ? ` --salt ${noted.salt}` : "";
  return `parlour verify RECORD --commitment ${noted.commitment}${seals}${salt}`;
}
