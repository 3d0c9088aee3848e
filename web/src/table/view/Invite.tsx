// The link that brings a friend to the table, and the code that moves a seat to another device.
import { useState } from "preact/hooks";
import { api } from "../../app/api.ts";
import { copy } from "../../app/copy.ts";
import { Dialog } from "../../app/Dialog.tsx";
import { useLoad } from "../../app/load.tsx";
import { me } from "../../app/me.ts";
import { capital, nameOf } from "../../app/speak.ts";
import { useStore } from "../../app/store.ts";
import { complain } from "../../app/toasts.tsx";
import type { TableView, Transfer } from "../../wire.ts";
import { typedName } from "./sitting.ts";

/** The address to send: with the invitation it lets a friend sit down, without it they watch. */
function tableLink(view: TableView, invite: boolean): string {
  const query =
    invite && view.invitation ? `?invitation=${encodeURIComponent(view.invitation)}` : "";
  return `${location.origin}/t/${view.id}${query}`;
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
function useInvitation(view: TableView) {
  return useLoad(() => api.invitation(view.id), [view.id]);
}

/** A link that a friend can open, its QR code, or a word on how to make it so. */
function InvitationCard({ view, label }: { view: TableView; label: string }) {
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

/** What is shown while seats are open: the invitation to send, or the one that was followed. */
export function WaitingRoom(props: { view: TableView; game: string; invited: boolean }) {
  const { view, game } = props;
  if (view.status !== "waiting") return null;
  const guest = view.rights.sit && view.yours.length === 0;
  return (
    <section class="notice waiting-room" aria-label="Waiting for players">
      {guest && (view.public || props.invited) ? (
        <>
          <p>
            <strong>
              {inviter(view)} invites you to a game of {game}.
            </strong>{" "}
            Sit down on an open seat.
          </p>
          <TypedName />
        </>
      ) : (
        <>
          <p>
            <strong>Waiting for somebody to sit down.</strong>{" "}
            {view.invitation
              ? `Send a friend this link to a game of ${game}:`
              : "The game starts when every seat is taken."}
          </p>
          {view.invitation && <InvitationCard view={view} label="Invitation" />}
        </>
      )}
      {guest && !view.public && !props.invited && (
        <p class="quiet">To take a seat here, ask a player for the link with an invitation.</p>
      )}
    </section>
  );
}

/** The first person at the table. */
function inviter(view: TableView): string {
  const seat = view.seats.findIndex(({ sitter }) => sitter.type === "person");
  return seat < 0 ? "Somebody" : capital(nameOf(view.seats, seat));
}

/** The guest's name: it is used as soon as the guest sits down. */
function TypedName() {
  const known = useStore(me);
  const typed = useStore(typedName);
  return (
    <label class="typed-name">
      Your name
      <input
        name="name"
        value={typed || (known?.name ?? "")}
        maxLength={24}
        autocomplete="nickname"
        onInput={(e) => typedName.set(e.currentTarget.value)}
      />
    </label>
  );
}

/** Links and the move to another device, in a dialog. */
export function ShareDialog({ view, onClose }: { view: TableView; onClose: () => void }) {
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
