// Sitting down at a table, under the name that was typed on the invitation.
import { me, rename } from "../../app/me.ts";
import { Store } from "../../app/store.ts";
import type { Session } from "../session.ts";

/** The name as it is typed; empty while nothing was. */
export const typedName = new Store("");

/** Takes a seat. A name that was typed and not saved is saved first. */
export async function sitDown(session: Session, seat: number, invitation: string | null) {
  const name = typedName.get().trim();
  if (name !== "" && name !== me.get()?.name && !(await rename(name))) return;
  typedName.set("");
  session.send({ type: "sit", seat, invitation });
}
