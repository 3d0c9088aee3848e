import { toast } from "./toasts.tsx";

/** Copies a text, and says so. Where the browser lets no page copy, it is shown to be copied by hand. */
export async function copy(text: string) {
  try {
    await navigator.clipboard.writeText(text);
    toast("Copied.");
  } catch {
    toast("Copy this:", "note", null, text);
  }
}
