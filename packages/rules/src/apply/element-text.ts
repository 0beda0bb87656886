/** Text as displayed: a line for each line of the page, cells of a table separated by tabs. */
import type { RulesAdapter } from './adapter.ts';

const names = (list: string): ReadonlySet<string> => new Set(list.split(' '));

/** Elements that do not break the line. */
const INLINE = names(
  'a abbr acronym b bdi bdo big cite code data del dfn em font i ins kbd label map mark math nobr output q rb rt rtc ' +
    'ruby s samp slot small span strike strong sub sup time tt u var wbr',
);
/** Elements that do not break the line, but are separated from adjacent words. */
const APART = names(
  'audio button canvas embed iframe img input label meter object picture progress rt select svg video',
);
const UNSEEN = names(
  'audio canvas datalist head iframe meter noembed noframes noscript option progress rp script select style svg template textarea video',
);
/** A button in one of these elements opens a section, and its text is the title. */
const HEADINGS = names('h1 h2 h3 h4 h5 h6 summary');

const HIDING_STYLE = /(^|;)\s*(display\s*:\s*none|visibility\s*:\s*hidden)/i;

/**
 * Hidden text is included if it is more than half of all text (a script will show it), or more than a fifth and at
 * least this number of characters (a click will show it).
 */
const MUCH = 400;

/** Separators between words, in ascending precedence. */
const NOTHING = 0;
const SPACE = 1;
const TAB = 2;
const LINE = 3;
const SEPARATORS = ['', ' ', '\t', '\n'];

export function textOf<N>(adapter: RulesAdapter<N>, roots: readonly N[], without: ReadonlySet<N>): string {
  const { text, hidden } = new TextWriter(adapter, without, true).write(roots);
  const all = text.length + hidden;
  const isShownLater = hidden * 2 > all || (hidden >= MUCH && hidden * 5 > all);
  return isShownLater ? new TextWriter(adapter, without, false).write(roots).text : text;
}

/** Approximate number of characters of `roots` outside `without`: white space at the ends of texts is excluded. */
export function lengthOf<N>(adapter: RulesAdapter<N>, roots: readonly N[], without: ReadonlySet<N>): number {
  const { children, name, text } = adapter;
  const stack = [...roots];
  let length = 0;
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    length += text(node)?.trim().length ?? 0;
    if (without.has(node) || UNSEEN.has(name(node)?.toLowerCase() ?? '')) continue;
    const below = children(node);
    for (let at = 0; at < below.length; at += 1) stack.push(below[at] as N);
  }
  return length;
}

class TextWriter<N> {
  readonly #adapter: RulesAdapter<N>;
  readonly #without: ReadonlySet<N>;
  readonly #hides: boolean;
  readonly #pieces: string[] = [];
  #gap = NOTHING;
  #hidden = 0;

  constructor(adapter: RulesAdapter<N>, without: ReadonlySet<N>, hides: boolean) {
    this.#adapter = adapter;
    this.#without = without;
    this.#hides = hides;
  }

  write(roots: readonly N[]): { readonly text: string; readonly hidden: number } {
    for (const root of roots) {
      this.#separate(LINE);
      this.#walk(root, this.#adapter.name(root)?.toLowerCase() === 'pre');
    }
    this.#trimEnd();
    return { text: this.#pieces.join(''), hidden: this.#hidden };
  }

  /** Iterative, because pages may nest elements deeper than the call stack allows. */
  #walk(root: N, isPre: boolean): void {
    const { children, name, text } = this.#adapter;
    const stack: { nodes: ArrayLike<N>; at: number; gap: number; pre: boolean }[] = [
      { nodes: children(root), at: 0, gap: LINE, pre: isPre },
    ];
    for (let frame = stack.at(-1); frame !== undefined; frame = stack.at(-1)) {
      if (frame.at === frame.nodes.length) {
        this.#separate(frame.gap);
        stack.pop();
        continue;
      }
      const node = frame.nodes[frame.at++] as N;
      const data = text(node);
      if (data !== undefined) {
        this.#add(data, frame.pre);
        continue;
      }
      const element = name(node)?.toLowerCase();
      if (element === undefined || this.#without.has(node)) {
        if (element !== undefined) this.#separate(LINE);
        continue;
      }
      const gap = gapOf(element);
      this.#separate(gap);
      if (UNSEEN.has(element) || (element === 'button' && !this.#opensSection(node))) continue;
      if (this.#hides && this.#isHidden(node, element)) {
        this.#hidden += new TextWriter(this.#adapter, this.#without, false).write([node]).text.length;
        continue;
      }
      stack.push({ nodes: children(node), at: 0, gap, pre: frame.pre || element === 'pre' });
    }
  }

  #separate(gap: number): void {
    if (gap > this.#gap) this.#gap = gap;
  }

  #add(data: string, isPre: boolean): void {
    if (data.trim() === '' && !(isPre && this.#gap < LINE)) {
      if (data !== '') this.#separate(SPACE);
      return;
    }
    if (!isPre && /^\s/.test(data)) this.#separate(SPACE);
    if (this.#gap === LINE) this.#trimEnd();
    const gap = this.#pieces.length === 0 ? '' : SEPARATORS[this.#gap];
    this.#pieces.push(gap + (isPre ? data.replace(/\r\n?/g, '\n') : data.replace(/\s+/g, ' ').trim()));
    this.#gap = !isPre && /\s$/.test(data) ? SPACE : NOTHING;
  }

  /** Needed because text of `pre` may end with white space. */
  #trimEnd(): void {
    for (;;) {
      const last = this.#pieces.pop()?.trimEnd();
      if (last === '') continue;
      if (last !== undefined) this.#pieces.push(last);
      return;
    }
  }

  #isHidden(element: N, name: string): boolean {
    const value = (attribute: string): string | null | undefined => this.#adapter.attribute(element, attribute);
    const hidden = value('hidden');
    if (hidden != null && hidden.toLowerCase() !== 'until-found') return true;
    if (value('aria-hidden') === 'true' || (name === 'dialog' && value('open') == null)) return true;
    const style = value('style');
    return style != null && HIDING_STYLE.test(style);
  }

  #opensSection(button: N): boolean {
    let above = this.#adapter.parent(button);
    for (let steps = 0; above && steps < 3; steps += 1) {
      if (HEADINGS.has(this.#adapter.name(above)?.toLowerCase() ?? '')) return true;
      above = this.#adapter.parent(above);
    }
    return false;
  }
}

function gapOf(name: string): number {
  if (APART.has(name)) return SPACE;
  if (INLINE.has(name)) return NOTHING;
  if (name === 'td' || name === 'th') return TAB;
  // Custom elements are inline, as in browsers.
  return name.includes('-') ? NOTHING : LINE;
}
