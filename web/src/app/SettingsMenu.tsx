// Preferences behind a button in the header.
import { useEffect, useRef, useState } from "preact/hooks";
import { later } from "./later.tsx";

const SettingsSheet = later(() => import("./SettingsSheet.tsx"), "SettingsSheet");

export function SettingsMenu() {
  const [open, setOpen] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!open) return;
    const leave = (event: Event) => {
      if (!box.current?.contains(event.target as Node)) setOpen(false);
    };
    const close = (event: KeyboardEvent) => {
      if (event.key !== "Escape") return;
      setOpen(false);
      box.current?.querySelector("button")?.focus();
    };
    document.addEventListener("pointerdown", leave);
    document.addEventListener("keydown", close);
    return () => {
      document.removeEventListener("pointerdown", leave);
      document.removeEventListener("keydown", close);
    };
  }, [open]);
  return (
    <div class="menu" ref={box}>
      <button type="button" class="bare" aria-expanded={open} onClick={() => setOpen(!open)}>
        Settings
      </button>
      {open && <SettingsSheet />}
    </div>
  );
}
