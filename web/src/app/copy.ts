import { toast } from "./toasts.tsx";

/** Copies a text, and says so. */
export async function copy(text: string) {
  try {
    await navigator.clipboard.writeText(text);
    toast("Copied.");
  } catch {
    toast("This browser does not let pages copy. Select the link and copy it by hand.", "error");
  }
}
