/**
 * Properties of a page for context features: sums over blocks, the title, the core, and blocks at the same position.
 */
import { type Block, blocksByPosition, normalise } from './blocks.ts';
import { proseOf } from './prose.ts';
import { share, sum } from './scales.ts';

/** Code points of a text, of its part in links, and of its prose. */
interface OwnLengths {
  readonly text: number;
  readonly linked: number;
  readonly prose: number;
}

/** Sums over a block and all blocks in it. */
interface Inside {
  text: number;
  linked: number;
  prose: number;
  images: number;
  inputs: number;
}

export interface Page {
  readonly root: Block;
  readonly ranked: readonly Block[];
  readonly ownOf: (block: Block) => OwnLengths;
  readonly inside: (block: Block) => Inside;
  readonly text: number;
  readonly prose: number;
  readonly proseOf: (block: Block) => number;
  readonly proseUpTo: (count: number) => number;
  /** Length of prose or, on pages with little prose, of text outside links. `total`: its sum over the page. */
  readonly weight: (block: Block) => number;
  readonly total: number;
  readonly headings: number;
  readonly levelOf: (block: Block) => number;
  /** The last heading among the ranked blocks up to this index. */
  readonly lastHeading: (order: number) => Block | undefined;
  /** How much a block repeats the title of the page, 0 to 255. */
  readonly likeness: (block: Block) => number;
  /** Blocks at this one's position that contain text, and sums over them. */
  readonly alike: (block: Block) => readonly Block[];
  readonly inAlike: (block: Block) => OwnLengths;
}

const MIN_PROSE_WORDS = 6;
/** With less prose, text outside links determines the core of a page. */
const MIN_PROSE = 200;
/** Longer texts are not compared with the title. */
const MAX_TITLE_TEXT = 16;
const MAX_TITLE_WORDS = 24;

/** Minimum likeness of a title block: for a heading, and for another block. An `h1` is preferred. */
const TITLE_HEADING = 32;
const TITLE_BLOCK = 102;
const FIRST_LEVEL = 26;

const levelOf = ({ name }: Block): number => (/^h[1-6]$/.test(name) ? Number(name[1]) : 0);

function ownOf({ texts }: Block): OwnLengths & { readonly words: number } {
  const text = sum(texts, ({ length }) => length);
  const linked = sum(texts, ({ length, linked: isLinked }) => (isLinked ? length : 0));
  const counts = texts.map((node) => proseOf(node.text));
  const words = sum(counts, (count) => count.words);
  const isProse = words >= MIN_PROSE_WORDS && sum(counts, (count) => count.stops) >= 1;
  return { text, linked, prose: isProse ? text - linked : 0, words };
}

/** The first distinct runs of ASCII letters, digits and all characters above ASCII. A word never spans two texts. */
function titleWords(texts: readonly string[]): ReadonlySet<string> {
  const words = texts.flatMap((text) => text.match(/[A-Za-z0-9\u0080-\u{10ffff}]+/gu) ?? []);
  const lower = words.map((word) => word.replace(/[A-Z]/g, (letter) => letter.toLowerCase()));
  return new Set([...new Set(lower)].slice(0, MAX_TITLE_WORDS));
}

function lookUp<V>(values: ReadonlyMap<Block, V>): (block: Block) => V {
  return (block) => {
    const value = values.get(block);
    if (value === undefined) throw new RangeError('a block of another page');
    return value;
  };
}

export function readPage(all: readonly Block[], ranked: readonly Block[], title: string): Page {
  const [root] = all;
  if (root === undefined) throw new RangeError('a page without a root block');
  const own = lookUp(new Map(all.map((block) => [block, ownOf(block)])));
  const inside = lookUp(sumInside(all, own));
  const { text, linked, prose } = inside(root);
  const hasProse = prose > MIN_PROSE;
  const places = blocksByPosition(all.filter((block) => inside(block).text > 0));
  const inPlace = new Map([...places].map(([place, blocks]) => [place, sumOf(blocks.map(inside))]));
  const before = [0];
  for (const block of ranked) before.push((before.at(-1) ?? 0) + own(block).prose);
  const wanted = titleWords([normalise(title)]);
  const likeness = lookUp(new Map(ranked.map((block) => [block, likenessOf(block, own(block).words, wanted)])));
  const lastHeadings: (Block | undefined)[] = [];
  for (const block of ranked) lastHeadings.push(levelOf(block) > 0 ? block : lastHeadings.at(-1));
  return {
    ...{ root, ranked, inside, text, prose, levelOf, likeness },
    ownOf: own,
    proseOf: (block) => own(block).prose,
    proseUpTo: (count) => before[count] ?? 0,
    weight: (block) => (hasProse ? inside(block).prose : inside(block).text - inside(block).linked),
    total: hasProse ? prose : text - linked,
    headings: all.filter((block) => levelOf(block) > 0).length,
    lastHeading: (order) => lastHeadings[order],
    alike: (block) => places.get(block.place) ?? [],
    inAlike: (block) => inPlace.get(block.place) ?? { text: 0, linked: 0, prose: 0 },
  };
}

/** `all` is in document order: inner blocks follow outer ones. */
function sumInside(all: readonly Block[], own: (block: Block) => OwnLengths): Map<Block, Inside> {
  const sums = new Map(all.map((block) => [block, { ...own(block), images: block.images, inputs: block.inputs }]));
  for (const block of all.toReversed()) {
    const from = sums.get(block);
    const to = block.parent && sums.get(block.parent);
    if (from === undefined || to === undefined) continue;
    to.text += from.text;
    to.linked += from.linked;
    to.prose += from.prose;
    to.images += from.images;
    to.inputs += from.inputs;
  }
  return sums;
}

const sumOf = (blocks: readonly Inside[]): OwnLengths => ({
  text: sum(blocks, (block) => block.text),
  linked: sum(blocks, (block) => block.linked),
  prose: sum(blocks, (block) => block.prose),
});

function likenessOf({ texts }: Block, words: number, wanted: ReadonlySet<string>): number {
  if (words < 1 || words > MAX_TITLE_TEXT) return 0;
  const found = titleWords(texts.map(({ text }) => text));
  if (found.size === 0) return 0;
  const both = [...found].filter((word) => wanted.has(word)).length;
  return share(both, found.size + wanted.size - both);
}

/** The block with the title: a heading similar to the title, or else another block that is very similar. */
export function titleBlockOf({ ranked, likeness, levelOf: of }: Page): Block | undefined {
  const best = (blocks: readonly Block[], rank: (block: Block) => number): Block | undefined =>
    blocks.reduce<Block | undefined>(
      (most, block) => (most === undefined || rank(block) > rank(most) ? block : most),
      undefined,
    );
  const headings = ranked.filter((block) => of(block) > 0 && likeness(block) >= TITLE_HEADING);
  const others = ranked.filter((block) => likeness(block) >= TITLE_BLOCK);
  const asHeading = (block: Block): number => likeness(block) + (of(block) === 1 ? FIRST_LEVEL : 0);
  return best(headings, asHeading) ?? best(others, likeness);
}

/** The deepest block with more than this share of the weight. */
export function coreOf({ root, weight, total }: Page, part: number): Block {
  let core = root;
  for (;;) {
    const inner: Block | undefined = core.inner.find((block) => weight(block) > total * part);
    if (inner === undefined) return core;
    core = inner;
  }
}

/** Indexes of the first and the last ranked block in a block. Default: 0. */
export interface Area {
  readonly first: number;
  readonly last: number;
}

export function areaOf({ ranked }: Page, area: Block): Area {
  const orders = ranked.flatMap((block, order) => (routeTo(area, block).over === 0 ? [order] : []));
  return { first: orders[0] ?? 0, last: orders.at(-1) ?? 0 };
}

/** The path between two blocks through their deepest common ancestor. */
export interface Route {
  /** Levels from the ancestor to the block, and to the target. */
  readonly up: number;
  readonly over: number;
  readonly common: Block;
}

/** `over` is 0 if the block is in `target`. */
export function routeTo(target: Block, block: Block): Route {
  let [from, to] = [block, target];
  while (from !== to) {
    const [above, below] = from.depth > to.depth ? [from.parent, to] : [from, to.parent];
    if (above === undefined || below === undefined) throw new RangeError('blocks of different pages');
    [from, to] = [above, below];
  }
  return { up: block.depth - from.depth, over: target.depth - from.depth, common: from };
}
