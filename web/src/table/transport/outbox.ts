// The messages of a page that were not answered yet: each has an id, which its answer carries. What the line
// took with it is sent again with the same id, and counts once.
import type { ClientMessage, ClientRequest } from "../../wire.ts";

type Kind = ClientMessage["type"];

/** What belongs to one socket, or is of no use after a pause: it is not sent again. */
const ONCE: readonly Kind[] = ["ask", "look", "table", "ping"];

/** What names the position that it is for can be sent again at any time. */
const LASTING: readonly Kind[] = ["act", "throw", "judge", "hint"];

/** Anything else after so many milliseconds only once more: the server remembers ids for ten minutes. */
const MEMORY = 5 * 60 * 1000;

interface Waiting {
  text: string;
  type: Kind;
  since: number;
}

export class Outbox {
  /** The ids of this page are like those of no other. */
  private readonly page = random();
  private count = 0;
  private readonly waiting = new Map<string, Waiting>();

  /** The text of a message that is about to be sent, and its id. */
  add(message: ClientMessage): { id: string; text: string } {
    const id = `${this.page}.${++this.count}`;
    const request: ClientRequest = { id, ...message };
    const text = JSON.stringify(request);
    this.waiting.set(id, { text, type: message.type, since: Date.now() });
    return { id, text };
  }

  isWaiting(id: string | null): boolean {
    return id !== null && this.waiting.has(id);
  }

  /** Whether a message of this kind waits. */
  has(type: Kind): boolean {
    return [...this.waiting.values()].some((message) => message.type === type);
  }

  /** A message was answered; what kind it was of, if it was waited for. */
  answered(id: string): Kind | undefined {
    const type = this.waiting.get(id)?.type;
    this.waiting.delete(id);
    return type;
  }

  /** The texts to send over a new line, in order, and whether some messages are given up. */
  again(): { texts: string[]; givenUp: boolean } {
    let givenUp = false;
    for (const [id, { type, since }] of this.waiting) {
      const old = !LASTING.includes(type) && Date.now() - since > MEMORY;
      if (old || ONCE.includes(type)) this.waiting.delete(id);
      givenUp ||= old && !ONCE.includes(type);
    }
    return { texts: [...this.waiting.values()].map(({ text }) => text), givenUp };
  }

  clear() {
    this.waiting.clear();
  }
}

const random = () => Math.random().toString(36).slice(2, 12) + Date.now().toString(36);
