/**
 * Real pages from which others like them are drawn: what a site has on two pages or more stays what it is, what it has on one
 * is rewritten every time. So lengths, numbers of segments, shares of what is new, and what comes back how often are those
 * that were measured on the site.
 */
import { Detector } from 'refrain';
import type { Random } from '../../test/support/random.ts';
import type { BenchPage } from '../throughput/pages.ts';

/** Letters of a text that are rewritten at most; as many are enough for 2 · 10¹¹ texts. */
const LETTERS = 8;
const LOWER = { first: 97, count: 26 };

export interface Skeleton {
  readonly bytes: Uint8Array;
  /** Where the letters stand that make each text of its own kind another, one list a text. */
  readonly own: readonly Uint32Array[];
  /** The same of texts that the site has more than once, and which of its texts each is. */
  readonly shared: readonly { readonly letters: Uint32Array; readonly text: number }[];
}

/** Places of small letters in a text of the source; none where it has references, which letters are part of. */
function lettersOf(bytes: Uint8Array, start: number, end: number): Uint32Array {
  const found: number[] = [];
  for (let at = start; at < end && found.length < LETTERS; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte === 0x26) return new Uint32Array();
    if (byte >= LOWER.first && byte < LOWER.first + LOWER.count) found.push(at);
  }
  return Uint32Array.from(found);
}

/** The pages of a site as skeletons. */
export async function skeletonsOf(pages: readonly BenchPage[]): Promise<Skeleton[]> {
  const detector = await Detector.create({ evidence: 'repetition', baseLifetime: Number.POSITIVE_INFINITY });
  const numbers = new Map<string, { readonly text: number; pages: number }>();
  const seen = pages.map(({ html }) => {
    const bytes = new TextEncoder().encode(html);
    const segments = detector
      .learn(bytes)
      .blocks.flatMap((block) =>
        block.segments.flatMap(({ path, text, start, end }) =>
          start === null || end === null ? [] : [{ key: `${path}\n${text}`, letters: lettersOf(bytes, start, end) }],
        ),
      );
    for (const key of new Set(segments.map((segment) => segment.key))) {
      const known = numbers.get(key);
      if (known === undefined) numbers.set(key, { text: numbers.size, pages: 1 });
      else known.pages += 1;
    }
    return { bytes, segments };
  });
  return seen.map(({ bytes, segments }) => {
    const rewritable = segments.filter(({ letters }) => letters.length > 0);
    const isShared = (key: string): boolean => (numbers.get(key)?.pages ?? 0) > 1;
    return {
      bytes,
      own: rewritable.filter(({ key }) => !isShared(key)).map(({ letters }) => letters),
      shared: rewritable
        .filter(({ key }) => isShared(key))
        .map(({ key, letters }) => ({ letters, text: numbers.get(key)?.text ?? 0 })),
    };
  });
}

/** A page like the skeleton: its own texts new, those of the site as they are since its last redesign. It is the same bytes. */
export function draw({ bytes, own, shared }: Skeleton, random: Random, design: number): Uint8Array {
  for (const letters of own) {
    for (const at of letters) bytes[at] = LOWER.first + random.below(LOWER.count);
  }
  if (design === 0) return bytes;
  for (const { letters, text } of shared) {
    // What a text is in a design is the same on every page.
    let state = (Math.imul(text + 1, 0x9e3779b1) ^ Math.imul(design, 0x85ebca6b)) >>> 0;
    for (const at of letters) {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
      bytes[at] = LOWER.first + ((state >>> 16) % LOWER.count);
    }
  }
  return bytes;
}
