// The socket of a table or a study: it is opened again when it is lost, and a silent one counts as lost.
import { ApiError } from "../../app/api.ts";

export type Line = "connecting" | "open" | "lost" | "refused";

interface TransportListener<Message> {
  onMessage(message: Message): void;
  /** The line has changed; `reason` says why what it is for cannot be shown. */
  onLine(line: Line, reason?: string): void;
  /** Somebody looks at the page again, or the network is back. */
  onWake(): void;
  /** Asks for the same by a call, which says why a socket is refused. */
  ask(): Promise<unknown>;
}

/** The line is checked this often, in milliseconds. */
const BEAT = 1000;
/** After this silence the server is asked for a sign of life. */
const SILENCE = 3000;
/** Without an answer for this long the line is lost. */
const ANSWER = 3500;
const PING = JSON.stringify({ id: "ping", type: "ping" });
/** The first pause before a lost line is opened again; each is twice as long as the one before. */
const FIRST_PAUSE = 400;
const LONGEST_PAUSE = 10_000;

export class Transport<Message extends object> {
  private socket: WebSocket | null = null;
  private retry: ReturnType<typeof setTimeout> | undefined;
  private attempts = 0;
  private beat: ReturnType<typeof setInterval> | undefined;
  /** When the server was last heard. */
  private heard = 0;
  /** When it was asked for a sign of life and has not given one. */
  private asked: number | null = null;
  private known = false;
  private closed = false;

  constructor(
    private readonly address: string,
    private readonly listener: TransportListener<Message>,
  ) {
    this.connect();
    addEventListener("online", this.wake);
    addEventListener("offline", this.lose);
    document.addEventListener("visibilitychange", this.wake);
  }

  close() {
    this.closed = true;
    removeEventListener("online", this.wake);
    removeEventListener("offline", this.lose);
    document.removeEventListener("visibilitychange", this.wake);
    clearTimeout(this.retry);
    clearInterval(this.beat);
    this.socket?.close();
  }

  get isOpen(): boolean {
    return this.socket?.readyState === WebSocket.OPEN;
  }

  /** Whether the server gave a sign of life since then. */
  heardSince(time: number): boolean {
    return this.heard >= time;
  }

  /** Sends a text, unless the line is down. */
  send(text: string) {
    if (this.isOpen) this.socket?.send(text);
  }

  private connect() {
    if (this.closed) return;
    clearTimeout(this.retry);
    const socket = new WebSocket(this.address);
    this.socket = socket;
    socket.onopen = () => {
      this.attempts = 0;
      this.hear();
      this.listener.onLine("open");
      clearInterval(this.beat);
      this.beat = setInterval(this.check, BEAT);
    };
    socket.onmessage = (event) => {
      if (this.socket !== socket) return;
      this.hear();
      this.known = true;
      const message = JSON.parse(String(event.data)) as Message;
      if (!("type" in message && message.type === "pong")) this.listener.onMessage(message);
    };
    socket.onclose = () => {
      if (this.socket === socket) this.lose();
    };
  }

  private hear() {
    this.heard = Date.now();
    this.asked = null;
  }

  /** Asks a silent server for a sign of life, and gives up one that gives none. */
  private check = () => {
    const now = Date.now();
    if (this.asked !== null) {
      if (now - this.asked > ANSWER) this.lose();
    } else if (now - this.heard > SILENCE) {
      this.asked = now;
      this.send(PING);
    }
  };

  /** The line is down: say so, and try again. */
  private lose = () => {
    const socket = this.socket;
    if (this.closed || !socket) return;
    // A dead network never confirms that a socket is closed: nobody waits for it.
    this.socket = null;
    socket.close();
    clearInterval(this.beat);
    this.listener.onLine(this.known ? "lost" : "connecting");
    // Now and then: a table can be cleared while the line is down.
    if (this.attempts % 5 === 0) void this.ask();
    // Not all who lost the same server come back at the same moment.
    const spread = 0.75 + Math.random() / 2;
    const wait = Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** this.attempts++) * spread;
    clearTimeout(this.retry);
    this.retry = setTimeout(() => this.connect(), wait);
  };

  /** A socket cannot tell why it was refused, so a call asks. What may pass is tried again. */
  private async ask() {
    try {
      await this.listener.ask();
    } catch (error) {
      if (!(error instanceof ApiError && [403, 404, 410].includes(error.status))) return;
      // Another socket may have come through meanwhile.
      if (this.isOpen || this.closed) return;
      clearTimeout(this.retry);
      this.closed = true;
      this.listener.onLine("refused", error.message);
    }
  }

  /** Back from sleep or from a dead network: do not wait out the pause. */
  private wake = () => {
    if (document.hidden) return;
    if (this.socket === null) {
      this.attempts = 0;
      this.connect();
    }
    this.listener.onWake();
  };
}
