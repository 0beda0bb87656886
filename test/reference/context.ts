/**
 * Reference implementation of the context features: the subject of a page, and the position of a block in it.
 * `evidence.ts` has the features of the block itself.
 */
import type { Block } from './blocks.ts';
import { type Area, areaOf, coreOf, type Page, readPage, routeTo, titleBlockOf } from './context-page.ts';
import { proseOf, wordsIn } from './prose.ts';
import { level, MAX, magnitude, odds, share, signedOdds, sum } from './scales.ts';

type Features = Readonly<Record<string, number>>;

/** Minimum number of blocks at a position of cards, and minimum text of a card. */
const MIN_CARDS = 3;
const MIN_CARD_TEXT = 20;

const HALF = 1 / 2;
const THREE_QUARTERS = 3 / 4;

export class ReferenceContext {
  readonly #page: Page;
  readonly #lexicon: ReadonlyMap<string, number>;
  readonly #ofPage: Features;
  readonly #core: Block;
  readonly #coreArea: Area;
  readonly #wide: Block;
  readonly #wideArea: Area;
  readonly #title: Block | undefined;
  /** The cue of each ranked block. */
  readonly #cues: readonly (number | undefined)[];

  /** `ranked`: blocks with text, in the order of their texts; `lexicon`: log odds of main content. */
  constructor(all: readonly Block[], ranked: readonly Block[], title: string, lexicon: ReadonlyMap<string, number>) {
    this.#page = readPage(all, ranked, title);
    this.#lexicon = lexicon;
    this.#core = coreOf(this.#page, HALF);
    this.#coreArea = areaOf(this.#page, this.#core);
    this.#wide = coreOf(this.#page, THREE_QUARTERS);
    this.#wideArea = areaOf(this.#page, this.#wide);
    this.#title = titleBlockOf(this.#page);
    this.#cues = ranked.map((block) => cueOf(block, lexicon));
    this.#ofPage = this.#featuresOfPage(all);
  }

  featuresOf(order: number): Features {
    const block = this.#page.ranked[order];
    if (block === undefined) throw new RangeError('unknown block');
    return {
      ...this.#ofPage,
      ...this.#coreFeatures(block, order),
      ...this.#titleFeatures(block, order),
      articleShare: this.#articleShare(block),
      ...this.#windowFeatures(order),
      ...this.#alikeFeatures(block),
      ...this.#cardFeatures(block),
      ...this.#nearby(block),
      ...this.#headingFeatures(order),
      ...wordFeatures(block, this.#page.lastHeading(order), this.#lexicon),
      ...this.#cueFeatures(block, order),
    };
  }

  #featuresOfPage(all: readonly Block[]): Features {
    const { inside, root, text, prose, weight, total, likeness, headings } = this.#page;
    const named = (name: string): Block[] => all.filter((block) => block.name === name);
    const largest = (blocks: readonly Block[]): number =>
      blocks.reduce((most, block) => Math.max(most, inside(block).text), 0);
    return {
      articles: magnitude(named('article').length),
      articleMost: share(largest(named('article')), text),
      mainElementMost: share(largest(named('main')), text),
      proseOfPage: share(prose, text),
      prosePage: magnitude(prose),
      proseBlocks: magnitude(all.filter((block) => this.#page.proseOf(block) > 0).length),
      headings: magnitude(headings),
      inputs: magnitude(inside(root).inputs),
      images: magnitude(inside(root).images),
      titleBest: this.#title === undefined ? 0 : likeness(this.#title),
      coreShare: share(inside(this.#core).text, text),
      coreProse: share(weight(this.#core), total),
      coreDepth: level(this.#core.depth),
    };
  }

  #coreFeatures(block: Block, order: number): Features {
    const core = routeTo(this.#core, block);
    const wide = routeTo(this.#wide, block);
    const { first, last } = this.#coreArea;
    const off = order < first ? order - first : order > last ? order - last : 0;
    return {
      coreIn: core.over === 0 ? 1 : 0,
      coreUp: level(core.up),
      coreOver: level(core.over),
      coreOff: signedOdds(off),
      coreAt: share(Math.max(0, order - first), last - first),
      coreTitle: this.#title !== undefined && routeTo(this.#core, this.#title).over === 0 ? 1 : 0,
      wideIn: wide.over === 0 ? 1 : 0,
      wideOver: level(wide.over),
      wideAt: share(Math.max(0, order - this.#wideArea.first), this.#wideArea.last - this.#wideArea.first),
    };
  }

  #titleFeatures(block: Block, order: number): Features {
    const { ranked, inside, text, likeness } = this.#page;
    const title = this.#title;
    const titleLike = likeness(block);
    if (title === undefined) return { titleLike, titleOff: odds(0), titleUp: MAX, titleOver: MAX, titleShare: 0 };
    const { up, over, common } = routeTo(title, block);
    return {
      titleLike,
      titleOff: signedOdds(order - ranked.indexOf(title)),
      titleUp: level(up),
      titleOver: level(over),
      titleShare: share(inside(common).text, text),
    };
  }

  #articleShare(block: Block): number {
    let at: Block | undefined = block;
    while (at !== undefined && at.name !== 'article') at = at.parent;
    return at === undefined ? 0 : share(this.#page.inside(at).text, this.#page.text);
  }

  #windowFeatures(order: number): Features {
    const { ranked, ownOf, proseOf, prose, proseUpTo } = this.#page;
    const near = (width: number): readonly Block[] => ranked.slice(Math.max(0, order - width), order + width + 1);
    const chars = (width: number): number => sum(near(width), (block) => ownOf(block).text);
    const linked = (width: number): number => sum(near(width), (block) => ownOf(block).linked);
    const features: Record<string, number> = {
      proseBefore: share(proseUpTo(order), prose),
      proseAfter: share(proseUpTo(ranked.length) - proseUpTo(order + 1), prose),
    };
    for (const width of [1, 3, 10]) features[`near${width}`] = magnitude(sum(near(width), proseOf));
    for (const width of [1, 3]) {
      features[`chars${width}`] = magnitude(chars(width));
      features[`linked${width}`] = share(linked(width), chars(width));
    }
    return features;
  }

  #alikeFeatures(block: Block): Features {
    const { text, prose, alike, inAlike } = this.#page;
    const features: Record<string, number> = {};
    for (const [up, at] of threeLevels(block).entries()) {
      const all = inAlike(at);
      features[`alikeShare${up}`] = share(all.text, text);
      features[`alikeLinked${up}`] = share(all.linked, all.text);
      features[`alikeProse${up}`] = share(all.prose, prose);
      if (up > 0) features[`alike${up}`] = magnitude(alike(at).length);
    }
    return features;
  }

  #cardFeatures(block: Block): Features {
    const { text, inside, alike, inAlike } = this.#page;
    let cards: Block | undefined;
    for (let at: Block | undefined = block; at?.parent !== undefined; at = at.parent) {
      const isCard = alike(at).length >= MIN_CARDS && inside(at).text >= MIN_CARD_TEXT;
      if (isCard && (cards === undefined || alike(at).length > alike(cards).length)) cards = at;
    }
    if (cards === undefined) return { cards: 0, cardsShare: 0 };
    return { cards: magnitude(alike(cards).length), cardsShare: share(inAlike(cards).text, text) };
  }

  #nearby(block: Block): Features {
    const { inside } = this.#page;
    const [, parent, grandparent] = threeLevels(block);
    return {
      prose1: magnitude(inside(parent).prose),
      prose2: magnitude(inside(grandparent).prose),
      images0: magnitude(block.images),
      images1: magnitude(inside(parent).images),
      images2: magnitude(inside(grandparent).images),
      inputs2: magnitude(inside(grandparent).inputs),
    };
  }

  #headingFeatures(order: number): Features {
    const { ranked, levelOf, lastHeading } = this.#page;
    const block = ranked[order];
    const heading = lastHeading(order);
    return {
      level: block === undefined ? 0 : levelOf(block),
      headOff: heading === undefined ? MAX : magnitude(order - ranked.indexOf(heading)),
      headLevel: heading === undefined ? 0 : levelOf(heading),
    };
  }

  /** The last cue before the block, after the title. */
  #cueFeatures(block: Block, order: number): Features {
    const { ranked } = this.#page;
    const from = this.#title === undefined ? 0 : ranked.indexOf(this.#title);
    const cues = this.#cues.slice(order < from ? 0 : from, order);
    const last = cues.findLastIndex((says) => says !== undefined);
    const cue = ranked[order - cues.length + last];
    if (last < 0 || cue === undefined) return { cue: odds(0), cueOff: MAX, cueIn: 0 };
    const [, parent, grandparent] = threeLevels(cue);
    const around = [parent, grandparent].filter((outer) => routeTo(outer, block).over === 0);
    return { cue: odds(cues[last] ?? 0), cueOff: magnitude(cues.length - last), cueIn: around.length };
  }
}

function threeLevels(block: Block): readonly [Block, Block, Block] {
  const parent = block.parent ?? block;
  return [block, parent, parent.parent ?? parent];
}

// Reference implementation of the features of main odds: words of names, of short texts and of the last heading.

/** Longer texts are not read. */
const MAX_WORDS = 8;
const MAX_HEADING_WORDS = 16;
const MAX_CUE_WORDS = 6;
const CUE_SAYS = -16;

const total = (scores: readonly number[]): number => sum(scores, (score) => score);

/** `heading`: the last heading before the block, or the block itself. */
function wordFeatures(
  block: Block,
  heading: Block | undefined,
  lexicon: ReadonlyMap<string, number>,
): Readonly<Record<string, number>> {
  const scoresOf = (words: readonly string[]): number[] => words.map((word) => lexicon.get(word) ?? 0);
  const names = scoresOf(block.words);
  const around: number[] = [];
  for (let at: Block | undefined = block; at !== undefined; at = at.parent) around.push(total(scoresOf(at.words)));
  const says = countWords(block) <= MAX_WORDS ? scoresOf(wordsIn(textsOf(block), 'text')) : [];
  const counts = heading !== undefined && heading !== block && countWords(heading) <= MAX_HEADING_WORDS;
  const head = counts ? scoresOf(wordsIn(textsOf(heading), 'heading')) : [];
  return {
    mainNames: odds(total(names)),
    mainBest: odds(Math.max(0, ...names)),
    mainWorst: odds(Math.min(0, ...names)),
    mainNames1: odds(around[1] ?? 0),
    mainNames2: odds(around[2] ?? 0),
    mainNames3: odds(around[3] ?? 0),
    mainMost: odds(around.reduce((most, score) => Math.max(most, score))),
    mainLeast: odds(around.reduce((least, score) => Math.min(least, score))),
    mainAll: odds(total(around) >> 1),
    mainSays: odds(total(says)),
    mainSaysMost: odds(Math.max(0, ...says)),
    mainSaysLeast: odds(Math.min(0, ...says)),
    mainHead: odds(total(head)),
    mainHeadMost: odds(Math.max(0, ...head)),
    mainHeadLeast: odds(Math.min(0, ...head)),
  };
}

const least = (words: readonly string[], lexicon: ReadonlyMap<string, number>): number =>
  Math.min(0, ...words.map((word) => lexicon.get(word) ?? 0));

/** The log odds of a cue: a label with a word that, in headings, announces other content than the main. */
function cueOf(block: Block, lexicon: ReadonlyMap<string, number>): number | undefined {
  const texts = textsOf(block);
  const linked = sum(block.texts, ({ length, linked: isLinked }) => (isLinked ? length : 0));
  if (countWords(block) > MAX_CUE_WORDS || linked * 2 >= sum(block.texts, ({ length }) => length)) return undefined;
  if (least(wordsIn(texts, 'text'), lexicon) > CUE_SAYS) return undefined;
  const says = least(wordsIn(texts, 'heading'), lexicon);
  return says > CUE_SAYS ? undefined : says;
}

const textsOf = ({ texts }: Block): string[] => texts.map(({ text }) => text);

const countWords = (block: Block): number => sum(textsOf(block), (text) => proseOf(text).words);
