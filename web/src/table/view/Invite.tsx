// The link that brings a friend to the table, and the code that moves a seat to another device.
import { useState } from "preact/hooks";
import { api } from "../../app/api.ts";
import { Dialog } from "../../app/Dialog.tsx";
import { useLoad } from "../../app/load.tsx";
import { NameForm } from "../../app/NameForm.tsx";
import { complain, toast } from "../../app/toasts.tsx";
import type { Transfer } from "../../wire.ts";
import type { WholeView } from "../merge.ts";

/** The address to send: with the invitation it lets a friend sit down, without it they watch. */
export function tableLink(view: WholeView, invite: boolean): string {
  const query =
    invite && view.invitation ? `?invitation=${encodeURIComponent(view.invitation)}` : "";
  return `${location.origin}/t/${view.id}${query}`;
}

export async function copy(text: string) {
  try {
    await navigator.clipboard.writeText(text);
    toast("Copied.");
  } catch {
    toast("This browser does not let pages copy. Select the link and copy it by hand.", "error");
  }
}

/** A link in a field, ready to be copied. */
function CopyField({ label, text }: { label: string; text: string }) {
  return (
    <div class="inline">
      <label>
        {label}
        <input readOnly value={text} onFocus={(e) => e.currentTarget.select()} />
      </label>
      <button type="button" class="primary" onClick={() => copy(text)}>
        Copy
      </button>
    </div>
  );
}

/** The address for friends as the server knows it: one that they can open, with a QR code. */
function useInvitation(view: WholeView) {
  return useLoad(() => api.invitation(view.id), [view.id]);
}

/** A link that a friend can open, its QR code, or a word on how to make it so. */
function InvitationCard({ view, label }: { view: WholeView; label: string }) {
  const loaded = useInvitation(view);
  const found = loaded.state === "ready" ? loaded.value : null;
  return (
    <>
      <CopyField label={label} text={found?.link ?? tableLink(view, true)} />
      {found?.reachable && (
        <details class="qr-box">
          <summary>Show it as a QR code</summary>
          <div
            class="qr"
            role="img"
            aria-label="QR code of the invitation"
            dangerouslySetInnerHTML={{ __html: found.qr }}
          />
        </details>
      )}
      {found && !found.reachable && (
        <p class="small">
          Only this computer can open this link. For friends in your network, start the server with{" "}
          <code>parlour serve --host 0.0.0.0</code>.
        </p>
      )}
    </>
  );
}

/** What is shown while seats are open. */
export function WaitingRoom({ view, invited }: { view: WholeView; invited: boolean }) {
  if (view.status !== "waiting") return null;
  return (
    <section class="notice" aria-label="Waiting for players">
      {view.invitation ? (
        <>
          <p>
            <strong>Waiting for somebody to sit down.</strong> Send a friend this link:
          </p>
          <InvitationCard view={view} label="Invitation" />
        </>
      ) : (
        <p>
          <strong>Waiting for somebody to sit down.</strong> The game starts when every seat is
          taken.
        </p>
      )}
      {view.rights.sit && view.yours.length === 0 && (view.public || invited) && <NameForm />}
      {view.rights.sit && view.yours.length === 0 && !view.public && !invited && (
        <p class="quiet">To take a seat here, ask a player for the link with an invitation.</p>
      )}
    </section>
  );
}

/** Links and the move to another device, in a dialog. */
export function ShareDialog({ view, onClose }: { view: WholeView; onClose: () => void }) {
  const [transfer, setTransfer] = useState<Transfer | null>(null);
  const move = () => api.transfer(view.id).then(setTransfer, complain);
  return (
    <Dialog title="Share this table" onClose={onClose}>
      <div class="stack">
        {view.invitation && <InvitationCard view={view} label="To play" />}
        <CopyField label="To watch" text={tableLink(view, false)} />
        {view.yours.length > 0 &&
          (transfer ? (
            <div class="transfer">
              <p>
                Scan this with the other device, or enter the code on its first page. It is good for{" "}
                {Math.ceil(transfer.seconds / 60)} minutes and one use.
              </p>
              <div
                class="qr"
                role="img"
                aria-label="QR code that moves your seat"
                dangerouslySetInnerHTML={{ __html: transfer.qr }}
              />
              <p class="code">{transfer.code}</p>
            </div>
          ) : (
            <button type="button" onClick={move}>
              Go on playing on another device
            </button>
          ))}
      </div>
    </Dialog>
  );
}
