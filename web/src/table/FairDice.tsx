// Fair dice: this browser adds to the server's seed, remembers what the server committed to, and
// checks at the end that it kept to it.
import { useEffect, useState } from "preact/hooks";
import { api } from "../app/api.ts";
import type { Dice } from "../wire.ts";

/** What a fingerprint's first letters look like on the page. */
const SHOWN = 16;

export function FairDice({ id, seated, over }: { id: string; seated: boolean; over: boolean }) {
  const [dice, setDice] = useState<Dice | null>(null);
  const [kept, setKept] = useState<boolean | null>(null);
  useEffect(() => {
    let gone = false;
    const show = async () => {
      const known = await joinIn(id);
      const checked = await keptItsWord(id, known);
      if (gone) return;
      setDice(known);
      setKept(checked);
    };
    // Without it the game goes on; the dice are the server's and the others' then.
    show().catch(() => {});
    return () => {
      gone = true;
    };
  }, [id, seated, over]);
  if (!dice?.used) return null;
  const own = dice.contributions.some((given) => given.yours);
  return (
    <details class="fair-dice">
      <summary>Fair dice</summary>
      <p>
        Before the first throw the server drew a secret number and showed its fingerprint,{" "}
        <code title={dice.commitment}>{dice.commitment.slice(0, SHOWN)}…</code>. Then the players’
        browsers added numbers of their own
        {own ? ", this one too" : ""}. Every throw and draw follows from all of them: the server can
        no longer change its number, and nobody else knows it, so nobody can choose a throw.
      </p>
      <p>{opened(dice, kept)}</p>
    </details>
  );
}

function opened(dice: Dice, kept: boolean | null): string {
  if (dice.seed === null) {
    return "When the game is over, the secret number is shown, and anybody can throw it all again.";
  }
  if (kept === false) {
    return "The secret number does NOT fit the fingerprint that this browser saw at the start.";
  }
  const fits = kept ? "It fits the fingerprint that this browser saw. " : "";
  return `The secret number was ${dice.seed}. ${fits}To throw everything again, save the record and run “parlour verify”.`;
}

/** The table's dice, after this browser has added to them if it may. */
async function joinIn(id: string): Promise<Dice> {
  const dice = await api.dice(id);
  remember(id, dice.commitment);
  return dice.wanted ? api.addToDice(id, randomText()) : dice;
}

export function randomText(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

const place = (id: string) => `parlour.dice.${id}`;

function remember(id: string, commitment: string) {
  try {
    if (sessionStorage.getItem(place(id)) === null) sessionStorage.setItem(place(id), commitment);
  } catch {
    // A browser that keeps nothing cannot compare; the record still can be checked.
  }
}

/** Whether the opened seed is the one whose fingerprint this browser saw; null: it cannot tell. */
async function keptItsWord(id: string, dice: Dice): Promise<boolean | null> {
  const subtle = globalThis.crypto?.subtle;
  if (dice.seed === null || !subtle) return null;
  const digest = await subtle.digest("SHA-256", new TextEncoder().encode(dice.seed));
  const hex = Array.from(new Uint8Array(digest), (b) => b.toString(16).padStart(2, "0")).join("");
  let seen: string | null = null;
  try {
    seen = sessionStorage.getItem(place(id));
  } catch {
    // As above.
  }
  return hex === (seen ?? dice.commitment);
}
