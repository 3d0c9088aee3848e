// What this browser does for fair dice: it seals a number of its own, notes down what everybody has
// fixed, opens its number only then, and compares at the end.
import { api } from "../../app/api.ts";
import { read, write } from "../../app/kept.ts";
import { sha256 } from "../../app/sha256.ts";
import type { Dice } from "../../wire.ts";

/** What this browser knows of a table's dice without trusting anybody. */
export interface Noted {
  /** The server's commitment, as it was first seen. */
  commitment: string;
  /** This browser's own number. */
  salt: string | null;
  /** All seals that were there when it opened that number. */
  seals: string[] | null;
}

/** So often, and this number of milliseconds apart, it looks whether the others have sealed theirs. */
const LOOKS = 4;
const APART = 250;

/** The table's dice, after this browser has done its part. */
export async function takePart(id: string): Promise<{ dice: Dice; noted: Noted }> {
  let dice = await api.dice(id);
  const noted = recall(id) ?? { commitment: dice.commitment, salt: null, seals: null };
  if (dice.wanted === "seal") {
    noted.salt = randomText();
    note(id, noted);
    dice = await api.addToDice(id, { seal: sha256(noted.salt) });
  }
  if (dice.wanted === "salt") dice = await openOwn(id, dice, noted);
  note(id, noted);
  return { dice, noted };
}

async function openOwn(id: string, first: Dice, noted: Noted): Promise<Dice> {
  let dice = first;
  const fixed = () => dice.complete || dice.contributions.length > 0;
  for (let look = 0; look < LOOKS && dice.seals.length > 0 && !fixed(); look++) {
    await new Promise((done) => setTimeout(done, APART));
    dice = await api.dice(id);
  }
  // A table from before there were seals takes the number as it is.
  if (dice.seals.length === 0) noted.salt ??= randomText();
  else if (!ownSealIsThere(dice, noted)) return dice;
  if (noted.salt === null || dice.wanted !== "salt") return dice;
  noted.seals = dice.seals.map((given) => given.seal);
  // Before the number is out: from then on nobody can be allowed to fix another.
  note(id, noted);
  return api.addToDice(id, { salt: noted.salt });
}

function ownSealIsThere(dice: Dice, noted: Noted): boolean {
  return noted.salt !== null && dice.seals.some((given) => given.seal === sha256(noted.salt ?? ""));
}

function randomText(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** The number of tables that are remembered; a game by correspondence may take weeks. */
const KEPT = 60;
const KEY = "parlour.dice";

/** A browser that keeps nothing takes no part; the record still can be checked. */
const notebook = () => read<[string, Noted][]>(KEY, []);

function recall(id: string): Noted | null {
  return notebook().find(([table]) => table === id)?.[1] ?? null;
}

function note(id: string, noted: Noted) {
  const others = notebook().filter(([table]) => table !== id);
  write(KEY, [...others, [id, noted]].slice(-KEPT));
}
