// The visitor, as known to the server.
import type { Me } from "../wire.ts";
import { api } from "./api.ts";
import { Store } from "./store.ts";
import { complain } from "./toasts.tsx";

export const me = new Store<Me | null>(null);

/** Asks who we are; the answer also brings the cookie that everything else needs. */
export async function introduce() {
  me.set(await api.me());
}

export async function rename(name: string): Promise<boolean> {
  try {
    me.set(await api.rename(name));
    return true;
  } catch (error) {
    complain(error);
    return false;
  }
}
