/**
 * Writes the tree of a web page as inert HTML. Only escaped text and numbers are copied from the source.
 *
 * - Written elements: those of `OutputElement`, and `br`. `ALLOWED` maps elements of the page to them; every
 *   other element becomes `span`.
 * - Written attributes: `data-b`, `data-s`, `data-t`, `role`, `aria-level` with values from this file, and
 *   `colspan`, `rowspan` with a number.
 * - Written text: text that the detector counts, and the words of `WORDS`.
 *
 * A parser never moves `div`, `span` and `br`, and table parts are written only inside their proper parents. So a
 * browser builds exactly this tree, and cannot turn text into elements.
 */
const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  '\0': '',
};

/** Escapes a text for use in an element or in a quoted attribute value. */
const escapeMarkup = (text: string): string => text.replace(/[&<>"'\0]/g, (character) => ESCAPES[character] ?? '');

/** A position in the tree of a page, such as `Cursor` of `refrain/html`. A move without a target returns false. */
export interface NodeCursor {
  /** Kinds other than `element` and `text` are ignored. */
  readonly kind: string;
  /** Name of an element, in lower case. */
  readonly name: string;
  /** Decoded text of a text node. */
  readonly text: string;
  attribute(name: string): string | undefined;
  firstChild(): boolean;
  nextSibling(): boolean;
  parent(): boolean;
}

/** Finds the blocks of nodes. Both methods are called at the current node. */
export interface BlockFinder {
  /** The block that an element opens. Called once for each element, in document order. */
  blockOfElement(): number | undefined;
  /** True if a text node is text of a block. */
  isBlockText(): boolean;
}

/** Limits of the output: elements; UTF-16 code units of all texts, and of one text. The excess is dropped. */
const LIMITS = { elements: 20_000, text: 1_000_000, textEach: 20_000 } as const;

/** Output elements in addition to `br`. */
type OutputElement = 'div' | 'span' | 'table' | 'caption' | 'thead' | 'tbody' | 'tfoot' | 'tr' | 'td' | 'th';

type Rule = readonly [
  elements: string,
  written: 'div' | 'span',
  /** `look` if `data-t` has the source name, for the style sheet of the frame. */
  look: 'look' | 'plain',
  role?: string,
];

/** Elements of the page and their output. */
const ALLOWED: readonly Rule[] = [
  // elements                                                  written  look     role
  ['html div section article nav aside header footer main', 'div', 'plain'],
  ['form fieldset dl hgroup address figure details dialog', 'div', 'plain'],
  ['search optgroup', 'div', 'plain'],
  // Table parts outside a table, as in damaged pages.
  ['caption thead tbody tfoot tr td', 'div', 'plain'],
  ['body dt dd p pre blockquote figcaption center legend', 'div', 'look'],
  ['option listing xmp summary textarea th', 'div', 'look'],
  ['ul ol menu dir', 'div', 'look', 'role="list"'],
  ['li', 'div', 'look', 'role="listitem"'],
  ['hr', 'div', 'look', 'role="separator"'],
  ['h1', 'div', 'look', 'role="heading" aria-level="1"'],
  ['h2', 'div', 'look', 'role="heading" aria-level="2"'],
  ['h3', 'div', 'look', 'role="heading" aria-level="3"'],
  ['h4', 'div', 'look', 'role="heading" aria-level="4"'],
  ['h5', 'div', 'look', 'role="heading" aria-level="5"'],
  ['h6', 'div', 'look', 'role="heading" aria-level="6"'],
  ['a b strong i em cite code kbd samp tt small sub sup', 'span', 'look'],
  ['button del s mark select', 'span', 'look'],
];

/** Elements inside parts of a table. Other children are dropped with their descendants. */
const TABLE_PARTS: ReadonlyMap<OutputElement, readonly OutputElement[]> = new Map([
  ['table', ['caption', 'thead', 'tbody', 'tfoot']],
  ['thead', ['tr']],
  ['tbody', ['tr']],
  ['tfoot', ['tr']],
  ['tr', ['td', 'th']],
]);

/** Elements that are dropped with their descendants. */
const DROPPED: ReadonlySet<string> = new Set(
  'head script style template noscript meta link base param source track'.split(' '),
);

/** Maximum `colspan` or `rowspan`. Larger spans would make the page unreadable. */
const SPAN_MAX = 100;

type Words = readonly [element: string, look: 'img' | 'field' | 'box', words: (cursor: NodeCursor) => string];

/** Elements shown as words: a picture's description, a field's text, or the element's name. */
const WORDS: readonly Words[] = [
  ['img', 'img', (cursor) => cursor.attribute('alt') ?? ''],
  ['input', 'field', wordsOfInput],
  ...['iframe', 'video', 'audio', 'object', 'embed', 'canvas'].map((name): Words => [name, 'box', () => name]),
];

/** Types of `input` that show text. */
const TEXT_INPUTS: ReadonlySet<string> = new Set(
  'text search email tel url number date time submit button reset'.split(' '),
);

function wordsOfInput(cursor: NodeCursor): string {
  if (!TEXT_INPUTS.has((cursor.attribute('type') ?? 'text').toLowerCase())) return '';
  return cursor.attribute('value') || cursor.attribute('placeholder') || '';
}

/** Maximum length in UTF-16 code units. */
const WORDS_MAX = 200;

interface Start {
  readonly written: 'div' | 'span';
  readonly attributes: string;
}

const STARTS: ReadonlyMap<string, Start> = new Map(
  ALLOWED.flatMap(([elements, written, look, role]) =>
    elements.split(' ').map((name): [string, Start] => {
      const attributes = `${look === 'look' ? ` data-t="${name}"` : ''}${role === undefined ? '' : ` ${role}`}`;
      return [name, { written, attributes }];
    }),
  ),
);

const OTHER: Start = { written: 'span', attributes: '' };

const WORDS_OF: ReadonlyMap<string, Words> = new Map(WORDS.map((words) => [words[0], words]));

/** Visits a tree in document order without recursion, because pages nest to any depth. */
function walk(cursor: NodeCursor, visit: { enter(): void; leave(): void; text(): void }): void {
  let depth = 0;
  if (!cursor.firstChild()) return;
  for (;;) {
    const { kind } = cursor;
    if (kind === 'text') visit.text();
    if (kind === 'element') {
      visit.enter();
      if (cursor.firstChild()) {
        depth += 1;
        continue;
      }
      visit.leave();
    }
    while (!cursor.nextSibling()) {
      if (depth === 0) return;
      cursor.parent();
      depth -= 1;
      visit.leave();
    }
  }
}

/**
 * Writes the tree below the cursor.
 *
 * @returns HTML. `data-b` of an element is the number of its block; every text of a block is in a `data-s`.
 */
export function sanitise(cursor: NodeCursor, blocks: BlockFinder): string {
  const parts: string[] = [];
  const open: OutputElement[] = [];
  /** Depth below a dropped element; 0 outside. */
  let dropped = 0;
  const left: { elements: number; text: number } = { ...LIMITS };
  const take = (text: string): string => {
    const max = Math.min(left.text, LIMITS.textEach);
    left.text -= Math.min(text.length, max);
    return text.length <= max ? text : `${text.slice(0, max).toWellFormed()}…`;
  };
  walk(cursor, {
    enter() {
      const block = blocks.blockOfElement();
      const { name } = cursor;
      const written = dropped > 0 || left.elements <= 0 ? undefined : writtenFor(name, open.at(-1));
      if (written === undefined) {
        dropped += 1;
        return;
      }
      left.elements -= 1;
      if (name === 'br') parts.push('<br>');
      writeWords(cursor, name, parts);
      const number = block === undefined ? '' : ` data-b="${block}"`;
      const { attributes } = STARTS.get(name) ?? OTHER;
      parts.push(`<${written}${number}${attributes}${spansOf(cursor, written)}>`);
      open.push(written);
    },
    leave() {
      if (dropped > 0) dropped -= 1;
      else parts.push(`</${open.pop()}>`);
    },
    text() {
      if (dropped > 0 || left.elements <= 0 || left.text <= 0 || TABLE_PARTS.has(open.at(-1) ?? 'div')) return;
      const { text } = cursor;
      if (blocks.isBlockText()) {
        left.elements -= 1;
        parts.push(`<span data-s>${escapeMarkup(take(text))}</span>`);
      } else if (text.trim() === '') parts.push(take(' '));
    },
  });
  return parts.join('');
}

function writtenFor(name: string, parent: OutputElement | undefined): OutputElement | undefined {
  if (DROPPED.has(name)) return undefined;
  const parts = parent && TABLE_PARTS.get(parent);
  if (parts !== undefined) return parts.find((part) => part === name);
  return name === 'table' ? 'table' : (STARTS.get(name) ?? OTHER).written;
}

/** The attributes `colspan` and `rowspan`, if they are whole numbers. */
function spansOf(cursor: NodeCursor, written: OutputElement): string {
  if (written !== 'td' && written !== 'th') return '';
  let attributes = '';
  for (const name of ['colspan', 'rowspan']) {
    const cells = Number.parseInt(cursor.attribute(name) ?? '', 10);
    if (cells > 1) attributes += ` ${name}="${Math.min(cells, SPAN_MAX)}"`;
  }
  return attributes;
}

function writeWords(cursor: NodeCursor, name: string, parts: string[]): void {
  const found = WORDS_OF.get(name);
  if (found === undefined) return;
  const [, look, wordsOf] = found;
  const words = wordsOf(cursor).trim().slice(0, WORDS_MAX);
  if (words !== '') parts.push(`<span data-t="${look}">${escapeMarkup(words)}</span>`);
}
