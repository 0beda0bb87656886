/**
 * The method of Wang et al., WWW 2008, in JavaScript optimised for speed: the
 * streaming parser of htmlparser2, no tree, no concatenated keys. The core is
 * compared with it, and not only with the plain twin.
 *
 * - DOM paths are nodes of a trie that grows with the site. Opening a tag is one
 *   lookup among the children of the current node, which also knows whether the
 *   element is a separator or ignored.
 * - Each path has its own Map from text to entry, so the key of a segment is its
 *   text alone.
 * - The DF of a segment is final when a page has it for the first time, so the
 *   sums of a block are complete after one pass.
 * - Each entry is in one bucket, for the page at which it may expire. At that
 *   page it is evicted, or moved to a later bucket if it was seen meanwhile.
 *   Lifetimes never become shorter, so no entry is evicted too late, and the
 *   table equals a table that is swept after every page.
 *
 * The verdicts equal those of the twin on pages that have `html`, `head` and
 * `body` tags and close all elements. htmlparser2 does not repair other pages
 * as the standard does. Paths are tag names.
 */
import { Parser } from 'htmlparser2';

export interface Htmlparser2Options {
  readonly templateDf: number;
  readonly templateRatio: number;
  readonly baseLifetime: number;
  readonly lifetimeGrowth: number;
  readonly separators: ReadonlySet<string>;
}

interface Htmlparser2Block {
  readonly path: string;
  readonly verdict: 'template' | 'content';
  readonly length: number;
  readonly templateLength: number;
}

export interface Htmlparser2Page {
  readonly number: number;
  /** Number of template blocks, and of content blocks. */
  readonly template: number;
  readonly content: number;
  readonly blocks: readonly Htmlparser2Block[];
}

interface Entry {
  readonly path: PathNode;
  readonly text: string;
  /** In code points. Stored, so that a known text is not measured again. */
  readonly length: number;
  df: number;
  last: number;
}

interface PathNode {
  readonly path: string;
  readonly name: string;
  readonly isSeparator: boolean;
  readonly isIgnored: boolean;
  readonly children: Map<string, PathNode>;
  readonly entries: Map<string, Entry>;
}

/** A block of the current page, with the sums of its segments so far. */
interface OpenBlock {
  readonly path: PathNode;
  length: number;
  templateLength: number;
}

const ignored: ReadonlySet<string> = new Set(['head', 'script', 'style', 'noscript', 'template']);

const ratioScale = 1_000_000;

const needsCollapsing = /[^\S ]|\s{2}/;

const collapse = (text: string): string => {
  const trimmed = text.trim();
  return needsCollapsing.test(trimmed) ? trimmed.replace(/\s+/g, ' ') : trimmed;
};

const codePoints = (text: string): number => {
  let count = text.length;
  for (let at = 0; at < text.length; at += 1) {
    const isLeading = (text.charCodeAt(at) & 0xfc00) === 0xd800;
    if (isLeading && (text.charCodeAt(at + 1) & 0xfc00) === 0xdc00) count -= 1;
  }
  return count;
};

/** Copies a slice. Without the copy, V8 keeps the whole page in memory as long as the entry exists. */
const detach = (text: string): string => ` ${text}`.slice(1);

/** Pages that an entry stays after it was last seen, for DF 1, 2, … until the lifetime no longer grows. */
const spansOf = (options: Htmlparser2Options): number[] => {
  const { baseLifetime, lifetimeGrowth } = options;
  const longest = baseLifetime * lifetimeGrowth;
  const spans: number[] = [];
  let lifetime = 0;
  for (let df = 1; lifetime !== longest; df += 1) {
    lifetime = longest / (1 + (lifetimeGrowth - 1) * Math.exp(-(df - 1)));
    spans.push(Math.ceil(lifetime));
  }
  return spans;
};

export class Htmlparser2Detector {
  readonly #templateDf: number;
  readonly #scaledRatio: number;
  readonly #separators: ReadonlySet<string>;
  readonly #spans: readonly number[];
  readonly #longestSpan: number;
  readonly #parser: Parser;

  readonly #top: PathNode;
  readonly #rootBlockPath: PathNode;
  /** Entries by the page at which they may expire. */
  readonly #due = new Map<number, Entry[]>();
  #page = 0;
  #entries = 0;

  /** The blocks of the current page, in document order. */
  #blocks: OpenBlock[] = [];
  // Path and block of the current element, and those of its ancestors.
  #path: PathNode;
  #block: OpenBlock;
  readonly #outerPaths: PathNode[] = [];
  readonly #outerBlocks: OpenBlock[] = [];
  #ignoredDepth = 0;
  /** The current text node: the parser reports it in pieces, split at character references. */
  #text = '';

  constructor(options: Htmlparser2Options) {
    this.#templateDf = options.templateDf;
    this.#scaledRatio = Math.round(options.templateRatio * ratioScale);
    this.#separators = options.separators;
    this.#spans = spansOf(options);
    this.#longestSpan = Math.max(...this.#spans);

    this.#top = this.#pathNode('', '');
    this.#path = this.#top;
    this.#rootBlockPath = this.#step(this.#step(this.#top, 'html'), 'body');
    this.#block = this.#addBlock(this.#rootBlockPath);

    this.#parser = new Parser({
      onopentagname: (name) => this.#open(name),
      onclosetag: () => this.#close(),
      ontext: (data) => {
        if (this.#ignoredDepth === 0) this.#text += data;
      },
      oncomment: () => this.#endText(),
      onprocessinginstruction: () => this.#endText(),
    });
  }

  /** Number of entries of the table. */
  get entries(): number {
    return this.#entries;
  }

  learn(html: string): Htmlparser2Page {
    this.#page += 1;
    this.#blocks = [];
    this.#path = this.#top;
    this.#block = this.#addBlock(this.#rootBlockPath);
    this.#outerPaths.length = 0;
    this.#outerBlocks.length = 0;
    this.#ignoredDepth = 0;
    this.#text = '';

    this.#parser.parseComplete(html);
    this.#endText();
    this.#forget();
    return this.#verdicts();
  }

  #open(name: string): void {
    if (this.#ignoredDepth > 0) {
      this.#ignoredDepth += 1;
      return;
    }
    this.#endText();
    // The standard adds this element to correct pages too.
    const parent = name === 'tr' && this.#path.name === 'table' ? this.#step(this.#path, 'tbody') : this.#path;
    const path = this.#step(parent, name);
    if (path.isIgnored) {
      this.#ignoredDepth = 1;
      return;
    }
    this.#outerPaths.push(this.#path);
    this.#outerBlocks.push(this.#block);
    this.#path = path;
    if (path.isSeparator) this.#block = this.#addBlock(path);
  }

  #close(): void {
    if (this.#ignoredDepth > 0) {
      this.#ignoredDepth -= 1;
      return;
    }
    this.#endText();
    this.#path = this.#outerPaths.pop() ?? this.#path;
    this.#block = this.#outerBlocks.pop() ?? this.#block;
  }

  #endText(): void {
    if (this.#text === '') return;
    const text = collapse(this.#text);
    this.#text = '';
    if (text === '') return;

    let entry = this.#path.entries.get(text);
    if (entry === undefined) {
      entry = this.#insert(this.#path, detach(text));
    } else if (entry.last !== this.#page) {
      entry.df += 1;
      entry.last = this.#page;
    }
    this.#block.length += entry.length;
    if (entry.df >= this.#templateDf) this.#block.templateLength += entry.length;
  }

  #insert(path: PathNode, text: string): Entry {
    const entry: Entry = { path, text, length: codePoints(text), df: 1, last: this.#page };
    path.entries.set(text, entry);
    this.#entries += 1;
    this.#await(entry);
    return entry;
  }

  #dueOf(entry: Entry): number {
    return entry.last + (this.#spans[entry.df - 1] ?? this.#longestSpan);
  }

  #await(entry: Entry): void {
    const due = this.#dueOf(entry);
    if (due === Number.POSITIVE_INFINITY) return;
    const bucket = this.#due.get(due);
    if (bucket === undefined) this.#due.set(due, [entry]);
    else bucket.push(entry);
  }

  #forget(): void {
    const bucket = this.#due.get(this.#page);
    if (bucket === undefined) return;
    this.#due.delete(this.#page);
    for (const entry of bucket) {
      if (this.#dueOf(entry) > this.#page) {
        this.#await(entry);
      } else {
        entry.path.entries.delete(entry.text);
        this.#entries -= 1;
      }
    }
  }

  #verdicts(): Htmlparser2Page {
    const blocks: Htmlparser2Block[] = [];
    let template = 0;
    for (const { path, length, templateLength } of this.#blocks) {
      if (length === 0) continue;
      const isTemplate = templateLength * ratioScale > length * this.#scaledRatio;
      if (isTemplate) template += 1;
      const verdict = isTemplate ? 'template' : 'content';
      blocks.push({ path: path.path, verdict, length, templateLength });
    }
    return { number: this.#page, template, content: blocks.length - template, blocks };
  }

  #addBlock(path: PathNode): OpenBlock {
    const block = { path, length: 0, templateLength: 0 };
    this.#blocks.push(block);
    return block;
  }

  #step(parent: PathNode, name: string): PathNode {
    const known = parent.children.get(name);
    if (known !== undefined) return known;
    // The parser restores the capitals of SVG names; paths have lower case.
    const step = detach(name.toLowerCase());
    const path = parent === this.#top ? step : `${parent.path}/${step}`;
    const node = this.#pathNode(path, step);
    parent.children.set(detach(name), node);
    return node;
  }

  #pathNode(path: string, name: string): PathNode {
    return {
      path,
      name,
      isSeparator: this.#separators.has(name),
      isIgnored: ignored.has(name),
      children: new Map(),
      entries: new Map(),
    };
  }
}
