/** How much of a page stands, byte for byte, on the page of the site that was read before it. */

/** Shortest run that counts. */
export const RUN_MIN = 64;

const LESS_THAN = 0x3c;

/** Offsets of the tags of a page by the `RUN_MIN` bytes from each on, as a string of one character for each byte. */
function startsOf(page: string): Map<string, number[]> {
  const starts = new Map<string, number[]>();
  for (let at = page.indexOf('<'); at >= 0; at = page.indexOf('<', at + 1)) {
    const key = page.slice(at, at + RUN_MIN);
    if (key.length < RUN_MIN) break;
    const known = starts.get(key);
    if (known === undefined) starts.set(key, [at]);
    else known.push(at);
  }
  return starts;
}

/** Places of equal bytes that are compared with each other: enough for lists of equal items. */
const CANDIDATES = 16;

/** Bytes of `page` in runs of at least `RUN_MIN` bytes that begin at a tag and stand on `before`, too. */
export function repeatedBytes(page: Uint8Array, before: Uint8Array): number {
  const [text, old] = [page, before].map((bytes) => Buffer.from(bytes).toString('latin1')) as [string, string];
  const starts = startsOf(old);
  let repeated = 0;
  let at = 0;
  while (at < text.length) {
    if (text.charCodeAt(at) !== LESS_THAN) {
      const next = text.indexOf('<', at);
      if (next < 0) break;
      at = next;
    }
    let longest = 0;
    for (const start of (starts.get(text.slice(at, at + RUN_MIN)) ?? []).slice(0, CANDIDATES)) {
      let length = RUN_MIN;
      while (at + length < text.length && text.charCodeAt(at + length) === old.charCodeAt(start + length)) length += 1;
      longest = Math.max(longest, length);
    }
    repeated += longest;
    at += Math.max(longest, 1);
  }
  return repeated;
}
