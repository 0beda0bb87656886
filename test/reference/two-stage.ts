/**
 * Template detection while an index is built (Chen, Ye, Li, SAC 2006), in the simplest form.
 *
 * First stage (block-style clusters): blocks of one site with equal style and equal position form a block-style cluster.
 * Second stage (word-feature clusters), separately for each word: the blocks of such a cluster with similar positions of
 * the word form a word-feature cluster. In a cluster of five or more blocks the word is a template word. A block with at
 * least 80 % template words is template, and the index leaves out its words.
 */
import { type DefaultTreeAdapterTypes, parse } from 'parse5';

/** The attributes of a style: the paper's, or these and the class. */
export type StyleMode = 'paper' | 'modern';

export interface DivideOptions {
  /** Names of the separator elements. */
  readonly separators: ReadonlySet<string>;
  /** Default: `paper`. */
  readonly styles?: StyleMode;
}

export interface SitePage {
  readonly html: string;
  readonly site: string;
}

/** A block with text, without verdict. */
export interface DividedBlock {
  readonly text: string;
  readonly words: readonly string[];
  /** Equal for blocks with the same tag name and attributes. */
  readonly style: string;
  /** Ordinals from the outermost ancestor block below the root to the block itself; empty for the root block. */
  readonly position: readonly number[];
}

export interface DividedPage {
  readonly site: string;
  readonly blocks: readonly DividedBlock[];
}

interface TwoStageBlock {
  readonly text: string;
  readonly words: readonly string[];
  readonly isTemplate: boolean;
}

export interface TwoStagePage {
  readonly blocks: readonly TwoStageBlock[];
}

/** Four unsigned 32-bit numbers. */
export type Signature = readonly [number, number, number, number];

/** Minimum number of blocks, and so of pages, that make a word a template word. */
const TEMPLATE_BLOCKS = 5;

const IGNORED: ReadonlySet<string> = new Set(['head', 'script', 'style', 'noscript', 'template']);

const STYLE_ATTRIBUTES = ['bgcolor', 'width', 'height', 'border', 'align', 'cellpadding', 'cellspacing'] as const;

/** Breaks between two texts. Of several breaks the strongest one counts. */
const NONE = 0;
const SPACE = 1;
const CELL = 2;
const LINE = 3;

const WRITTEN = ['', ' ', '\t', '\n'] as const;

const CELLS: ReadonlySet<string> = new Set(['td', 'th']);

/** Elements that break a line. Other elements, unknown ones included, are inline. */
const LINES: ReadonlySet<string> = new Set(
  [
    'html body frameset frame noframes title base link meta bgsound command nextid isindex',
    'address article aside blockquote center details dialog dir div fieldset figcaption figure footer form',
    'h1 h2 h3 h4 h5 h6 header hgroup hr br legend listing main marquee menu menuitem multicol nav p plaintext pre',
    'search section summary xmp ul ol li dl dt dd table caption col colgroup tbody tfoot thead tr',
    'area blink content datalist image keygen noembed optgroup option param rbc selectedcontent shadow spacer',
    'textarea track mi mo mn ms mtext mglyph malignmark annotation-xml desc foreignobject circle clippath defs',
    'ellipse g line lineargradient mask path polygon polyline radialgradient rect stop symbol tspan use',
  ].flatMap((names) => names.split(' ')),
);

/** Inline elements that a browser shows apart from the words beside them. */
const APART: ReadonlySet<string> = new Set(
  'audio button canvas embed iframe img input label meter object picture progress rt select svg video'.split(' '),
);

const breakOf = (name: string): number =>
  CELLS.has(name) ? CELL : LINES.has(name) ? LINE : APART.has(name) ? SPACE : NONE;

type Document = DefaultTreeAdapterTypes.Document;
type Node = DefaultTreeAdapterTypes.ChildNode;
type Element = DefaultTreeAdapterTypes.Element;

const isElement = (node: Node): node is Element => 'tagName' in node;

const isText = (node: Node): node is DefaultTreeAdapterTypes.TextNode => node.nodeName === '#text';

// The tokenizer changes only A to Z.
const nameOf = (element: Element): string => element.tagName.replace(/[A-Z]/g, (letter) => letter.toLowerCase());

const styleOf = (element: Element, mode: StyleMode): string => {
  const names = mode === 'modern' ? [...STYLE_ATTRIBUTES, 'class'] : STYLE_ATTRIBUTES;
  // Null for a missing attribute, because an empty attribute gives another style.
  const values = names.map((name) => element.attrs.find((attribute) => attribute.name === name)?.value ?? null);
  return JSON.stringify([nameOf(element), ...values]);
};

const segmenter = new Intl.Segmenter('und', { granularity: 'word' });

/**
 * The words of a text. Each code point is lower-cased separately, so the result does not depend on its neighbours. Soft
 * hyphens are removed.
 */
export const wordsOf = (text: string): string[] =>
  [...segmenter.segment(text)]
    .filter(({ isWordLike }) => isWordLike === true)
    .map(({ segment }) => [...segment].map((character) => character.toLowerCase()).join(''))
    .map((word) => word.replaceAll('\u00ad', ''));

interface OpenBlock {
  readonly style: string;
  readonly parent: OpenBlock | undefined;
  /** Ordinal among the blocks of the parent block, from 1; blocks without text count. */
  readonly ordinal: number;
  /** Number of blocks found below this block so far. */
  children: number;
}

interface Segment {
  readonly text: string;
  readonly block: OpenBlock;
  /** The strongest break between this segment and the previous one of the document. */
  readonly breakBefore: number;
}

interface Entering {
  readonly kind: 'enter';
  readonly node: Node;
  readonly block: OpenBlock;
}

interface Leaving {
  readonly kind: 'leave';
  readonly name: string;
}

const positionOf = (block: OpenBlock): number[] => {
  const ordinals: number[] = [];
  for (let each = block; each.parent !== undefined; each = each.parent) ordinals.push(each.ordinal);
  return ordinals.reverse();
};

const walk = (document: Document, { separators, styles = 'paper' }: DivideOptions): [OpenBlock[], Segment[]] => {
  const root = document.childNodes.find(isElement);
  if (root === undefined) throw new TypeError('a document without a root element');
  const rootBlockElement = root.childNodes.filter(isElement).find((child) => nameOf(child) === 'body') ?? root;
  const rootBlock: OpenBlock = {
    style: styleOf(rootBlockElement, styles),
    parent: undefined,
    ordinal: 1,
    children: 0,
  };
  const blocks = [rootBlock];
  const segments: Segment[] = [];
  let pending = NONE;
  // Links are shown apart from one another.
  let linkEnded = false;

  // Not recursive, because pages may have 100,000 nested elements.
  const steps: (Entering | Leaving)[] = [{ kind: 'enter', node: root, block: rootBlock }];
  for (let step = steps.pop(); step !== undefined; step = steps.pop()) {
    if (step.kind === 'leave') {
      pending = Math.max(pending, breakOf(step.name));
      if (step.name === 'a') linkEnded = true;
      continue;
    }
    const { node } = step;
    let { block } = step;

    if (isText(node)) {
      const text = node.value.replace(/\s+/g, ' ').trim();
      if (/^\s/.test(node.value)) pending = Math.max(pending, SPACE);
      if (text === '') continue;
      segments.push({ text, block, breakBefore: pending });
      pending = /\s$/.test(node.value) ? SPACE : NONE;
      linkEnded = false;
      continue;
    }
    if (!isElement(node)) continue;

    const name = nameOf(node);
    if (IGNORED.has(name)) continue;
    pending = Math.max(pending, breakOf(name), name === 'a' && linkEnded ? SPACE : NONE);
    if (node !== rootBlockElement && separators.has(name)) {
      block.children += 1;
      block = { style: styleOf(node, styles), parent: block, ordinal: block.children, children: 0 };
      blocks.push(block);
    }
    // An element without nodes in it is not left. The last one pushed is visited first: document order.
    if (node.childNodes.length > 0) steps.push({ kind: 'leave', name });
    for (const child of node.childNodes.toReversed()) steps.push({ kind: 'enter', node: child, block });
  }
  return [blocks, segments];
};

/** A block's own text, its segments apart as they are on the page. */
const write = (block: OpenBlock, segments: readonly Segment[]): string => {
  let text = '';
  let before: number | undefined;
  for (const [at, segment] of segments.entries()) {
    if (segment.block !== block) continue;
    if (before !== undefined) {
      const between = segments.slice(before + 1, at + 1).map(({ breakBefore }) => breakBefore);
      // The texts around another block must not become one word.
      if (between.length > 1) between.push(SPACE);
      text += WRITTEN[Math.max(...between)];
    }
    text += segment.text;
    before = at;
  }
  return text;
};

/** The blocks with text of a parse5 document, in document order of their elements. */
export const divideDocument = (document: Document, options: DivideOptions): DividedBlock[] => {
  const [blocks, segments] = walk(document, options);
  const withText = new Set(segments.map(({ block }) => block));
  return blocks
    .filter((block) => withText.has(block))
    .map((block) => {
      const text = write(block, segments);
      return { text, words: wordsOf(text), style: block.style, position: positionOf(block) };
    });
};

/** The blocks of a source without its byte order mark. Lone surrogates become U+FFFD. */
export const divide = (html: string, options: DivideOptions): DividedBlock[] =>
  divideDocument(parse(html.toWellFormed().replace(/^\uFEFF/, '')), options);

/**
 * The signature of a word's positions in a block (Chen, Ye, Li, SAC 2006, second stage). The steps between positions, the
 * first one from the start of the block, are divided into four equal parts; a step sets one of the 32 bits of its part.
 */
export const signature = (positions: readonly number[]): Signature => {
  const bits: [Set<number>, Set<number>, Set<number>, Set<number>] = [new Set(), new Set(), new Set(), new Set()];
  positions.forEach((position, at) => {
    const step = position - (positions[at - 1] ?? 0);
    bits[Math.floor((4 * at) / positions.length)]?.add(step % 32);
  });
  const pack = (set: ReadonlySet<number>): number => [...set].reduce((packed, bit) => packed + 2 ** bit, 0);
  return [pack(bits[0]), pack(bits[1]), pack(bits[2]), pack(bits[3])];
};

const ones = (of: number): number => of.toString(2).replaceAll('0', '').length;

const sum = (numbers: readonly number[]): number => numbers.reduce((all, number) => all + number, 0);

/** Whether at least 80 % of the bits of the signature with more bits are common. Two empty signatures are similar. */
export const isSimilar = (a: Signature, b: Signature): boolean => {
  // The result of `&` is signed.
  const common = sum(a.map((part, at) => ones((part & (b[at] ?? 0)) >>> 0)));
  return 5 * common >= 4 * Math.max(sum(a.map(ones)), sum(b.map(ones)));
};

/** A block whose verdict is being computed. */
interface Candidate {
  /** Block-style cluster: site, style and position. */
  readonly cluster: string;
  readonly total: number;
  template: number;
}

/** The positions of a word in one block. */
interface Occurrence {
  readonly candidate: Candidate;
  readonly positions: number[];
}

type Occurrences = Map<Candidate, Occurrence>;

const candidatesOf = (pages: readonly DividedPage[]): Candidate[][] =>
  pages.map(({ site, blocks }) =>
    blocks.map(({ style, position, words }) => ({
      cluster: JSON.stringify([site, style, position]),
      total: words.length,
      template: 0,
    })),
  );

/** Words in the order of their first occurrence, each with its blocks in the order of the pages. */
const gather = (pages: readonly DividedPage[], candidates: readonly (readonly Candidate[])[]) => {
  const found = new Map<string, Occurrences>();
  candidates.forEach((ofPage, page) => {
    ofPage.forEach((candidate, block) => {
      pages[page]?.blocks[block]?.words.forEach((word, at) => {
        const occurrences: Occurrences = found.get(word) ?? new Map();
        found.set(word, occurrences);
        const occurrence = occurrences.get(candidate) ?? { candidate, positions: [] };
        occurrences.set(candidate, occurrence);
        occurrence.positions.push(at + 1);
      });
    });
  });
  return found;
};

/** The occurrences of a word in whose blocks it is a template word. */
const templateOccurrences = (occurrences: readonly Occurrence[]): Set<Occurrence> => {
  const byStyle = new Map<string, Occurrence[]>();
  for (const occurrence of occurrences) {
    const { cluster } = occurrence.candidate;
    const alike = byStyle.get(cluster) ?? [];
    byStyle.set(cluster, alike);
    alike.push(occurrence);
  }
  const template = new Set<Occurrence>();
  for (const alike of byStyle.values()) {
    const clusters: { readonly leader: Signature; readonly members: Occurrence[] }[] = [];
    for (const occurrence of alike) {
      const own = signature(occurrence.positions);
      const joined = clusters.find(({ leader }) => isSimilar(leader, own));
      if (joined === undefined) clusters.push({ leader: own, members: [occurrence] });
      else joined.members.push(occurrence);
    }
    for (const { members } of clusters) {
      if (members.length >= TEMPLATE_BLOCKS) for (const member of members) template.add(member);
    }
  }
  return template;
};

/** Verdicts by page and block; true for template. Rare words need no rule, because their clusters are too small. */
export const decide = (pages: readonly DividedPage[]): boolean[][] => {
  const candidates = candidatesOf(pages);
  for (const occurrences of gather(pages, candidates).values()) {
    for (const { candidate, positions } of templateOccurrences([...occurrences.values()])) {
      candidate.template += positions.length;
    }
  }
  return candidates.map((ofPage) => ofPage.map(({ template, total }) => total > 0 && 5 * template >= 4 * total));
};

/** The blocks with verdicts of pages of one or more sites. */
export const twoStage = (pages: readonly SitePage[], options: DivideOptions): TwoStagePage[] => {
  const divided = pages.map(({ html, site }) => ({ site, blocks: divide(html, options) }));
  const verdicts = decide(divided);
  return divided.map(({ blocks }, page) => ({
    blocks: blocks.map(({ text, words }, block) => ({ text, words, isTemplate: verdicts[page]?.[block] === true })),
  }));
};

export type Ranking = 'bm25' | 'pivoted';

/** Figures of one query word in one page. */
export interface TermFigures {
  /** Occurrences of the word in the page. */
  readonly tf: number;
  /** Occurrences in the query. */
  readonly queryTf: number;
  /** Pages with the word. */
  readonly df: number;
  /** Pages of the index. */
  readonly pages: number;
  /** Length of the page in words. */
  readonly length: number;
  /** Mean length of a page. */
  readonly averageLength: number;
  /** Mean number of occurrences of a word of the page. */
  readonly averageTf: number;
}

/** BM25 with k1 = 2 and b = 0.75 (Chen, Ye, Li, SAC 2006, ranking). Negative idf is clamped to 0. */
export const bm25 = ({ tf, queryTf, df, pages, length, averageLength }: TermFigures): number => {
  const idf = Math.max(0, Math.log((pages - df + 0.5) / (df + 0.5)));
  return ((3 * tf) / (0.5 + 1.5 * (length / averageLength) + tf)) * idf * queryTf;
};

/** Pivoted normalisation with slope 0.2 (Chen, Ye, Li, SAC 2006, ranking). */
export const pivoted = ({ tf, queryTf, df, pages, length, averageLength, averageTf }: TermFigures): number => {
  const weight = (1 + Math.log(tf)) / (1 + Math.log(averageTf));
  return ((weight * Math.log((pages + 1) / df)) / (0.8 + 0.2 * (length / averageLength))) * queryTf;
};

const formulas = { bm25, pivoted } as const;

export interface IndexedBlock {
  readonly words: readonly string[];
  /** Whether its words are indexed. */
  readonly keep: boolean;
}

export interface SearchResult {
  readonly page: number;
  readonly score: number;
}

/** An inverted index in memory. The number of a page is its index in the given list. */
export class ReferenceIndex {
  /**
   * Word → page → positions. Positions number all words of the page from 1, including those that are not kept, so a word
   * has the position that it would have in an index of everything. One number is left out between two blocks, so that no
   * phrase matches across them.
   */
  readonly postings: ReadonlyMap<string, ReadonlyMap<number, readonly number[]>>;
  /** Number of kept words by page. */
  readonly lengths: readonly number[];
  /** Number of distinct kept words by page. */
  readonly distinct: readonly number[];
  /** Mean length of a page; pages without kept words count. */
  readonly averageLength: number;

  constructor(pages: readonly (readonly IndexedBlock[])[]) {
    const postings = new Map<string, Map<number, number[]>>();
    pages.forEach((blocks, page) => {
      let position = 0;
      for (const { words, keep } of blocks) {
        for (const word of words) {
          position += 1;
          if (!keep) continue;
          const ofWord = postings.get(word) ?? new Map<number, number[]>();
          postings.set(word, ofWord);
          const positions = ofWord.get(page) ?? [];
          ofWord.set(page, positions);
          positions.push(position);
        }
        position += 1;
      }
    });
    const kept = pages.map((blocks) => blocks.filter(({ keep }) => keep).flatMap(({ words }) => words));
    this.postings = postings;
    this.lengths = kept.map((words) => words.length);
    this.distinct = kept.map((words) => new Set(words).size);
    this.averageLength = sum(this.lengths) / pages.length;
  }

  df(word: string): number {
    return this.postings.get(word)?.size ?? 0;
  }

  /** All pages with a word of the query, best first, pages with score 0 included. */
  search(query: string, ranking: Ranking): SearchResult[] {
    const queryTf = new Map<string, number>();
    for (const word of wordsOf(query)) queryTf.set(word, (queryTf.get(word) ?? 0) + 1);

    const scores = new Map<number, number>();
    for (const [word, times] of queryTf) {
      for (const [page, positions] of this.postings.get(word) ?? []) {
        const length = this.lengths[page] ?? 0;
        const term = formulas[ranking]({
          tf: positions.length,
          queryTf: times,
          df: this.df(word),
          pages: this.lengths.length,
          length,
          averageLength: this.averageLength,
          averageTf: length / (this.distinct[page] ?? 0),
        });
        scores.set(page, (scores.get(page) ?? 0) + term);
      }
    }
    return [...scores].map(([page, score]) => ({ page, score })).sort((a, b) => b.score - a.score || a.page - b.page);
  }
}
