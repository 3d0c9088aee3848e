// SHA-256 of a text, in hexadecimal. Browsers have it on secure pages only, and a page of the local
// network is none.

const primes = (count: number): number[] => {
  const found: number[] = [];
  for (let n = 2; found.length < count; n++) {
    if (found.every((prime) => n % prime !== 0)) found.push(n);
  }
  return found;
};
/** The first 32 bits behind the point. */
const fraction = (x: number): number => ((x - Math.floor(x)) * 2 ** 32) | 0;

const START = primes(8).map((prime) => fraction(Math.sqrt(prime)));
const ROUNDS = primes(64).map((prime) => fraction(Math.cbrt(prime)));

const turn = (x: number, by: number): number => (x >>> by) | (x << (32 - by));

export function sha256(text: string): string {
  const bytes = new TextEncoder().encode(text);
  const padded = new Uint8Array((((bytes.length + 8) >> 6) + 1) << 6);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 4, bytes.length * 8);
  const hash = [...START];
  for (let block = 0; block < padded.length; block += 64) {
    mix(hash, view, block);
  }
  return hash.map((word) => (word >>> 0).toString(16).padStart(8, "0")).join("");
}

const at = (list: number[], place: number): number => list[place] ?? 0;

function mix(hash: number[], view: DataView, block: number) {
  const words = Array.from({ length: 16 }, (_, i) => view.getInt32(block + 4 * i));
  for (let i = 16; i < 64; i++) {
    const [early, late] = [at(words, i - 15), at(words, i - 2)];
    const low = turn(early, 7) ^ turn(early, 18) ^ (early >>> 3);
    const high = turn(late, 17) ^ turn(late, 19) ^ (late >>> 10);
    words.push((at(words, i - 16) + low + at(words, i - 7) + high) | 0);
  }
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = hash;
  for (const [i, word] of words.entries()) {
    const choice = (e & f) ^ (~e & g);
    const first =
      (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + choice + at(ROUNDS, i) + word) | 0;
    const most = (a & b) ^ (a & c) ^ (b & c);
    const second = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + most) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0];
  }
  for (const [i, word] of [a, b, c, d, e, f, g, h].entries()) hash[i] = (at(hash, i) + word) | 0;
}
