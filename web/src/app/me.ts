// The visitor, as known to the server.
import type { Me } from "../wire.ts";
import { api } from "./api.ts";
import { KeptStore } from "./kept.ts";
import { Store } from "./store.ts";
import { complain } from "./toasts.tsx";

export const me = new Store<Me | null>(null);

/** Asks who we are; the answer also brings the cookie that everything else needs. */
export async function introduce() {
  me.set(await api.me());
}

/** Whether a name was ever chosen in this browser: until then there is one that the server made up. */
export const named = new KeptStore("parlour.named", false);

export async function rename(name: string): Promise<boolean> {
  try {
    me.set(await api.rename(name));
    named.set(true);
    return true;
  } catch (error) {
    complain(error);
    return false;
  }
}
