/**
 * Real pages from which similar pages are drawn. Texts that a site has on two or more pages stay; texts that it has on one page
 * are rewritten every time. So lengths, numbers of segments, the share of new text, and the distribution of repetition are
 * those of the real site.
 */
import { Detector } from 'refrain';
import type { Random } from '../../test/support/random.ts';
import type { BenchPage } from '../throughput/pages.ts';

/** Maximum letters that are rewritten in a text. Eight letters make 2 · 10¹¹ different texts. */
const LETTERS = 8;
const LOWER = { first: 97, count: 26 };

export interface Skeleton {
  readonly bytes: Uint8Array;
  /** Offsets of the letters to rewrite in each text that only this page has. */
  readonly own: readonly Uint32Array[];
  /** The same for texts that the site has on several pages, with the number of the text. */
  readonly shared: readonly { readonly letters: Uint32Array; readonly text: number }[];
}

/** Offsets of lower-case letters in a text of the source; none where it has character references, whose letters must stay. */
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

/** A new page: its own texts are random, those of the site depend on the number of the redesign. Overwrites `bytes` and returns it. */
export function draw({ bytes, own, shared }: Skeleton, random: Random, design: number): Uint8Array {
  for (const letters of own) {
    for (const at of letters) bytes[at] = LOWER.first + random.below(LOWER.count);
  }
  if (design === 0) return bytes;
  for (const { letters, text } of shared) {
    // Seeded by text and design, so that a text of the site is the same on every page of a design.
    let state = (Math.imul(text + 1, 0x9e3779b1) ^ Math.imul(design, 0x85ebca6b)) >>> 0;
    for (const at of letters) {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
      bytes[at] = LOWER.first + ((state >>> 16) % LOWER.count);
    }
  }
  return bytes;
}
