// Labels as they come over the socket: templates with arguments. Here they become texts in which
// only the players are open, as `{seat:0}`; `personal` in app/speak.ts puts their names in.
import { minus } from "../app/format.ts";
import type { Site } from "../wire.ts";

/** A text, or a template with its arguments. A template is a text, or its place in a list. */
type Sent = string | number | [string | number, ...number[]];

/** Reads a label, or several: a list of lists. */
export type Reader = (label: unknown) => string;

export function reader(templates: readonly string[], sites: readonly Site[]): Reader {
  const one = (label: Sent): string => {
    const [template, ...args] = Array.isArray(label) ? label : [label];
    const text = typeof template === "number" ? (templates[template] ?? "") : template;
    // What comes without arguments is no template: a player's name may look like one.
    return args.length === 0 ? text : fill(text, args, sites);
  };
  return (label) => {
    const several = Array.isArray(label) && Array.isArray(label[0]);
    return several ? (label as Sent[]).map(one).join(" ") : one(label as Sent);
  };
}

/** How many arguments a template takes. */
export const placesOf = (template: string): number => template.split("{").length - 1;

function fill(template: string, args: readonly number[], sites: readonly Site[]): string {
  let next = 0;
  return template.replace(/\{([a-z']+)\}/g, (_, kind: string) => {
    const arg = args[next++] ?? 0;
    if (kind === "number") return minus(arg);
    return kind === "site" ? (sites[arg]?.name ?? "?") : `{${kind}:${arg}}`;
  });
}

/** The parts of a message that are labels. */
const LABELS = new Set(["label", "caption", "words", "guide", "value", "name"]);

/** A message, or a part of one, with its labels read. */
export function readable<T>(json: T, say: Reader): T {
  if (Array.isArray(json)) return json.map((part) => readable(part, say)) as T;
  if (typeof json !== "object" || json === null) return json;
  const parts = Object.entries(json).map(([key, value]) => [
    key,
    LABELS.has(key) && value !== null ? say(value) : readable(value, say),
  ]);
  return Object.fromEntries(parts) as T;
}
