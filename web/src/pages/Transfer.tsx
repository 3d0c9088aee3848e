// The address behind a QR code: takes a seat over to this device.
import { useState } from "preact/hooks";
import { api } from "../app/api.ts";
import { useTitle } from "../app/load.tsx";
import { go } from "../app/router.tsx";
import { complain } from "../app/toasts.tsx";

export function TransferPage({ code }: { code: string }) {
  useTitle("Move a seat");
  const [busy, setBusy] = useState(false);
  const claim = async () => {
    setBusy(true);
    try {
      go(`/t/${(await api.claim(code)).id}`, true);
    } catch (error) {
      complain(error);
      setBusy(false);
    }
  };
  return (
    <section class="narrow">
      <h1>Play on this device</h1>
      <p>The seat moves here from the device that shows this code.</p>
      <button type="button" class="primary" disabled={busy} onClick={claim}>
        Take the seat here
      </button>
    </section>
  );
}
