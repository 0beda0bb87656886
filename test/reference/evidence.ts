/**
 * Reference implementation of the evidence: the features of blocks for the model, computed from the tree and from
 * earlier pages in the simplest form. It uses strings and maps instead of hashes and a table of bytes.
 */
import {
  type Block,
  blocksByPosition,
  divide,
  normalise,
  remembered,
  SENTENCE,
  type TextNode,
  TRAITS,
  within,
} from './blocks.ts';
import { ReferenceContext } from './context.ts';
import { ReferenceLayouts } from './layouts.ts';
import { isForgotten, life } from './options.ts';
import { partsOf, proseOf, wordsIn } from './prose.ts';
import { isDated, languageOf, nearCopies, pagesAlike, type RepetitionLimits, repetitionOf } from './repetition.ts';
import { level, MAX, magnitude, odds, share, sum } from './scales.ts';
import { type ReferenceElement, titleOf } from './tree.ts';
import { isOfVisitors, isOutside, separateVisitors, siteKeyOf } from './visitors.ts';

export interface EvidenceOptions extends RepetitionLimits {
  readonly separators: ReadonlySet<string>;
  readonly baseLifetime: number;
  readonly lifetimeGrowth: number;
  /** Log odds of words for template, in sixteenths. Words of names begin with a full stop. */
  readonly lexicon: ReadonlyMap<string, number>;
  /** Log odds of words for main content. Words of headings begin with `#`. */
  readonly mainLexicon: ReadonlyMap<string, number>;
  /** Log odds of template minus the threshold. Default: no block is template. */
  readonly scoreOf?: (features: Features) => number;
}

/** Features by name, a byte each. Trees do not read `value`, the kind of value. */
export type Features = Readonly<Record<string, number>>;

interface EntryCount {
  df: number;
  last: number;
}

interface PageRecord {
  readonly page: PageFacts;
  readonly features: Features[];
  readonly hasCommon: boolean;
  /** Keys of the verdicts on places, to be counted. */
  readonly verdicts: readonly string[];
}

const proseOfNode = remembered(({ text }: TextNode) => proseOf(text));

/** The state of one site: DFs of segments, folded texts and DOM positions; evicted by the lifetime law. */
export class ReferenceEvidence {
  readonly #options: EvidenceOptions;
  readonly #seen = new Map<string, EntryCount>();
  readonly #layouts: ReferenceLayouts;
  layout = { layout: 0, isNew: false };
  /** Log odds of the last page's blocks with text, from verdicts on their places. */
  followed: readonly number[] = [];
  /** For the same blocks: true if on most pages of the site, and therefore template. */
  repeated: readonly boolean[] = [];
  known = 0;
  #pages = 0;

  constructor(options: EvidenceOptions) {
    this.#options = options;
    this.#layouts = new ReferenceLayouts(options.separators);
  }

  get entries(): number {
    return this.#seen.size;
  }

  /** Computes features of the blocks with text, in the order of their texts, from earlier pages. Then counts the page. */
  learn(root: ReferenceElement): Features[] {
    const { page, features, hasCommon, verdicts } = this.#judge(root, 0);
    const title = partsOf(normalise(titleOf(root))).map((part) => `title part\n${part}`);
    const language = languageOf(root) ?? [];
    this.#count(new Set([...page.counted(), ...title, ...verdicts].concat(language)));
    this.layout = this.#layouts.learn(root, hasCommon);
    return features;
  }

  /** Computes features of a counted page from other pages: all counts are one less. Counts nothing. */
  labelCounted(root: ReferenceElement): Features[] {
    return this.#judge(root, 1).features;
  }

  /** The layout of a page, if one is similar. */
  layoutOf(root: ReferenceElement): number | undefined {
    return this.#layouts.label(root);
  }

  #judge(root: ReferenceElement, own: number): PageRecord {
    const { all, ranked } = divide(root, this.#options.separators);
    separateVisitors(all);
    const df = (key: string): number => {
      const pages = this.#seen.get(key)?.df ?? 0;
      return pages >= MAX ? MAX : Math.max(0, pages - own);
    };
    // If no text of the page is on half of the pages, its design or section is different.
    const known = this.#pages - own;
    const most = Math.max(0, ...all.flatMap(({ texts }) => texts.map(({ key }) => df(key))));
    const hasCommon = most >= Math.ceil(Math.min(MAX, known) / 2);
    const pages = hasCommon ? known : this.#layouts.pagesOfSection(root, known, most);
    this.known = pages;
    const page = new PageFacts(all, ranked, df, this.#options.lexicon, pages);
    const context = new ReferenceContext(all, ranked, titleOf(root), this.#options.mainLexicon);
    const features = ranked.map((_, order) => ({ ...page.featuresOf(order), ...context.featuresOf(order) }));
    const scores = features.map((each) => this.#options.scoreOf?.(each) ?? 0);
    const template = new Set(ranked.filter((_, order) => (scores[order] ?? 0) > 0));
    // The template next to a value identifies it, so verdicts cannot make it template.
    this.followed = ranked.map((block, order) =>
      Math.min(page.followed(block), features[order]?.['value'] ? 0 : FOLLOWED_ODDS),
    );
    const language = languageOf(root);
    const alike = pagesAlike(pages, language === undefined ? undefined : df(language));
    // Sentences of visitors are template if the site, or most visitors, repeat them word for word.
    const pagesOf = (text: TextNode, block: Block): number[] =>
      (isOfVisitors(block) ? [text.key, siteKeyOf(text)] : repeatedKeysOf(text, block)).map(df);
    const values = new Set(ranked.filter((_, order) => features[order]?.['value'] === 2));
    const content = new Set(ranked.filter((_, order) => (scores[order] ?? 0) + (this.followed[order] ?? 0) <= 0));
    const texts = {
      pagesOf,
      isKnown: ({ key }: TextNode) => df(key) > 0,
      isValue: (block: Block) => values.has(block),
      isContent: (block: Block) => content.has(block),
    };
    this.repeated = repetitionOf(texts, pages, alike, this.#options)(ranked);
    return { page, features, hasCommon, verdicts: page.verdicts(template) };
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

const folded = (text: TextNode, block: Block): string =>
  `folded\n${isOfVisitors(block)}\n${text.length < SENTENCE ? block.place : ''}\n${text.text.replace(/[0-9]+/g, '0')}`;
/** Keys of repeated texts: if a text has a date, only the text itself. */
const repeatedKeysOf = (text: TextNode, block: Block): string[] =>
  isDated(text.text) ? [text.key] : keysOf(text, block);
/** Keys under which a text is counted. */
const keysOf = (text: TextNode, block: Block): string[] => [
  text.key,
  ...(/[0-9]/.test(text.text) ? [folded(text, block)] : []),
  ...nearCopies(text, block).map((key) => `${isOfVisitors(block)} ${key}`),
];
const placed = (block: Block): string => `place\n${block.place}`;
const knownPlace = (block: Block): string => `known place\n${block.place}`;
const verdictOn = (block: Block, kind: 'template' | 'content'): string => `${kind} place\n${block.place}`;

/** Signs, codes and units that make a number an amount. A price has at least two digits. */
const SIGN = '[$£¥\u20a0-\u20cf元円원￥]';
const behind = (words: string): string => `(?:${SIGN}|(?:${words})(?![a-z]))`;
const CODES = 'eur|usd|gbp|chf|cad|aud|pln|kr';
const BEFORE = `(?:${SIGN}|(?<![a-z])(?:${CODES})(?![a-z]))`;
const UNITS = 'g|kg|mg|ml|cl|cm|mm|oz|lb|lbs';
const PRICE = new RegExp(`${BEFORE} ?\\d[\\d.,]*\\d|\\d[\\d.,]*\\d[.,]* ?${behind(CODES)}`, 'i');
const AMOUNT = new RegExp(`${BEFORE} ?\\d|\\d[.,]* ?${behind(`${CODES}|${UNITS}`)}`, 'i');

/** Position of the colon of a label of at most 40 bytes: at the end, or before a value. */
function colonOf(text: string): 'inside' | 'end' | undefined {
  const colons = [...text.matchAll(/(?<=.)(?::(?= |$)|：)/g)].map(({ index = 0 }) => index);
  const labels = colons.filter((at) => Buffer.byteLength(text.slice(0, at + 1)) <= 40);
  if (labels.some((at) => at < text.length - 1)) return 'inside';
  return labels.length > 0 ? 'end' : undefined;
}

/** Minimum number of verdicts on a place, and the log odds of a block from them. */
const FOLLOWED_PAGES = 8;
const FOLLOWED_ODDS = 2;

class PageFacts {
  readonly #all: readonly Block[];
  readonly #ranked: readonly Block[];
  readonly #df: (key: string) => number;
  readonly #lexicon: ReadonlyMap<string, number>;
  readonly #pages: number;
  /** Length of the texts before each ranked block. */
  readonly #before: readonly number[];

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
    const before = [0];
    for (const block of ranked) before.push((before.at(-1) ?? 0) + this.#length([block]));
    this.#before = before;
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

  #stops = remembered((blocks: readonly Block[]): number =>
    share(this.#prose(blocks, 'stops'), this.#prose(blocks, 'words')),
  );
  #withText = remembered((blocks: readonly Block[]): number => blocks.filter(({ texts }) => texts.length > 0).length);

  counted(): ReadonlySet<string> {
    const keys = new Set<string>();
    const withText = this.#all.filter((block) => this.#length(within(block)) > 0);
    for (const alike of blocksByPosition(withText).values()) {
      const [first] = alike;
      const here = alike.flatMap(within);
      if (first !== undefined && this.#known(here) * 2 > this.#length(here)) keys.add(knownPlace(first));
    }
    for (const block of withText) {
      keys.add(placed(block));
      for (const key of block.texts.flatMap((text) => keysOf(text, block))) keys.add(key);
    }
    return keys;
  }

  /** Keys of the verdicts on places. More than half of a place's text decides. `template`: the template blocks. */
  verdicts(template: ReadonlySet<Block>): string[] {
    const withText = this.#all.filter((block) => this.#length(within(block)) > 0);
    return [...blocksByPosition(withText).values()].flatMap((alike) => {
      const [first] = alike;
      if (first === undefined || this.#df(placed(first)) === 0) return [];
      const here = alike.flatMap(within);
      const isTemplate = this.#length(here.filter((block) => template.has(block))) * 2 > this.#length(here);
      return [verdictOn(first, isTemplate ? 'template' : 'content')];
    });
  }

  /** Log odds from earlier verdicts on the nearest place outwards that has enough, except the root. */
  followed(block: Block): number {
    if (block.parent === undefined) return 0;
    const template = this.#df(verdictOn(block, 'template'));
    const all = template + this.#df(verdictOn(block, 'content'));
    if (this.#df(placed(block)) === 0 || all < FOLLOWED_PAGES) return this.followed(block.parent);
    return template >= 0.6 * all ? FOLLOWED_ODDS : template <= 0.05 * all ? -FOLLOWED_ODDS : 0;
  }

  #meanDf(block: Block, dfOf: (text: TextNode) => number): number {
    return Math.floor(sum(block.texts, (text) => text.length * magnitude(dfOf(text))) / this.#length([block]));
  }

  #hasPrice = remembered((blocks: readonly Block[]): boolean =>
    this.#textsIn(blocks).some(({ text }) => PRICE.test(text)),
  );

  /** Blocks with text at the place of a block. */
  #alike({ place }: Block): number {
    return this.#all.filter((other) => other.place === place && this.#length(within(other)) > 0).length;
  }

  /** 2 for a value recognised by text or label; 1 by neighbours; 0 for other blocks. */
  #valueOf(block: Block): number {
    const pages = this.#df(placed(block));
    if (pages === 0 && this.#alike(block) >= 3) return 0;
    const rare = block.texts.filter(({ key }) => this.#df(key) * 3 <= pages);
    const isLabelled = ({ text, before }: TextNode): boolean =>
      colonOf(text) === 'inside' ||
      (before !== undefined && colonOf(before.text) === 'end' && this.#df(before.key) * 3 >= pages * 2);
    const isSure = (each: TextNode): boolean =>
      AMOUNT.test(each.text) || (isLabelled(each) && this.#hasPrice(this.#all));
    if (rare.some(isSure)) return 2;
    if (pages === 0) return 0;
    if (this.#linked([block]) > 0 || sum(rare, ({ length }) => length) * 4 < this.#length([block])) return 0;
    let group = block.parent;
    for (let level = 1; level < 4 && group !== undefined && this.#withText(within(group)) < 4; level += 1)
      group = group.parent;
    const inside = group === undefined ? [] : within(group);
    const blocks = this.#withText(inside);
    const isLinked = this.#linked(inside) * 4 > this.#length(inside);
    return Number(blocks >= 4 && !isLinked && sum(inside, ({ links }) => links) * 4 <= blocks);
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
    const before = this.#before[order] ?? 0;
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
      value: this.#valueOf(block),
      outside: Number(isOutside(block, order + 8 >= this.#ranked.length)),
      pages: magnitude(this.#pages),
      known: known([block]),
      often: often([block]),
      df,
      folded: foldedDf,
      dfOfPlace: odds(df - place),
      foldedOfPlace: odds(foldedDf - place),
      dfOfPages: odds(df - magnitude(Math.min(MAX, this.#pages))),
      knownOfPage: known(this.#all),
      alike: magnitude(this.#alike(block)),
      text: magnitude(text),
      linked: linked([block]),
      links: magnitude(block.links),
      segments: magnitude(block.texts.length),
      words: magnitude(words),
      stops: this.#stops([block]),
      commas: share(this.#prose([block], 'commas'), words),
      digits: share(this.#prose([block], 'digits'), text),
      wordLength: share(text / 16, words),
      ends: proseOf(block.texts.at(-1)?.text ?? '').ends,
      start: share(before, all),
      end: share(after, all),
      margin: share(Math.min(before, after), all),
      order: share(order, this.#ranked.length),
      depth: level(block.depth),
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
      features[`stopsUp${level}`] = this.#stops(own);
      features[`blocksUp${level}`] = magnitude(this.#withText(own));
      features[`shareUp${level}`] = share(this.#length(own), all);
    }
    return features;
  }

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
