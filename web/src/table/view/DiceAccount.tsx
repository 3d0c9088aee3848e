// Fair dice, in plain words: what everybody fixed, and whether it was kept.
import type { Dice } from "../../wire.ts";
import type { Noted } from "./dice.ts";
import { command, faults } from "./faults.ts";

/** What a fingerprint's first letters look like on the page. */
const SHOWN = 16;

export function DiceAccount(props: { dice: Dice; noted: Noted; seated: boolean }) {
  const { dice, noted, seated } = props;
  return (
    <>
      <p>
        Before the first throw the server drew a secret number and showed its fingerprint,{" "}
        <code title={dice.commitment}>{dice.commitment.slice(0, SHOWN)}…</code>. The players’
        browsers did the same, and told their numbers only when all fingerprints were there. Every
        throw and draw follows from all these numbers. Each was fixed before any other was known, so
        nobody can choose a throw, neither the server nor a player. {part(dice, seated)}
      </p>
      <Opened dice={dice} noted={noted} />
    </>
  );
}

/** What this browser has to do with it. */
function part(dice: Dice, seated: boolean): string {
  const own = dice.contributions.find((given) => given.yours);
  if (own && own.ply > 0) return `This browser’s number counts from action ${own.ply + 1} on.`;
  if (own) return "This browser’s number is one of them.";
  if (dice.seals.some((given) => given.yours)) return "This browser’s number is fixed.";
  if (seated && dice.wanted === "nothing") {
    return "This browser has no number among them: the first throw came before it could fix one.";
  }
  return "";
}

function Opened({ dice, noted }: { dice: Dice; noted: Noted }) {
  const wrong = faults(dice, noted);
  if (wrong.length > 0) return <p role="alert">{wrong.join(" ")}</p>;
  if (dice.seed === null) {
    return (
      <p>When the game is over, the secret number is shown, and anybody can throw it all again.</p>
    );
  }
  return (
    <p>
      The secret number was {dice.seed}. It fits its fingerprint, and so do the players’ numbers. To
      throw everything again, save the record and run <code>{command(noted)}</code>.
    </p>
  );
}
