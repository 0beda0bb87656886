/**
 * Writes assembly/html/entities.ts: the named character references of the standard, from the data of the npm package
 * `entities`, as a hash table with chains.
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

const BUCKETS_LOG2 = 9;
const FACTOR = 0x9e3779b1;
const bucketOf = (name: string): number => {
  let hash = 0;
  for (const letter of name) hash = Math.imul(hash ^ letter.charCodeAt(0), FACTOR);
  return hash >>> (32 - BUCKETS_LOG2);
};

const encoder = new TextEncoder();
const buckets: number[][] = Array.from({ length: 1 << BUCKETS_LOG2 }, () => []);
for (const { name, legacy, value } of [...references.values()].sort((one, other) => (one.name < other.name ? -1 : 1))) {
  const bytes = encoder.encode(value);
  buckets[bucketOf(name)]?.push(name.length | (legacy ? 0x80 : 0), bytes.length, ...encoder.encode(name), ...bytes);
}

const offsets = [0];
for (const bucket of buckets) offsets.push((offsets.at(-1) as number) + bucket.length);
const records = new Uint8Array(((offsets.at(-1) as number) + 7) & ~7);
buckets.forEach((bucket, index) => {
  records.set(bucket, offsets[index]);
});
const view = new DataView(records.buffer);
const words = Array.from(
  { length: records.length / 8 },
  (_, index) => `0x${view.getBigUint64(index * 8, true).toString(16)}`,
);
const rows = (items: readonly (string | number)[], width: number): string =>
  Array.from(
    { length: Math.ceil(items.length / width) },
    (_, row) => `  ${items.slice(row * width, (row + 1) * width).join(', ')},`,
  ).join('\n');
const legacyLengths = [...references.values()].filter(({ legacy }) => legacy).map(({ name }) => name.length);

writeGenerated(
  new URL('../assembly/html/entities.ts', import.meta.url),
  `// Written by scripts/generate-entities.ts from the npm package \`entities\`.

export const ENTITY_NAME_MAX: u32 = ${Math.max(...[...references.keys()].map((name) => name.length))};
/** Shortest and longest name that is a reference without its semicolon. */
export const LEGACY_NAME_MIN: u32 = ${Math.min(...legacyLengths)};
export const LEGACY_NAME_MAX: u32 = ${Math.max(...legacyLengths)};

/** Start offset of the records of each bucket. The records end at the start of the next bucket. */
const OFFSETS = memory.data<u16>([
${rows(offsets, 24)}
]);

/**
 * The records, bucket by bucket:
 *
 *    0                     1              2
 *   │ length of the name, │ length of    │ name │ value │
 *   │ 0x80: needs no ";"  │ the value    │      │ UTF-8 │
 */
const RECORDS = memory.data<u64>([
${rows(words, 6)}
]);

/** The record of the name in \`length\` bytes at \`start\`, or 0. */
export function entityOf(start: usize, length: u32): usize {
  let hash: u32 = 0;
  for (let i: u32 = 0; i < length; i++) hash = (hash ^ load<u8>(start + i)) * 0x${FACTOR.toString(16)};
  const offset = OFFSETS + ((<usize>hash >> ${32 - BUCKETS_LOG2}) << 1);
  const end = RECORDS + <usize>load<u16>(offset, 2);
  let record = RECORDS + <usize>load<u16>(offset);
  while (record < end) {
    const nameLength = <u32>load<u8>(record) & 0x7f;
    if (nameLength == length && memory.compare(record + 2, start, length) == 0) return record;
    record += 2 + nameLength + load<u8>(record, 1);
  }
  return 0;
}
`,
);
