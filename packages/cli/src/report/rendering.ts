/**
 * The page in hand as markup that can do nothing: elements of a fixed list, and of their attributes only how many cells they
 * span. No name, address, style or script of the page is in it, so nothing of the page can run, reach out, or look like
 * anything but a page. A page's own styles, mostly in other files anyway, are left out with the rest.
 */

import type { Core } from 'refrain/unstable';
import { attributesOf } from 'refrain/unstable';

/** Elements that stay what they are. */
const KEPT = new Set(
  [
    'div span b i em strong u s small big tt sub sup br hr wbr pre code kbd samp var blockquote q cite dfn abbr address time',
    'h1 h2 h3 h4 h5 h6 hgroup article section nav aside header footer main figure figcaption details summary',
    'ul ol li dl dt dd menu dir table caption thead tbody tfoot tr td th colgroup col',
    'ins del mark bdi bdo ruby rt rp center fieldset legend',
  ].flatMap((names) => names.split(' ')),
);

/** Elements that become another: what they do is gone, what they hold stays. */
const REPLACED: Readonly<Record<string, string>> = {
  html: 'div',
  body: 'div',
  form: 'div',
  dialog: 'div',
  // A browser ends a paragraph where a table begins, unless the page is in quirks mode: this one holds what it held.
  p: 'div',
  listing: 'pre',
  xmp: 'pre',
  plaintext: 'pre',
};

/** Looks that the style sheet of the report gives to elements that became others. */
const CLASSES: Readonly<Record<string, string>> = { p: 'p', a: 'a', button: 'button', option: 'option' };

/** Elements of which nothing is shown: those that the detector ignores, and those that have no text that a reader sees. */
const DROPPED = new Set(
  [
    'head script style template noscript',
    'noembed noframes iframe frame embed param source track area datalist',
  ].flatMap((names) => names.split(' ')),
);

const VOID = new Set(['br', 'hr', 'wbr', 'col']);

/** Most cells that one is shown to span. */
const SPAN_MAX = 100;

const SPANS: Readonly<Record<string, readonly string[]>> = {
  td: ['colspan', 'rowspan'],
  th: ['colspan', 'rowspan'],
  col: ['span'],
  colgroup: ['span'],
};

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', '\0': '' };

export const escapeMarkup = (text: string): string =>
  text.replace(/[&<>"\0]/g, (character) => ESCAPES[character] ?? '');

/** Writes the page in hand; `numberOf` gives the number of the block that a node opens, which it is found again by. */
export function renderSafely(core: Core, numberOf: ReadonlyMap<number, number>): string {
  return new Rendering(core, numberOf).write();
}

class Rendering {
  readonly #core: Core;
  readonly #numberOf: ReadonlyMap<number, number>;
  readonly #parts: string[] = [];

  constructor(core: Core, numberOf: ReadonlyMap<number, number>) {
    this.#core = core;
    this.#numberOf = numberOf;
  }

  /** One walk without recursion: pages are as deep as they like. */
  write(): string {
    const core = this.#core;
    const { NODE_FIRST_CHILD, NODE_NEXT } = core.layout;
    /** Elements that are open, and what ends each. */
    const open: { readonly node: number; readonly end: string }[] = [{ node: 0, end: '' }];
    let node = core.node(0, NODE_FIRST_CHILD);
    while (open.length > 0) {
      if (node === 0) {
        const done = open.pop();
        this.#parts.push(done?.end ?? '');
        node = done === undefined || done.node === 0 ? 0 : core.node(done.node, NODE_NEXT);
        continue;
      }
      const end = this.#open(node);
      if (end === undefined) {
        node = core.node(node, NODE_NEXT);
        continue;
      }
      open.push({ node, end });
      node = core.node(node, NODE_FIRST_CHILD);
    }
    return this.#parts.join('');
  }

  /** Writes a node's beginning; the end of an element, or undefined where there is nothing more to it. */
  #open(node: number): string | undefined {
    const core = this.#core;
    const { kind } = core.tagAndKind(node);
    if (kind === core.layout.KIND_TEXT) this.#parts.push(escapeMarkup(core.rawText(node)));
    if (kind !== core.layout.KIND_ELEMENT) return undefined;
    const name = core.nameOf(node);
    if (DROPPED.has(name)) return undefined;
    if (name === 'img' || name === 'input') {
      this.#box(node, name);
      return undefined;
    }
    const shown = KEPT.has(name) ? name : (REPLACED[name] ?? 'span');
    this.#parts.push(`<${shown}${this.#attributes(node, name)}>`);
    return VOID.has(shown) ? undefined : `</${shown}>`;
  }

  #attributes(node: number, name: string): string {
    const number = this.#numberOf.get(node);
    const found = number === undefined ? '' : ` data-b="${number}"`;
    const look = CLASSES[name];
    const fixed = `${found}${look === undefined ? '' : ` class="${look}"`}${name === 'details' ? ' open' : ''}`;
    const spans = SPANS[name];
    if (spans === undefined) return fixed;
    const given = attributesOf(this.#core, node);
    return spans.reduce((written, span) => written + writeSpan(span, given.get(span)), fixed);
  }

  /** What stands for a picture or a field: a box with the words that it has. */
  #box(node: number, name: string): void {
    const given = attributesOf(this.#core, node);
    if (given.get('type')?.toLowerCase() === 'hidden') return;
    const words = (name === 'img' ? given.get('alt') : (given.get('value') ?? given.get('placeholder'))) ?? '';
    this.#parts.push(`<span class="${name}">${escapeMarkup(words.slice(0, 200))}</span>`);
  }
}

function writeSpan(name: string, value: string | undefined): string {
  const cells = Number.parseInt(value ?? '', 10);
  return cells > 1 ? ` ${name}="${Math.min(cells, SPAN_MAX)}"` : '';
}
