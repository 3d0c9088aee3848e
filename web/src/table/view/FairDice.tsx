// Fair dice: this browser does its part, and tells about it when asked.
import { useEffect, useState } from "preact/hooks";
import { later } from "../../app/later.tsx";
import type { Dice, Status } from "../../wire.ts";
import { type Noted, takePart } from "./dice.ts";

const DiceAccount = later(
  () => import("./DiceAccount.tsx"),
  (module) => module.DiceAccount,
);

export function FairDice(props: { id: string; title: string; seated: boolean; status: Status }) {
  const { id, seated, status } = props;
  const [known, setKnown] = useState<{ dice: Dice; noted: Noted } | null>(null);
  const [opened, setOpened] = useState(false);
  useEffect(() => {
    let gone = false;
    const show = (now: { dice: Dice; noted: Noted }) => {
      if (!gone) setKnown(now);
    };
    // Without it the game goes on; the dice are the server's and the others' then.
    takePart(id).then(show, () => {});
    return () => {
      gone = true;
    };
  }, [id, seated, status]);
  if (!known?.dice.used) return null;
  return (
    <details class="fair-dice" onToggle={(e) => e.currentTarget.open && setOpened(true)}>
      <summary>{props.title}</summary>
      {opened && <DiceAccount {...known} seated={seated} />}
    </details>
  );
}
