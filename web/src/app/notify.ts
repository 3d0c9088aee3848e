// A turn that can be seen while the page is hidden: by notification, with the visitor's leave.
import { prefer, settings } from "./settings.ts";
import { toast } from "./toasts.tsx";

/** The switch in the settings: asks the browser for leave first. */
export async function askToNotify(box: HTMLInputElement) {
  if (!box.checked) return prefer("notify", false);
  const leave = "Notification" in window ? await Notification.requestPermission() : "denied";
  if (leave !== "granted") {
    box.checked = false;
    toast("This browser does not let the page notify you.", "error");
  }
  prefer("notify", leave === "granted");
}

/** Tells that something waits, if the page is hidden and the visitor wants to know. */
export function notify(title: string, body: string) {
  if (!settings.get().notify || !document.hidden || !("Notification" in window)) return;
  try {
    const note = new Notification(title, { body, tag: "parlour-turn" });
    note.onclick = () => {
      window.focus();
      note.close();
    };
  } catch {
    // Some browsers notify through a service worker only: the title's mark has to do there.
  }
}
