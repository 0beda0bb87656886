/**
 * Writes assembly/html/entities.ts: the named character references of the standard, from the data of the npm package
 * `entities`, in the order of their values, in which they compress best.
 *
 * Run: node --import tsx scripts/generate-entities.ts [--check]
 */
import { htmlDecodeTree as tree } from '../node_modules/entities/dist/generated/decode-data-html.js';
import { writeGenerated } from './generated.ts';

interface Reference {
  readonly name: string;
  /** True where the name is a reference without a semicolon too. */
  legacy: boolean;
  readonly value: string;
}

/** Visits a node of the trie of `entities` and calls `found` for each name. `bin-trie-flags.ts` there describes the format. */
function walk(index: number, name: string, found: (name: string, legacy: boolean, value: string) => void): void {
  const word = (at: number): number => tree[at & 0xffff] as number;
  const head = word(index);
  const valueLength = head >> 14;
  const strict = (head & 0x2000) !== 0;
  let at = index + 1;
  if (valueLength === 0 && strict) {
    const length = (head >> 7) & 0x3f;
    let run = String.fromCharCode(head & 0x7f);
    for (let i = 1; i < length; i += 1)
      run += String.fromCharCode((word(at + ((i - 1) >> 1)) >> (((i - 1) & 1) << 3)) & 0xff);
    walk((at + (length >> 1)) & 0xffff, name + run, found);
    return;
  }
  if (valueLength > 0) {
    const value =
      valueLength === 1
        ? String.fromCharCode(head & 0x1fff)
        : valueLength === 2
          ? String.fromCharCode(word(at))
          : String.fromCharCode(word(at), word(at + 1));
    found(name, !strict, value);
    if (valueLength === 1) return;
    at += valueLength - 1;
  }
  const branches = (head >> 7) & 0x3f;
  const first = head & 0x7f;
  if (first !== 0 && branches === 0) walk(at & 0xffff, name + String.fromCharCode(first), found);
  else if (first !== 0) {
    for (let i = 0; i < branches; i += 1) {
      const stored = word(at + i);
      if (stored !== 0) walk((at + branches + stored - 1) & 0xffff, name + String.fromCharCode(first + i), found);
    }
  } else {
    const keys = (branches + 1) >> 1;
    for (let i = 0; i < branches; i += 1) {
      const key = (word(at + (i >> 1)) >> ((i & 1) << 3)) & 0xff;
      walk((at + keys + branches + word(at + keys + i)) & 0xffff, name + String.fromCharCode(key), found);
    }
  }
}

const references = new Map<string, Reference>();
walk(0, '', (name, legacy, value) => {
  references.set(name, { name, legacy, value });
});
const legacyCount = [...references.values()].filter(({ legacy }) => legacy).length;
if (references.size !== 2125 || legacyCount !== 106)
  throw new Error(`expected 2125 names, 106 of them without semicolon; found ${references.size} and ${legacyCount}`);

/** Values of the standard have one code point or two. */
const sorted = [...references.values()].sort((one, other) =>
  one.value === other.value ? (one.name < other.name ? -1 : 1) : one.value < other.value ? -1 : 1,
);
const encoder = new TextEncoder();

/** A whole number in bytes of seven bits, the low ones first. */
function leb128(number: number): number[] {
  return number < 0x80 ? [number] : [(number & 0x7f) | 0x80, ...leb128(number >>> 7)];
}

/** The same, but with six bits in the first byte, which ends a name: it has 0x80, and 0x40 where more follow. */
function ending(number: number): number[] {
  return number < 0x40 ? [number | 0x80] : [(number & 0x3f) | 0xc0, ...leb128(number >>> 6)];
}

const list: number[] = [];
let last = 0;
for (const { name, legacy, value } of sorted) {
  const [first = 0, second, ...others] = [...value].map((letter) => letter.codePointAt(0) ?? 0);
  if (others.length > 0) throw new Error(`${name} has more than two code points`);
  // Sorted by UTF-16 code units, code points beyond them may come before others: a step back goes round the 21 bits.
  const step = (first - last) & 0x1fffff;
  list.push(...encoder.encode(name), ...ending(step * 4 + (legacy ? 2 : 0) + (second === undefined ? 0 : 1)));
  if (second !== undefined) list.push(...leb128(second));
  last = first;
}

/** Bytes as words of 64 bits. */
function wordsOf(bytes: readonly number[]): string {
  const padded = new Uint8Array((bytes.length + 7) & ~7);
  padded.set(bytes);
  const view = new DataView(padded.buffer);
  const words = Array.from(
    { length: padded.length / 8 },
    (_, index) => `0x${view.getBigUint64(index * 8, true).toString(16)}`,
  );
  const rows = Array.from({ length: Math.ceil(words.length / 6) }, (_, row) => words.slice(row * 6, (row + 1) * 6));
  return rows.map((row) => `  ${row.join(', ')},`).join('\n');
}
const legacyLengths = [...references.values()].filter(({ legacy }) => legacy).map(({ name }) => name.length);

writeGenerated(
  new URL('../assembly/html/entities.ts', import.meta.url),
  `// Written by scripts/generate-entities.ts from the npm package \`entities\`.

/** Number of references. */
export const ENTITIES: u32 = ${references.size};
/** Maximum length of a name. */
export const ENTITY_NAME_MAX: u32 = ${Math.max(...[...references.keys()].map((name) => name.length))};
/** Minimum length of a name that is a reference without its semicolon. */
export const LEGACY_NAME_MIN: u32 = ${Math.min(...legacyLengths)};
/** Maximum length of such a name. */
export const LEGACY_NAME_MAX: u32 = ${Math.max(...legacyLengths)};

/**
 * The references in the order of their values:
 *
 *   │ name │ step × 4 + needs no ";" × 2 + has a second code point │ the second code point │
 *
 * A step leads from the first code point of the reference before to that of this one, in 21 bits. Numbers have seven bits a byte, the
 * low ones first, and 0x80 where more follow; but the first byte behind a name has 0x80, which no letter has, 0x40 where more follow,
 * and six bits.
 */
export const REFERENCES = memory.data<u64>([
${wordsOf(list)}
]);
`,
);
