// Places that have a digit for a name, such as the lids of a box, are chosen by that key.
import type { Site } from "../../wire.ts";

/** The digits with their sites; none where a number has two digits, of which the first would be taken. */
export function digitsOf(sites: readonly Pick<Site, "name">[]): [string, number][] {
  const numbered = sites.flatMap(({ name }, site): [string, number][] =>
    /^\d+$/.test(name) ? [[name, site]] : [],
  );
  return numbered.every(([name]) => name.length === 1) ? numbered : [];
}
