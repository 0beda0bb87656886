/**
 * Writes assembly/html/names.ts: the element names with a number, and a perfect hash from name to number. Writes
 * assembly/html/classes.ts: the classes of these elements in the rules of the standard for tree construction.
 *
 * Run: node --import tsx scripts/generate-names.ts [--check]
 */
import { writeGenerated } from './generated.ts';

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
circle clippath defs ellipse g line lineargradient mask path polygon polyline radialgradient rect stop symbol tspan use
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

const tooLong = NAMES.filter((name) => name.length > 15);
if (tooLong.length > 0 || NAMES.length > 254 || new Set(NAMES).size !== NAMES.length)
  throw new Error(`names must be unique, at most 254, of at most 15 bytes; too long: ${tooLong.join(' ')}`);

const factor = perfectFactor();
const constant = (name: string): string => name.toUpperCase().replaceAll('-', '_');
/** Words in lines of a file. */
const wrapped = (all: readonly string[]): string => all.join(' ').replace(/(.{1,118}) /g, '$1\n');

const hex = (word: bigint): string => `0x${word.toString(16)}`;

writeGenerated(
  new URL('../assembly/html/names.ts', import.meta.url),
  `// Written by scripts/generate-names.ts; change the list there.

/** Numbers of element names; 0 is any other name. */
export const enum Tag {
  OTHER = 0,
${NAMES.map((name, index) => `  ${constant(name)} = ${index + 1},`).join('\n')}
  COUNT = ${NAMES.length + 1},
}

/** The names in the order of \`Tag\`, each with one byte of white space behind it. */
const NAMES = \`${wrapped(NAMES)}
\`;

/** Bytes of each name, sixteen to a name and zero-padded, in the order of \`Tag\`. */
const SPELLING = memory.data(${(NAMES.length + 1) * 16}, 8);

const FACTOR: u64 = ${hex(factor)};
const SHIFT: u64 = ${64n - SLOTS_LOG2};

/** For each slot of the perfect hash the number of its only name; filled when the module starts, because it would compress badly. */
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
  const spelling = SPELLING + (<usize>tag << 4);
  const high = load<u64>(spelling, 8);
  return high ? 16 - (<u32>clz(high) >> 3) : 8 - (<u32>clz(load<u64>(spelling)) >> 3);
}
`,
);

// ── Classes ──

const numberOf = new Map(NAMES.map((name, index) => [name, index + 1]));

const list = (names: string): string[] => {
  const found = names.trim().split(/\s+/);
  for (const name of found) if (!numberOf.has(name)) throw new Error(`unknown name ${name}`);
  return found;
};

/** The classes of the standard, section "The stack of open elements" and "Closing elements that have implied end tags". */
const CLASSES: Record<string, { readonly meaning: string; readonly names: string[] }> = {
  SPECIAL: {
    meaning: 'the special category',
    names: list(`address applet area article aside base basefont bgsound blockquote body br button caption center col
      colgroup dd details dir div dl dt embed fieldset figcaption figure footer form frame frameset h1 h2 h3 h4 h5 h6 head
      header hgroup hr html iframe img input keygen li link listing main marquee menu meta nav noembed noframes noscript
      object ol p param plaintext pre script search section select source style summary table tbody td template textarea
      tfoot th thead title tr track ul wbr xmp`),
  },
  SCOPE: {
    meaning: 'bounds every scope except the table scope',
    names: list('applet caption html table td th marquee object select template'),
  },
  LIST_SCOPE: { meaning: 'bounds the list item scope too', names: list('ol ul') },
  BUTTON_SCOPE: { meaning: 'bounds the button scope too', names: list('button') },
  TABLE_SCOPE: { meaning: 'bounds the table scope', names: list('html table template') },
  TABLE_STRUCTURE: {
    meaning: 'content that is not allowed here is foster-parented',
    names: list('table tbody tfoot thead tr'),
  },
  IMPLIED: { meaning: 'generate implied end tags', names: list('dd dt li optgroup option p rb rp rt rtc') },
  IMPLIED_THOROUGHLY: {
    meaning: 'generate all implied end tags thoroughly',
    names: list('dd dt li optgroup option p rb rp rt rtc caption colgroup tbody td tfoot th thead tr'),
  },
  HEADING: { meaning: 'h1 to h6', names: list('h1 h2 h3 h4 h5 h6') },
  FORMATTING: {
    meaning: 'the formatting category',
    names: list('a b big code em font i nobr s small strike strong tt u'),
  },
  TEMPLATE: { meaning: 'insertion goes to the template contents', names: list('template') },
  TRANSPARENT_TO_ITEMS: {
    meaning: 'special, but skipped in the search for a list item to close',
    names: list('address div p'),
  },
  HTML_INTEGRATION: { meaning: 'an HTML integration point (foreign elements only)', names: [] },
  TEXT_INTEGRATION: { meaning: 'a MathML text integration point (foreign elements only)', names: [] },
};
const FIRST_CLASS_BIT = 10;

/** A bit for each class. */
const classesOf = (name: string | undefined): number => {
  let bits = 0;
  Object.values(CLASSES).forEach(({ names }, index) => {
    if (name !== undefined && names.includes(name)) bits += 2 ** index;
  });
  return bits;
};

/** Start tags by their effect in the "in body" insertion mode. */
const STARTS: Record<string, string[]> = {
  ORDINARY: [],
  BLOCK:
    list(`address article aside blockquote center details dialog dir div dl fieldset figcaption figure footer header
    hgroup main menu nav ol p search section summary ul`),
  HEADING: list('h1 h2 h3 h4 h5 h6'),
  PREFORMATTED: list('pre listing'),
  FORM: list('form'),
  LIST_ITEM: list('li'),
  DESCRIPTION: list('dd dt'),
  PLAINTEXT: list('plaintext'),
  BUTTON: list('button'),
  ANCHOR: list('a'),
  FORMATTING: list('b big code em font i s small strike strong tt u'),
  NOBR: list('nobr'),
  MARKED: list('applet marquee object'),
  TABLE: list('table'),
  VOID: list('area br embed img keygen wbr'),
  INPUT: list('input'),
  PARAMETER: list('param source track'),
  RULE: list('hr'),
  IMAGE: list('image'),
  TEXTAREA: list('textarea'),
  XMP: list('xmp'),
  IFRAME: list('iframe'),
  NOEMBED: list('noembed'),
  NOSCRIPT: list('noscript'),
  SELECT: list('select'),
  OPTION: list('option'),
  OPTION_GROUP: list('optgroup'),
  RUBY_BASE: list('rb rtc'),
  RUBY_TEXT: list('rp rt'),
  MATH: list('math'),
  SVG: list('svg'),
  HEAD_CONTENT: list('base basefont bgsound link meta noframes script style template title'),
  HTML: list('html'),
  BODY: list('body'),
  FRAMESET: list('frameset'),
  TABLE_PART: list('caption col colgroup tbody td tfoot th thead tr'),
  IGNORED: list('frame head'),
};

/** End tags by their effect in the "in body" insertion mode. The first four groups close the current node when it has their name. */
const ENDS: Record<string, string[]> = {
  ORDINARY: [],
  BLOCK:
    list(`address article aside blockquote button center details dialog dir div dl fieldset figcaption figure footer
    header hgroup listing main menu nav ol pre search section select summary ul`),
  HEADING: list('h1 h2 h3 h4 h5 h6'),
  EXCEPTED: list('p li dd dt'),
  FORMATTING: list('a b big code em font i nobr s small strike strong tt u'),
  FORM: list('form'),
  MARKED: list('applet marquee object'),
  BREAK: list('br'),
  BODY: list('body'),
  HTML: list('html'),
  TEMPLATE: list('template'),
  TABLE_PART: list('caption col colgroup table tbody td tfoot th thead tr'),
};

/** Start tags that end foreign content; section "The rules for parsing tokens in foreign content". */
const BREAKOUT =
  list(`b big blockquote body br center code dd div dl dt em embed h1 h2 h3 h4 h5 h6 head hr i img li listing
  menu meta nobr ol p pre ruby s small span strong strike sub sup table tt u ul var`);

const actions = (table: Record<string, string[]>): number[] => {
  const keys = Object.keys(table);
  return [undefined, ...NAMES].map((name) =>
    Math.max(
      0,
      keys.findIndex((key) => name !== undefined && table[key]?.includes(name)),
    ),
  );
};
const starts = actions(STARTS);
const ends = actions(ENDS);
const breaksOut = [undefined, ...NAMES].map((name) => (name !== undefined && BREAKOUT.includes(name) ? 1 : 0));
const rows = (numbers: readonly (number | string)[], width: number): string =>
  Array.from(
    { length: Math.ceil(numbers.length / width) },
    (_, row) => `  ${numbers.slice(row * width, (row + 1) * width).join(', ')},`,
  ).join('\n');
const members = (table: Record<string, string[]>): string =>
  Object.keys(table)
    .map((key, index) => `  ${key} = ${index},`)
    .join('\n');

writeGenerated(
  new URL('../assembly/html/classes.ts', import.meta.url),
  `// Written by scripts/generate-names.ts; change the lists there.
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
export const WORD_TAG: u32 = 0xff;
export const WORD_NAMESPACE: u32 = 0x300;
export const WORD_NAME: u32 = 0x3ff;
${Object.entries(CLASSES)
  .map(
    ([key, { meaning }], index) =>
      `/** ${meaning[0]?.toUpperCase()}${meaning.slice(1)}. */\nexport const CLASS_${key}: u32 = 1 << ${FIRST_CLASS_BIT + index};`,
  )
  .join('\n')}
export const WORD_KEEPS_P: u32 = 1 << 30;
export const WORD_HAS_P: u32 = 1 << 31;

/** Effect of a start tag in the "in body" insertion mode. */
export const enum Start {
${members(STARTS)}
}

/** Effect of an end tag in the "in body" insertion mode. */
export const enum End {
${members(ENDS)}
}

/** A bit for each class, from that of the first class on. */
const CLASSES = memory.data<u16>([
${rows([undefined, ...NAMES].map(classesOf), 20)}
]);

const STARTS = memory.data<u8>([
${rows(starts, 32)}
]);

const ENDS = memory.data<u8>([
${rows(ends, 32)}
]);

/** The class word of each name. */
const WORDS = memory.data(${4 * (NAMES.length + 1)}, 4);

/** Two words for each name: a mask, and the bytes of an end tag from its name on, under the mask. Mask 0 and value 1: no input matches. */
const CLOSINGS = memory.data(${16 * (NAMES.length + 1)}, 8);

/** Whether an end tag only closes the current node when it has its name. True for formatting elements too. */
function isSimpleEnd(tag: u32): bool {
  if (tag == Tag.OTHER || tag == Tag.OPTION || tag == Tag.FRAMESET || tag == Tag.NOSCRIPT) return false;
  return <u32>load<u8>(ENDS + <usize>tag) <= <u32>End.FORMATTING && spellingLength(tag) < 8;
}

// Made when the module starts: the module would carry them in more bytes than this code.
for (let tag: u32 = 0; tag < <u32>Tag.COUNT; ++tag) {
  const classes = <u32>load<u16>(CLASSES + (<usize>tag << 1)) << ${FIRST_CLASS_BIT};
  let word = tag | classes;
  if (!(classes & (CLASS_SCOPE | CLASS_BUTTON_SCOPE))) word |= WORD_KEEPS_P;
  if (tag == Tag.P) word |= WORD_HAS_P;
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

const BREAKOUT = memory.data<u8>([
${rows(breaksOut, 32)}
]);

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
 * Length of an end tag, from \`name\` on, that only closes an element with this tag; 0 for any other input. A formatting element
 * must also be removed from the list of active formatting elements.
 */
export function closingLength(tag: u32, name: usize): usize {
  const closing = CLOSINGS + (<usize>tag << 4);
  const mask = load<u64>(closing);
  return (load<u64>(name) & mask) == load<u64>(closing, 8) ? <usize>(71 - clz(mask)) >> 3 : 0;
}

/** Whether a start tag ends foreign content. */
export function breaksOut(tag: u32): bool {
  return load<u8>(BREAKOUT + <usize>tag) != 0;
}
`,
);
