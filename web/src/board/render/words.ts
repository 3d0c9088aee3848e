// The board in words, for those who hear it.
import type { Layout, Picture } from "../../wire.ts";

/** What stands on each site, in words; sites with nothing on them are left out. */
export function contents(picture: Picture): Map<number, string[]> {
  const words = new Map<number, string[]>();
  const add = (site: number, text: string) => {
    if (text) words.set(site, [...(words.get(site) ?? []), text]);
  };
  for (const piece of picture.pieces) {
    add(piece.site, piece.count > 1 || piece.heap ? `${piece.name} × ${piece.count}` : piece.name);
  }
  for (const mark of picture.marks) add(mark.site, mark.label);
  return words;
}

/** A site with what stands on it: "square 26, the circle: black piece". */
export function siteWords(layout: Layout, words: Map<number, string[]>, site: number): string {
  const label = layout.sites[site]?.label ?? "";
  const there = words.get(site);
  // A lid is a site and a piece of the same name: say it once.
  if (!there) return label;
  const text = there.join(", ");
  return text.startsWith(label) ? text : `${label}: ${text}`;
}

/** Every occupied site in words. */
export function boardWords(layout: Layout, picture: Picture): string[] {
  const words = contents(picture);
  return [...words.keys()].sort((a, b) => a - b).map((site) => siteWords(layout, words, site));
}
