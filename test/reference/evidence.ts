/**
 * The twin of the evidence: the features of a block that the model gets, computed from the tree and from earlier pages in
 * the simplest form. It uses strings and maps where the module uses hashes and a table of bytes.
 */
import { isForgotten, life } from './lifetime.ts';
import type { ReferenceElement, ReferenceNode } from './tree.ts';

export interface EvidenceOptions {
  readonly separators: ReadonlySet<string>;
  readonly baseLifetime: number;
  readonly lifetimeGrowth: number;
  /** Log odds of words in sixteenths. Words of names begin with a full stop. */
  readonly lexicon: ReadonlyMap<string, number>;
}

/** A feature's byte by its name. */
export type Features = Readonly<Record<string, number>>;

interface TextNode {
  readonly text: string;
  readonly key: string;
  readonly length: number;
  readonly linked: boolean;
}

interface Block {
  readonly name: string;
  readonly parent: Block | undefined;
  readonly place: string;
  readonly traits: ReadonlySet<string>;
  readonly words: readonly string[];
  readonly texts: TextNode[];
  links: number;
  readonly inner: Block[];
}

interface Seen {
  df: number;
  last: number;
}

const IGNORED: ReadonlySet<string> = new Set(['head', 'script', 'style', 'noscript', 'template']);
const INSIDE: Readonly<Record<string, string>> = {
  ...{ ul: 'inList', ol: 'inList', dl: 'inList', li: 'inList', table: 'inTable', nav: 'inNav', header: 'inHeader' },
  ...{ footer: 'inFooter', aside: 'inAside', main: 'inMain', article: 'inArticle', form: 'inForm', pre: 'inPre' },
};
const SELF: Readonly<Record<string, string>> = {
  ...{ h1: 'isHeading', h2: 'isHeading', h3: 'isHeading', h4: 'isHeading', h5: 'isHeading', h6: 'isHeading' },
  ...{ p: 'isParagraph', li: 'isItem', div: 'isDivision', td: 'isCell', th: 'isCell' },
};
const TRAITS = [...new Set([...Object.values(INSIDE), ...Object.values(SELF)])];

/** Largest value of a feature, which is one byte. */
const MAX = 255;
const sum = <T>(items: readonly T[], of: (item: T) => number): number => items.reduce((all, item) => all + of(item), 0);
const normalise = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** A logarithmic scale with eight steps per doubling. */
export const magnitude = (count: number): number => {
  if (count < 8) return count;
  const top = Math.floor(Math.log2(count));
  return (top - 2) * 8 + (Math.floor(count / 2 ** (top - 3)) & 7);
};
const share = (part: number, whole: number): number =>
  whole > 0 ? Math.floor(Math.min(MAX, (part * MAX) / whole)) : 0;
const odds = (sixteenths: number): number => 128 + Math.max(-128, Math.min(127, sixteenths));

/** The first 24 distinct runs of at least two ASCII letters. In names a capital after a small letter begins a new run. */
export const wordsIn = (texts: readonly string[], kind: 'name' | 'text'): string[] => {
  const split = texts.flatMap((text) => {
    const separated = kind === 'name' ? text.replace(/([a-z])(?=[A-Z])/g, '$1 ') : text;
    return separated.match(/[A-Za-z]{2,}/g) ?? [];
  });
  const prefix = kind === 'name' ? '.' : '';
  return [...new Set(split.map((word) => prefix + word.toLowerCase()))].slice(0, 24);
};

/** Counts of words and punctuation of a text with collapsed white space. */
export const proseOf = (
  text: string,
): { words: number; stops: number; commas: number; digits: number; ends: number } => {
  const count = (pattern: RegExp): number => text.match(pattern)?.length ?? 0;
  const closed = text.replace(/[\0- ]+$/, '').replace(/["')]+$/, '');
  return {
    words: count(/[^\0- ]+/g) + Math.floor(count(/[\u3000-\udbff]/g) / 2),
    stops: count(/[.!?](?=[\0- ]|$)/g) + count(/[。！？]/g),
    commas: count(/[,;、，；]/g),
    digits: count(/[0-9]/g),
    ends: closed.endsWith(':') ? 1 : /[.!?。！？]$/.test(closed) ? 2 : 0,
  };
};

const placeNames = (element: ReferenceElement): string =>
  [element.className ?? '', element.id ?? '']
    .flatMap((value) => value.split(/[\0- ]+/))
    .filter((name) => name !== '')
    .map((name) => name.replace(/[0-9]+/g, '0').replace(/[A-Z]/g, (letter) => letter.toLowerCase()))
    .sort()
    .join(' ');

function openBlock(element: ReferenceElement, parent: Block | undefined): Block {
  const inherited = parent === undefined ? [] : [...parent.traits].filter((trait) => trait.startsWith('in'));
  const own = [INSIDE[element.name], SELF[element.name]].filter((trait) => trait !== undefined);
  return {
    name: element.name,
    parent,
    place: parent === undefined ? element.name : `${parent.place}\n${element.name} ${placeNames(element)}`,
    traits: new Set([...inherited, ...own]),
    words: parent === undefined ? [] : wordsIn([element.className ?? '', element.id ?? ''], 'name'),
    texts: [],
    links: 0,
    inner: [],
  };
}

/** All blocks in document order, and the blocks with text in the order of their first texts. */
function divide(root: ReferenceElement, separators: ReadonlySet<string>): { all: Block[]; ranked: Block[] } {
  const body = root.children.find((node) => node.kind === 'element' && node.name === 'body') ?? root;
  const base = openBlock(body as ReferenceElement, undefined);
  const all = [base];
  const ranked: Block[] = [];
  interface Visit {
    readonly node: ReferenceNode;
    readonly path: string;
    readonly block: Block;
    readonly linked: boolean;
  }
  const visits: Visit[] = [{ node: root, path: '', block: base, linked: false }];
  for (let visit = visits.pop(); visit !== undefined; visit = visits.pop()) {
    const { node, path } = visit;
    let { block, linked } = visit;
    if (node.kind === 'text') {
      const text = normalise(node.data);
      if (text === '') continue;
      if (block.texts.length === 0) ranked.push(block);
      block.texts.push({ text, key: `${path}\n${text}`, length: [...text].length, linked });
      continue;
    }
    if (IGNORED.has(node.name)) continue;
    if (node !== body && separators.has(node.name)) {
      const opened = openBlock(node, block);
      block.inner.push(opened);
      block = opened;
      all.push(block);
    } else if (node.name === 'a') {
      block.links += 1;
      linked = true;
    }
    const inner = { path: path === '' ? node.name : `${path}\n${node.name}`, block, linked };
    for (const child of node.children.toReversed()) visits.push({ node: child, ...inner });
  }
  return { all, ranked };
}

/** The result of a function for each object, computed once: without it a large page takes seconds. */
function remembered<K extends object, V>(compute: (key: K) => V): (key: K) => V {
  const known = new WeakMap<K, V>();
  return (key) => {
    const found = known.get(key);
    if (found !== undefined) return found;
    const value = compute(key);
    known.set(key, value);
    return value;
  };
}

const within = remembered((block: Block): readonly Block[] => [block, ...block.inner.flatMap(within)]);
const proseOfNode = remembered(({ text }: TextNode) => proseOf(text));

/** The state of one site: DFs of segments, folded texts and DOM positions; evicted by the lifetime law. */
export class ReferenceEvidence {
  readonly #options: EvidenceOptions;
  readonly #seen = new Map<string, Seen>();
  #pages = 0;

  constructor(options: EvidenceOptions) {
    this.#options = options;
  }

  get entries(): number {
    return this.#seen.size;
  }

  /** Features of the blocks with text, in the order of their texts, from the state before the page; then counts the page. */
  learn(root: ReferenceElement): Features[] {
    const { page, features } = this.#judge(root, 0);
    this.#count(page.counted());
    return features;
  }

  /** The same for a page that was counted before, from what is known of other pages: all counts are one less. Counts nothing. */
  labelCounted(root: ReferenceElement): Features[] {
    return this.#judge(root, 1).features;
  }

  #judge(root: ReferenceElement, own: number): { page: PageFacts; features: Features[] } {
    const { all, ranked } = divide(root, this.#options.separators);
    const df = (key: string): number => {
      const pages = this.#seen.get(key)?.df ?? 0;
      return pages >= MAX ? MAX : Math.max(0, pages - own);
    };
    const page = new PageFacts(all, ranked, df, this.#options.lexicon, this.#pages - own);
    return { page, features: ranked.map((_, order) => page.featuresOf(order)) };
  }

  #count(keys: ReadonlySet<string>): void {
    const { baseLifetime, lifetimeGrowth } = this.#options;
    this.#pages += 1;
    for (const key of keys) {
      this.#seen.set(key, { df: (this.#seen.get(key)?.df ?? 0) + 1, last: this.#pages });
    }
    for (const [key, { df, last }] of this.#seen) {
      if (isForgotten(this.#pages - last, life(df, baseLifetime, lifetimeGrowth), 'reached')) this.#seen.delete(key);
    }
  }
}

const folded = (text: TextNode, block: Block): string => `folded\n${block.place}\n${text.text.replace(/[0-9]+/g, '0')}`;
const placed = (block: Block): string => `place\n${block.place}`;
const knownPlace = (block: Block): string => `known place\n${block.place}`;

class PageFacts {
  readonly #all: readonly Block[];
  readonly #ranked: readonly Block[];
  readonly #df: (key: string) => number;
  readonly #lexicon: ReadonlyMap<string, number>;
  readonly #pages: number;

  constructor(
    all: readonly Block[],
    ranked: readonly Block[],
    df: (key: string) => number,
    lexicon: ReadonlyMap<string, number>,
    pages: number,
  ) {
    this.#all = all;
    this.#ranked = ranked;
    this.#df = df;
    this.#lexicon = lexicon;
    this.#pages = pages;
  }

  #textsIn(blocks: readonly Block[]): TextNode[] {
    return blocks.flatMap(({ texts }) => texts);
  }

  #length = remembered((blocks: readonly Block[]): number => sum(this.#textsIn(blocks), ({ length }) => length));
  #known = remembered((blocks: readonly Block[]): number =>
    sum(this.#textsIn(blocks), ({ key, length }) => (this.#df(key) >= 1 ? length : 0)),
  );
  #often = remembered((blocks: readonly Block[]): number =>
    sum(this.#textsIn(blocks), ({ key, length }) => (this.#df(key) >= 4 ? length : 0)),
  );
  #linked = remembered((blocks: readonly Block[]): number =>
    sum(this.#textsIn(blocks), ({ linked, length }) => (linked ? length : 0)),
  );
  #prose = (blocks: readonly Block[], of: 'words' | 'stops' | 'commas' | 'digits'): number =>
    sum(this.#textsIn(blocks), (node) => proseOfNode(node)[of]);

  /** Keys whose DF the page increments. */
  counted(): ReadonlySet<string> {
    const keys = new Set<string>();
    const withText = this.#all.filter((block) => this.#length(within(block)) > 0);
    for (const block of withText) {
      keys.add(placed(block));
      if (this.#isKnownPlace(block, withText)) keys.add(knownPlace(block));
      for (const text of block.texts) {
        keys.add(text.key);
        if (/[0-9]/.test(text.text)) keys.add(folded(text, block));
      }
    }
    return keys;
  }

  #isKnownPlace({ place }: Block, blocks: readonly Block[]): boolean {
    const here = blocks.filter((block) => block.place === place).flatMap(within);
    return this.#known(here) * 2 > this.#length(here);
  }

  #meanDf(block: Block, dfOf: (text: TextNode) => number): number {
    return Math.floor(sum(block.texts, (text) => text.length * magnitude(dfOf(text))) / this.#length([block]));
  }

  #saysOf(words: readonly string[]): number[] {
    return words.map((word) => this.#lexicon.get(word) ?? 0);
  }

  featuresOf(order: number): Features {
    const block = this.#ranked[order];
    if (block === undefined) throw new RangeError('unknown block');
    const above = (from: Block, levels: number): Block =>
      levels === 0 ? from : above(from.parent ?? from, levels - 1);
    const text = this.#length([block]);
    const all = this.#length(this.#all);
    const before = this.#length(this.#ranked.slice(0, order));
    const after = all - before - text;
    const df = this.#meanDf(block, ({ key }) => this.#df(key));
    const foldedDf = this.#meanDf(block, (each) =>
      Math.max(this.#df(each.key), /[0-9]/.test(each.text) ? this.#df(folded(each, block)) : 0),
    );
    const place = magnitude(this.#df(placed(block)));
    const shareOf =
      (of: (own: readonly Block[]) => number) =>
      (own: readonly Block[]): number =>
        share(of(own), this.#length(own));
    const known = shareOf(this.#known);
    const often = shareOf(this.#often);
    const linked = shareOf(this.#linked);
    const stops = (own: readonly Block[]): number => share(this.#prose(own, 'stops'), this.#prose(own, 'words'));
    const levels = [0, 1, 2, 3, 4].map((level) => above(block, level));
    const inside = levels.map(within);
    const words = this.#prose([block], 'words');
    const names = this.#namesOf(block);
    const says =
      words <= 8
        ? this.#saysOf(
            wordsIn(
              block.texts.map(({ text: words }) => words),
              'text',
            ),
          )
        : [];

    const features: Record<string, number> = {
      pages: magnitude(this.#pages),
      known: known([block]),
      often: often([block]),
      df,
      folded: foldedDf,
      dfOfPlace: odds(df - place),
      foldedOfPlace: odds(foldedDf - place),
      dfOfPages: odds(df - magnitude(Math.min(MAX, this.#pages))),
      knownOfPage: known(this.#all),
      alike: magnitude(
        this.#all.filter((other) => other.place === block.place && this.#length(within(other)) > 0).length,
      ),
      text: magnitude(text),
      linked: linked([block]),
      links: magnitude(block.links),
      segments: magnitude(block.texts.length),
      words: magnitude(words),
      stops: stops([block]),
      commas: share(this.#prose([block], 'commas'), words),
      digits: share(this.#prose([block], 'digits'), text),
      wordLength: share(text / 16, words),
      ends: proseOf(block.texts.at(-1)?.text ?? '').ends,
      start: share(before, all),
      end: share(after, all),
      margin: share(Math.min(before, after), all),
      order: share(order, this.#ranked.length),
      depth: Math.min(MAX, depthOf(block)),
      pageText: magnitude(all),
      pageLinked: linked(this.#all),
      pageBlocks: magnitude(this.#ranked.length),
      ...names,
      says: odds(sum(says, (score) => score)),
      saysMost: odds(Math.max(0, ...says)),
      saysLeast: odds(Math.min(0, ...says)),
    };
    for (const trait of TRAITS) features[trait] = block.traits.has(trait) ? 1 : 0;
    for (const level of [0, 1, 2, 3]) {
      const here = levels[level] ?? block;
      features[`placeKnown${level}`] = share(this.#df(knownPlace(here)), this.#df(placed(here)));
      features[`placeSeen${level}`] = share(this.#df(placed(here)), Math.min(MAX, this.#pages));
    }
    for (const level of [1, 2, 3]) {
      features[`knownUp${level}`] = known(inside[level] ?? []);
      features[`oftenUp${level}`] = often(inside[level] ?? []);
    }
    for (const level of [1, 2, 3, 4]) {
      const own = inside[level] ?? [];
      features[`textUp${level}`] = magnitude(this.#length(own));
      features[`linkedUp${level}`] = linked(own);
      features[`stopsUp${level}`] = stops(own);
      features[`blocksUp${level}`] = magnitude(own.filter(({ texts }) => texts.length > 0).length);
      features[`shareUp${level}`] = share(this.#length(own), all);
    }
    return features;
  }

  /** Features of the names of a block and its ancestors. */
  #namesOf(block: Block): Features {
    const sums: number[] = [];
    for (let at: Block | undefined = block; at !== undefined; at = at.parent)
      sums.push(sum(this.#saysOf(at.words), (score) => score));
    return {
      names: odds(sums[0] ?? 0),
      bestName: odds(Math.max(0, ...this.#saysOf(block.words))),
      names1: odds(sums[1] ?? 0),
      names2: odds(sums[2] ?? 0),
      names3: odds(sums[3] ?? 0),
      namesMost: odds(Math.max(...sums)),
      namesLeast: odds(Math.min(...sums)),
      namesAll: odds(sum(sums, (score) => score) >> 1),
    };
  }
}

const depthOf = (block: Block): number => (block.parent === undefined ? 0 : depthOf(block.parent) + 1);
