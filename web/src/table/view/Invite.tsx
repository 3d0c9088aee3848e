// The link that brings a friend to the table, and the code that moves a seat to another device.
import { useState } from "preact/hooks";
import { api } from "../../app/api.ts";
import { copy } from "../../app/copy.ts";
import { Dialog } from "../../app/Dialog.tsx";
import { useLoad } from "../../app/load.tsx";
import { me, named } from "../../app/me.ts";
import { NameForm } from "../../app/NameForm.tsx";
import { NameInput } from "../../app/NameInput.tsx";
import { capital, isNumber, nameOf } from "../../app/speak.ts";
import { useStore } from "../../app/store.ts";
import { complain } from "../../app/toasts.tsx";
import type { TableView, Transfer } from "../../wire.ts";
import type { Session } from "../session.ts";
import { sitDown, typedName } from "./sitting.ts";

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
export function WaitingRoom(props: {
  view: TableView;
  game: string;
  invitation: string | null;
  session: Session;
}) {
  const { view, game, invitation } = props;
  if (view.status !== "waiting") return null;
  const guest = view.rights.sit && view.yours.length === 0;
  const invited = guest && (view.public || invitation !== null);
  return (
    <section
      class={`notice waiting-room${invited ? " invited" : ""}`}
      aria-label={invited ? "Invitation" : "Waiting for players"}
    >
      {invited ? (
        <Invited {...props} />
      ) : (
        <>
          <p>
            <strong>Waiting for somebody to sit down.</strong>{" "}
            {view.invitation
              ? `Send a friend this link to a game of ${game}:`
              : "The game starts when every seat is taken."}
          </p>
          {view.invitation && <InvitationCard view={view} label="Invitation" />}
          {view.invitation && <AskName />}
        </>
      )}
      {guest && !invited && (
        <p class="quiet">To take a seat here, ask a player for the link with an invitation.</p>
      )}
    </section>
  );
}

/** Who invites to what, the guest's name, and one button. */
function Invited(props: {
  view: TableView;
  game: string;
  invitation: string | null;
  session: Session;
}) {
  const { view, session, invitation } = props;
  const open = view.seats.flatMap(({ sitter, role }, seat) =>
    sitter.type === "open" ? [{ seat, role }] : [],
  );
  const [first] = open;
  return (
    <>
      <p>
        <strong>
          {inviter(view)} invites you to a game of {props.game}.
        </strong>
        {open.length > 1 && " Choose a seat above the board, or take the first."}
      </p>
      <TypedName />
      {first && (
        <button
          type="button"
          class="primary"
          onClick={() => void sitDown(session, first.seat, invitation)}
        >
          Sit down{isNumber(first.role) ? "" : ` as ${first.role}`}
        </button>
      )}
    </>
  );
}

/** Who shares a link is asked once what the others shall see; a name that was chosen is not asked for. */
function AskName() {
  const [asked] = useState(() => !named.get());
  return asked ? <NameForm /> : null;
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
    <NameInput
      own
      class="typed-name"
      label="Your name"
      value={typed || (known?.name ?? "")}
      onName={(name) => typedName.set(name)}
    />
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
