/**
 * The twin of the context features: what a page is about, and where a block stands in it. `evidence.ts` has the features of the
 * block itself.
 */
import type { Block } from './blocks.ts';
import { type Area, areaOf, coreOf, type Page, readPage, routeTo, titleBlockOf } from './context-page.ts';
import { cueOf, wordFeatures } from './context-words.ts';
import { level, MAX, magnitude, odds, share, signed, sum } from './scales.ts';

type Features = Readonly<Record<string, number>>;

/** A position with fewer blocks has no cards, nor has one where the block has less text. */
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
  /** What each ranked block says as a cue. */
  readonly #cues: readonly (number | undefined)[];

  /** `ranked` are the blocks with text of their own, in the order of their texts; `lexicon` has log odds of main content. */
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
      coreOff: signed(off),
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
      titleOff: signed(order - ranked.indexOf(title)),
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

  /** Prose, images and inputs of the blocks around this one. */
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

  /** The last cue before the block; the title is the last block that it can follow. */
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

/** A block, its parent and the parent of that. The root is its own parent. */
function threeLevels(block: Block): readonly [Block, Block, Block] {
  const parent = block.parent ?? block;
  return [block, parent, parent.parent ?? parent];
}
