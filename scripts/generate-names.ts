/**
 * Writes tables from the rows of scripts/elements.txt. assembly/html/names.ts: numbers of element names, and a perfect
 * hash from name to number. assembly/html/classes.ts: their classes for tree construction. assembly/elements.ts: their
 * properties in later stages.
 *
 * Run: by npm run build
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CLASSES, ELEMENTS, ENDS, EVIDENCE, ROLES, STARTS, TRAITS } from './elements.ts';
import { writeGenerated } from './generated-file.ts';

const words = (text: string): string[] => text.split(/\s+/).filter((word) => word !== '');

/** One row for each name. Number 0 is any other name, an inline element. */
const ROWS = `other: inline\n${ELEMENTS.trim()}`.split('\n').flatMap((line) => {
  const [names = '', properties = ''] = line.split(':');
  return words(names).map((name) => ({ name, properties: words(properties) }));
});
const NAMES = ROWS.slice(1).map(({ name }) => name);

const MASK = (1n << 64n) - 1n;
const SLOTS_LOG2 = 11n;

const halves = (name: string): [bigint, bigint] => {
  const bytes = new Uint8Array(16);
  new TextEncoder().encodeInto(name, bytes);
  const view = new DataView(bytes.buffer);
  return [view.getBigUint64(0, true), view.getBigUint64(8, true)];
};

const slotOf = (name: string, factor: bigint): number => {
  const [low, high] = halves(name);
  return Number((((low ^ (high << 1n)) * factor) & MASK) >> (64n - SLOTS_LOG2));
};

/** The first odd factor, from a fixed start, under which no two names share a slot. */
function perfectFactor(): bigint {
  for (let factor = 0x9e3779b97f4a7c15n; ; factor = (factor * 6364136223846793005n + 1442695040888963407n) & MASK) {
    const odd = factor | 1n;
    const slots = new Set(NAMES.map((name) => slotOf(name, odd)));
    if (slots.size === NAMES.length) return odd;
  }
}

const tooLong = NAMES.filter((name) => name.length > 15);
if (tooLong.length > 0 || NAMES.length > 254 || new Set(NAMES).size !== NAMES.length)
  throw new Error(`names must be unique, at most 254, of at most 15 bytes; too long: ${tooLong.join(' ')}`);

const factor = perfectFactor();
const constant = (name: string): string => name.toUpperCase().replaceAll('-', '_');
/** Numbers of names and bits of evidence that the module uses. Others are not written. */
const USED = new Set(
  readdirSync('assembly', { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !['html/names.ts', 'elements.ts'].includes(name))
    .flatMap((name) => readFileSync(join('assembly', name), 'utf8').match(/\b(?:Tag\.|I[NS]_)\w+/g) ?? []),
);

const wrapped = (all: readonly string[]): string => all.join(' ').replace(/(.{1,118}) /g, '$1\n');

const hex = (word: bigint): string => `0x${word.toString(16)}`;

writeGenerated(
  new URL('../assembly/html/names.ts', import.meta.url),
  `// Written by scripts/generate-names.ts from scripts/elements.txt; change the rows there.

/** Numbers of element names; 0 is any other name. */
export const enum Tag {
  OTHER = 0,
${NAMES.map((name, index) => [`Tag.${constant(name)}`, `  ${constant(name)} = ${index + 1},`] as const)
  .filter(([name]) => USED.has(name))
  .map(([, line]) => line)
  .join('\n')}
  COUNT = ${NAMES.length + 1},
}

/** The names in the order of \`Tag\`, each followed by one byte of white space. */
const NAMES = \`${wrapped(NAMES)}
\`;

/** Bytes of each name, sixteen to a name and zero-padded, in the order of \`Tag\`. */
const SPELLING = memory.data(${(NAMES.length + 1) * 16}, 8);

const FACTOR: u64 = ${hex(factor)};
const SHIFT: u64 = ${64n - SLOTS_LOG2};

/**
 * The number of the name for each slot of the perfect hash. Filled when the module starts, because it would compress
 * badly.
 */
const SLOTS = memory.data(${1n << SLOTS_LOG2});

function slotOf(low: u64, high: u64): usize {
  return SLOTS + <usize>(((low ^ (high << 1)) * FACTOR) >> SHIFT);
}

for (let tag: u32 = 1, name = changetype<usize>(NAMES); tag < <u32>Tag.COUNT; ++tag, name += 2) {
  const spelling = SPELLING + (<usize>tag << 4);
  for (let at = spelling; load<u16>(name) > 0x20; name += 2) store<u8>(at++, load<u8>(name));
  store<u8>(slotOf(load<u64>(spelling), load<u64>(spelling, 8)), <u8>tag);
}

/** The number of the name in the sixteen zero-padded bytes \`low\`, \`high\`; \`Tag.OTHER\` for any other name. */
// @ts-ignore: decorator
@inline
export function tagOfWords(low: u64, high: u64): u32 {
  const tag = <u32>load<u8>(slotOf(low, high));
  const spelling = SPELLING + (<usize>tag << 4);
  return load<u64>(spelling) == low && load<u64>(spelling, 8) == high ? tag : Tag.OTHER;
}

/** The number of the name in \`length\` bytes at \`start\`, in the case of the tree. Reads up to sixteen bytes. */
export function tagOf(start: usize, length: u32): u32 {
  if (length > 16) return Tag.OTHER;
  const lowBits: u64 = length >= 8 ? u64.MAX_VALUE : ((<u64>1) << (<u64>length << 3)) - 1;
  const highBits: u64 = length <= 8 ? 0 : length == 16 ? u64.MAX_VALUE : ((<u64>1) << (u64(length - 8) << 3)) - 1;
  return tagOfWords(load<u64>(start) & lowBits, load<u64>(start, 8) & highBits);
}

/** Address of the spelling of a numbered name. */
export function spellingOf(tag: u32): usize {
  return SPELLING + (<usize>tag << 4);
}

/** Length of the spelling of a numbered name, in bytes. */
export function spellingLength(tag: u32): u32 {
  // Letters are positive bytes.
  return popcnt(i8x16.bitmask(i8x16.neg(v128.load(spellingOf(tag)))));
}
`,
);

// ── Classes and traits ──

const FIRST_CLASS_BIT = 10;

function indexIn(list: readonly string[], word: string): number {
  const index = list.indexOf(word);
  if (index < 0) throw new Error(`unknown word ${word}`);
  return index;
}

/** The index of the value of `key=` in a list, for each row. Default: 0. */
const indexes = (key: string, list: readonly string[]): number[] =>
  ROWS.map(({ properties }) => {
    const word = properties.find((each) => each.startsWith(`${key}=`));
    return word === undefined ? 0 : indexIn(list, word.slice(key.length + 1));
  });

/** A bit for each word of `all`, at its position in `list`. */
const bits = (list: readonly string[], all: readonly string[]): number =>
  all.reduce((sum, word) => sum + 2 ** indexIn(list, word), 0);

const starts = words(STARTS);
const ends = words(ENDS);
const roles = Object.keys(ROLES);
const evidence = words(EVIDENCE);
const traits = [...evidence, ...Object.keys(TRAITS)];

const classesOf = ROWS.map(({ properties }) =>
  bits(
    Object.keys(CLASSES),
    properties.flatMap((word) => /^class=(.*)/.exec(word)?.[1]?.split(',') ?? []),
  ),
);
const traitsOf = ROWS.map(({ properties }) =>
  bits(
    traits,
    properties.filter((word) => !/^(?:class|start|end|role)=/.test(word)),
  ),
);
const rolesOf = indexes('role', roles).map((role, index) =>
  role > 0 || ROWS[index]?.properties.includes('inline') ? role : roles.indexOf('block'),
);

const rows = (numbers: readonly (number | string)[], width: number): string =>
  Array.from(
    { length: Math.ceil(numbers.length / width) },
    (_, row) => `  ${numbers.slice(row * width, (row + 1) * width).join(', ')},`,
  ).join('\n');
const members = (list: readonly string[]): string =>
  list.map((key, index) => `  ${constant(key)} = ${index},`).join('\n');

writeGenerated(
  new URL('../assembly/html/classes.ts', import.meta.url),
  `// Written by scripts/generate-names.ts from scripts/elements.txt; change the rows there.
import { Tag, spellingLength, spellingOf } from './names';

/**
 * The class word of an element, as stored on the stack of open elements:
 *
 *    0        8           10                     30        31
 *   │ tag    │ namespace │ classes of the name  │ keeps p │ has p │
 *
 * "Has p" means that the stack from this element down has a p element in button scope. Elements with "keeps p" pass it on to
 * the next element, so this check, which half of all start tags need, is one bit test.
 */
export namespace Word {
  export const TAG: u32 = 0xff;
  export const NAMESPACE: u32 = 0x300;
  /** Tag and namespace. */
  export const NAME: u32 = 0x3ff;
  /** "Keeps p". */
  export const KEEPS_P: u32 = 1 << 30;
  /** "Has p". */
  export const HAS_P: u32 = 1 << 31;
}

/** The classes of names, a bit of the word each. */
export namespace Class {
${Object.entries(CLASSES)
  .map(
    ([key, meaning], index) =>
      `  /** ${meaning} */\n  export const ${constant(key)}: u32 = 1 << ${FIRST_CLASS_BIT + index};`,
  )
  .join('\n')}
}

/** Effect of a start tag in the "in body" insertion mode. */
export const enum Start {
${members(starts)}
}

/** Effect of an end tag in the "in body" insertion mode. */
export const enum End {
${members(ends)}
}

/** A bit for each class, from that of the first class on. */
const CLASSES = memory.data<u16>([
${rows(classesOf, 20)}
]);

const STARTS = memory.data<u8>([
${rows(indexes('start', starts), 32)}
]);

const ENDS = memory.data<u8>([
${rows(indexes('end', ends), 32)}
]);

/** The class word of each name. */
const WORDS = memory.data(${4 * (NAMES.length + 1)}, 4);

/**
 * Two words for each name: a mask, and the masked bytes of an end tag from its name on. Mask 0 and value 1 match no
 * input.
 */
const CLOSINGS = memory.data(${16 * (NAMES.length + 1)}, 8);

/** True if an end tag only closes the current node if this has the same name; true also for formatting elements. */
function isSimpleEnd(tag: u32): bool {
  if (tag == Tag.OTHER || tag == Tag.OPTION || tag == Tag.FRAMESET || tag == Tag.NOSCRIPT) return false;
  return <u32>load<u8>(ENDS + <usize>tag) <= <u32>End.FORMATTING && spellingLength(tag) < 8;
}

// Computed when the module starts, because this code needs fewer bytes than the table.
for (let tag: u32 = 0; tag < <u32>Tag.COUNT; ++tag) {
  const classes = <u32>load<u16>(CLASSES + (<usize>tag << 1)) << ${FIRST_CLASS_BIT};
  let word = tag | classes;
  if (!(classes & (Class.SCOPE | Class.BUTTON_SCOPE))) word |= Word.KEEPS_P;
  if (tag == Tag.P) word |= Word.HAS_P;
  store<u32>(WORDS + (<usize>tag << 2), word);
  let mask: u64 = 0;
  let value: u64 = 1;
  if (isSimpleEnd(tag)) {
    const bits = <u64>spellingLength(tag) << 3;
    mask = u64.MAX_VALUE >> (56 - bits);
    value = load<u64>(spellingOf(tag)) | (<u64>0x3e << bits);
  }
  store<u64>(CLOSINGS + (<usize>tag << 4), mask);
  store<u64>(CLOSINGS + (<usize>tag << 4), value, 8);
}

/** The class word of an HTML element. */
export function wordOf(tag: u32): u32 {
  return load<u32>(WORDS + (<usize>tag << 2));
}

export function startOf(tag: u32): u32 {
  return load<u8>(STARTS + <usize>tag);
}

export function endOf(tag: u32): u32 {
  return load<u8>(ENDS + <usize>tag);
}

/**
 * Length of an end tag, from \`name\` on, that only closes an element with this tag; 0 for other input. A formatting
 * element must also be removed from the list of active formatting elements.
 */
export function closingLength(tag: u32, name: usize): usize {
  const closing = CLOSINGS + (<usize>tag << 4);
  const mask = load<u64>(closing);
  return (load<u64>(name) & mask) == load<u64>(closing, 8) ? <usize>(71 - clz(mask)) >> 3 : 0;
}

/** True if a start tag ends foreign content. */
export function breaksOut(tag: u32): bool {
  return (wordOf(tag) & Class.BREAKOUT) != 0;
}
`,
);

// ── Elements after the parser ──

const described = (meaning: string): string => (meaning === '' ? '' : `  /** ${meaning} */\n`);

writeGenerated(
  new URL('../assembly/elements.ts', import.meta.url),
  `// Written by scripts/generate-names.ts from scripts/elements.txt; change the rows there.

// Evidence for a block that is the element or is inside it.
${evidence
  .map((trait, bit) => [constant(trait), bit] as const)
  .filter(([name]) => USED.has(name) || name.startsWith('IS_'))
  .map(([name, bit]) => `export const ${name}: u32 = 1 << ${bit};`)
  .join('\n')}
/** All of these. */
export const EVIDENCE: u32 = (1 << ${evidence.length}) - 1;
/** Evidence that applies also to blocks inside. */
export const INHERITED: u32 = EVIDENCE & ~(${evidence
    .filter((trait) => trait.startsWith('is-'))
    .map(constant)
    .join(' | ')});

/** Other properties of elements. */
export namespace Trait {
${Object.entries(TRAITS)
  .map(
    ([key, meaning], index) =>
      `${described(meaning)}  export const ${constant(key)}: u32 = 1 << ${evidence.length + index};\n`,
  )
  .join('')}}

/** Role of an element in the writer of Markdown. */
export const enum Role {
${Object.entries(ROLES)
  .map(([key, meaning], index) => `${described(meaning)}  ${constant(key)} = ${index},\n`)
  .join('')}}

/** The traits of each name, a bit each. */
const TRAITS = memory.data<u32>([
${rows(traitsOf, 12)}
]);

const ROLES = memory.data<u8>([
${rows(rolesOf, 32)}
]);

export function traitsOf(tag: u32): u32 {
  return load<u32>(TRAITS + (<usize>tag << 2));
}

export function has(tag: u32, trait: u32): bool {
  return (traitsOf(tag) & trait) != 0;
}

/** Sets or removes a trait of a name for all later pages. */
export function setTrait(tag: u32, trait: u32, isOn: bool): void {
  const others = traitsOf(tag) & ~trait;
  store<u32>(TRAITS + (<usize>tag << 2), isOn ? others | trait : others);
}

export function roleOf(tag: u32): Role {
  return <Role>load<u8>(ROLES + tag);
}
`,
);
