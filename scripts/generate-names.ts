/**
 * Writes assembly/html/names.ts: the element names that the module knows by number, and a perfect hash from name to number.
 *
 * Run: node --import tsx scripts/generate-names.ts
 */
import { writeFileSync } from 'node:fs';

const NAMES = `
a abbr acronym address applet area article aside audio
b base basefont bdi bdo bgsound big blink blockquote body br button
canvas caption center cite code col colgroup command content
data datalist dd del details dfn dialog dir div dl dt
em embed fieldset figcaption figure font footer form frame frameset
h1 h2 h3 h4 h5 h6 head header hgroup hr html
i iframe image img input ins isindex kbd keygen label legend li link listing
main map mark marquee menu menuitem meta meter multicol nav nextid nobr noembed noframes noscript
object ol optgroup option output p param picture plaintext pre progress q
rb rbc rp rt rtc ruby s samp script search section select selectedcontent shadow slot small source spacer span
strike strong style sub summary sup svg
table tbody td template textarea tfoot th thead time title tr track tt u ul var video wbr xmp
math mi mo mn ms mtext mglyph malignmark annotation-xml desc foreignobject
`
  .trim()
  .split(/\s+/);

const MASK = (1n << 64n) - 1n;
const SLOTS_LOG2 = 11n;

const words = (name: string): [bigint, bigint] => {
  const bytes = new Uint8Array(16);
  new TextEncoder().encodeInto(name, bytes);
  const view = new DataView(bytes.buffer);
  return [view.getBigUint64(0, true), view.getBigUint64(8, true)];
};

const slotOf = (name: string, factor: bigint): number => {
  const [low, high] = words(name);
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

const tooLong = NAMES.filter((name) => name.length > 16);
if (tooLong.length > 0 || NAMES.length > 254 || new Set(NAMES).size !== NAMES.length)
  throw new Error(`names do not fit: ${tooLong}`);

const factor = perfectFactor();
const slots = new Array<number>(1 << Number(SLOTS_LOG2)).fill(0);
NAMES.forEach((name, index) => {
  slots[slotOf(name, factor)] = index + 1;
});
const constant = (name: string): string => name.toUpperCase().replaceAll('-', '_');
const hex = (word: bigint): string => `0x${word.toString(16)}`;

writeFileSync(
  new URL('../assembly/html/names.ts', import.meta.url),
  `// Written by scripts/generate-names.ts; change the list there.

/** Element names known by number; 0 is any other name. */
export const enum Tag {
  OTHER = 0,
${NAMES.map((name, index) => `  ${constant(name)} = ${index + 1},`).join('\n')}
  COUNT = ${NAMES.length + 1},
}

/** Bytes of each name, sixteen to a name and zero-padded, in the order of \`Tag\`. */
const SPELLING = memory.data<u64>([
  0x0, 0x0, // OTHER
${NAMES.map((name) => `  ${words(name).map(hex).join(', ')}, // ${name}`).join('\n')}
]);

/** Slot of the perfect hash → number of the only name that may stand there. */
const SLOTS = memory.data<u8>([
${Array.from({ length: slots.length / 32 }, (_, row) => `  ${slots.slice(row * 32, row * 32 + 32).join(', ')},`).join('\n')}
]);

const FACTOR: u64 = ${hex(factor)};
const SHIFT: u64 = ${64n - SLOTS_LOG2};

/** The number of the name in the sixteen zero-padded bytes \`low\`, \`high\`; \`Tag.OTHER\` where it is none of them. */
// @ts-ignore: decorator
@inline
export function tagOfWords(low: u64, high: u64): u32 {
  const tag = <u32>load<u8>(SLOTS + <usize>(((low ^ (high << 1)) * FACTOR) >> SHIFT));
  const spelling = SPELLING + (<usize>tag << 4);
  return load<u64>(spelling) == low && load<u64>(spelling, 8) == high ? tag : Tag.OTHER;
}

/** The number of the name in \`length\` bytes at \`start\` (lower case where the tree has it so). Reads up to sixteen bytes. */
export function tagOf(start: usize, length: u32): u32 {
  if (length > 16) return Tag.OTHER;
  const lowBits: u64 = length >= 8 ? u64.MAX_VALUE : ((<u64>1) << (<u64>length << 3)) - 1;
  const highBits: u64 = length <= 8 ? 0 : length == 16 ? u64.MAX_VALUE : ((<u64>1) << (<u64>(length - 8) << 3)) - 1;
  return tagOfWords(load<u64>(start) & lowBits, load<u64>(start, 8) & highBits);
}

/** Address of the spelling of a known name. */
export function spellingOf(tag: u32): usize {
  return SPELLING + (<usize>tag << 4);
}

/** Length of the spelling of a known name, in bytes. */
export function spellingLength(tag: u32): u32 {
  const spelling = SPELLING + (<usize>tag << 4);
  const high = load<u64>(spelling, 8);
  return high ? 16 - (<u32>clz(high) >> 3) : 8 - (<u32>clz(load<u64>(spelling)) >> 3);
}
`,
);
