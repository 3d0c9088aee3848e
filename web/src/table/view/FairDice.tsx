// Fair dice: this browser does its part, and tells about it when asked.
import { useState } from "preact/hooks";
import { later } from "../../app/later.tsx";
import { useAnswer } from "../../app/load.tsx";
import type { Dice, Status } from "../../wire.ts";
import { type Noted, takePart } from "./dice.ts";

const DiceAccount = later(() => import("./DiceAccount.tsx"), "DiceAccount");

export function FairDice(props: { id: string; title: string; seated: boolean; status: Status }) {
  const { id, seated, status } = props;
  const [known, setKnown] = useState<{ dice: Dice; noted: Noted } | null>(null);
  const [opened, setOpened] = useState(false);
  useAnswer(() => takePart(id), [id, seated, status], {
    take: setKnown,
    // Without it the game goes on; the dice are the server's and the others' then.
    fail: () => {},
  });
  if (!known?.dice.used) return null;
  return (
    <details class="fair-dice" onToggle={(e) => e.currentTarget.open && setOpened(true)}>
      <summary>{props.title}</summary>
      {opened && <DiceAccount {...known} seated={seated} />}
    </details>
  );
}
