/** The twin of the units: the main content with its headline, without what is above it and without empty headings. */
import { joinCards, ordersByPlace } from './cards.ts';
import { galleriesOf } from './galleries.ts';
import { articleInLayer, paragraphsOf } from './layers.ts';
import type { OpenBlock, PageText, SureKind } from './page-text.ts';
import { proseOf } from './prose.ts';
import { joinRows } from './rows.ts';

/** What the units ask of a block with text. Odds are natural logarithms. */
export interface Judged {
  readonly isMain: boolean;
  /** Template by what pages of the site have. */
  readonly isTemplate: boolean;
  /** On most pages of the site: no unit takes it in. */
  readonly isRepeated: boolean;
  /** Log odds of template and of main content. */
  readonly template: number;
  readonly main: number;
  /** Likeness to the title of the page, up to 255. */
  readonly like: number;
  /** All its words stand in the title, three at least. */
  readonly isInTitle: boolean;
}

const LISTS: ReadonlySet<string> = new Set(['ul', 'ol', 'dl', 'li']);

const levelOf = ({ element }: OpenBlock): number => (/^h[1-6]$/.test(element.name) ? Number(element.name[1]) : 0);

function isListed(block: OpenBlock): boolean {
  for (let at: OpenBlock | undefined = block; at !== undefined; at = at.above)
    if (LISTS.has(at.element.name)) return true;
  return false;
}

/** The heading that a block is, or is in at most three levels below. */
function headingOf(block: OpenBlock): OpenBlock | undefined {
  let at = block;
  for (let level = 0; level < 4 && at.above !== undefined; level += 1) {
    if (levelOf(at) > 0) return at;
    at = at.above;
  }
  return undefined;
}

/** The order of the headline: the best of the headings with little main content above them, else of those in the main content. */
function headlineOf(blocks: readonly OpenBlock[], judged: readonly Judged[]): number {
  const at = (order: number): OpenBlock & Judged => ({ ...(blocks[order] as OpenBlock), ...(judged[order] as Judged) });
  const mainBefore = (end: number): number =>
    total(blocks.map(({ own }, order) => (order < end && judged[order]?.isMain === true ? own : 0)));
  const all = mainBefore(blocks.length);
  if (all === 0) return -1;
  const level = (order: number): number => {
    const heading = headingOf(at(order));
    return heading === undefined ? 0 : levelOf(heading);
  };
  const headings = [...blocks.keys()].filter((order) => level(order) > 0 && !isListed(at(order)));
  const isFirst = (order: number): boolean => level(order) === 1;
  const isTitle = (order: number): boolean => {
    const { like, template } = at(order);
    return like >= (isFirst(order) ? 32 : 128) && template < (like >= 128 ? 4 : 2);
  };
  const isTop = (order: number): boolean => mainBefore(order) * 32 <= all;
  const mostLike = (orders: readonly number[]): number | undefined => {
    const worth = (order: number): number =>
      at(order).like + (isFirst(order) ? 26 : 0) - Math.floor(Math.max(at(order).template, 0) * 32);
    const most = Math.max(...orders.map(worth));
    return orders.find((order) => worth(order) === most);
  };
  const top = headings.filter(isTop);
  const inside = headings.filter((order) => at(order).isMain);
  const isOwnH1 = (order: number): boolean => isFirst(order) && at(order).isMain;
  const text = [...blocks.keys()].filter((order) => {
    const { like, template } = at(order);
    return isTop(order) && headingOf(at(order)) === undefined && !isListed(at(order)) && like >= 160 && template < 4;
  });
  return (
    mostLike(top.filter(isTitle)) ??
    top.find(isOwnH1) ??
    top.findLast((order) => isFirst(order) && at(order).template < 2) ??
    mostLike(inside.filter(isTitle)) ??
    mostLike(top.filter((order) => !isFirst(order) && at(order).isMain && at(order).isInTitle)) ??
    mostLike(text) ??
    inside.find(isOwnH1) ??
    -1
  );
}

const total = (lengths: readonly number[]): number => lengths.reduce((sum, length) => sum + length, 0);

/** The verdicts without the tail: what is main content by a little, after 40 words of texts that surely are. `kept`: what always stays. */
function withoutTail(blocks: readonly OpenBlock[], verdicts: readonly Judged[], kept: readonly boolean[]): Judged[] {
  const words = blocks.map((block, order) => {
    const { isMain = false, main = 0 } = verdicts[order] ?? {};
    return isMain && main >= 1.5 && kept[order] === false && block.words >= 5 ? block.words : 0;
  });
  const all = total(blocks.map((block, order) => (verdicts[order]?.isMain === true ? block.words : 0)));
  const isArticle = total(words) >= 40 && total(words) * 100 >= all * 30;
  const end = isArticle ? words.findLastIndex((own) => own > 0) : blocks.length;
  const isLastSentence = ({ above, words: own, all, texts }: OpenBlock): boolean => {
    const linked = total(all.map((text) => text.linked)) * 4 >= total(all.map((text) => text.length));
    return above === blocks[end]?.above && own >= 8 && !linked && proseOf(texts.at(-1)?.text ?? '').ends === 2;
  };
  const isTail = ({ main, template }: Judged, order: number): boolean =>
    order > end && main < 0.5 && template >= -7 && kept[order] === false && !isLastSentence(blocks[order] as OpenBlock);
  return verdicts.map((block, order) => ({ ...block, isMain: block.isMain && !isTail(block, order) }));
}

/**
 * What is main content without texts beside the article: outside of its element, less likely, and at other positions. `kept`: what is no
 * part of either. Without the order of a headline, texts behind the article; with it, those before the headline.
 */
function withoutBeside(
  blocks: readonly OpenBlock[],
  judged: readonly Judged[],
  { isMain, kept, headline }: { isMain: readonly boolean[]; kept: readonly boolean[]; headline?: number },
): boolean[] {
  const mainOf = (order: number): number => Math.round((judged[order]?.main ?? 0) * 1024);
  const counts = (order: number, words: number): boolean =>
    isMain[order] === true && kept[order] === false && (blocks[order]?.words ?? 0) >= words;
  const orders = [...blocks.keys()];
  const candidates = orders.filter((order) => counts(order, 10));
  const best = Math.max(0, ...candidates.map(mainOf));
  let element = blocks[candidates.find((order) => mainOf(order) === best) ?? -1]?.above;
  while (element?.above !== undefined && (isListed(element) || element.element.name === 'blockquote'))
    element = element.above;
  if (best < 512 || element === undefined) return [...isMain];
  const isOutside = (order: number): boolean => {
    let at = blocks[order];
    while (at !== undefined && at !== element) at = at.above;
    return at === undefined;
  };
  const own = orders.filter((order) => counts(order, 5) && !isOutside(order) && mainOf(order) * 10 >= best * 6);
  const [first = -1, last = -1] = [own[0], own.at(-1)];
  const isArticle = total(own.map((order) => blocks[order]?.words ?? 0)) >= (own.length > 1 ? 40 : 80);
  if (!isArticle || (headline !== undefined && headline > first)) return [...isMain];
  const isFar = headline === undefined && last + 1 < blocks.length && !counts(last + 1, 0);
  const least = Math.trunc((best * (isFar ? 7 : 5)) / 10);
  const isThere = (order: number): boolean => (headline === undefined ? order > last : order < headline);
  const others = orders.filter((order) => isThere(order) && counts(order, 0) && isOutside(order));
  const places = new Set(own.map((order) => blocks[order]?.place));
  const isOwn = (order: number): boolean =>
    places.has(blocks[order]?.place) || (counts(order, 5) && mainOf(order) >= least);
  return others.some(isOwn) ? [...isMain] : isMain.map((is, order) => is && !others.includes(order));
}

/** The main content without texts that an earlier block has, and those beside both: no code and no quotations. */
function withoutRepeats(blocks: readonly OpenBlock[], isMain: readonly boolean[]): boolean[] {
  const kept = [...isMain];
  const seen = new Map<string, number>();
  const textOf = (order: number): string => blocks[order]?.lines ?? '';
  const mayGo = (order: number): boolean => {
    const path: OpenBlock[] = [];
    for (let at = blocks[order]; at?.above !== undefined && path.length < 4; at = at.above) path.push(at);
    return blocks[order]?.element.name !== 'pre' && !path.some(({ element }) => element.name === 'blockquote');
  };
  const mainFrom = (order: number, step: number): number[] => {
    const orders = [...blocks.keys()].filter((at) => kept[at] && (at - order) * step > 0);
    const near = step > 0 ? orders : orders.reverse();
    const end = near.findIndex((at, index) => Math.abs(at - (near[index - 1] ?? order)) > 16);
    return end < 0 ? near : near.slice(0, end);
  };
  for (const [order, { words }] of blocks.entries()) {
    if (kept[order] !== true || words < 8 || !mayGo(order)) continue;
    const first = seen.get(textOf(order));
    if (first === undefined) {
      seen.set(textOf(order), order);
      continue;
    }
    if (blocks[first]?.above === blocks[order]?.above) continue;
    const isSameBeside = (step: number): boolean => {
      const [at, other] = [mainFrom(order, step)[0], mainFrom(first, step)[0]];
      return at !== undefined && other !== undefined && textOf(at) === textOf(other);
    };
    if (blocks[first]?.place === blocks[order]?.place && !isSameBeside(-1) && !isSameBeside(1)) continue;
    kept[order] = false;
    for (const step of [-1, 1]) {
      const others = mainFrom(first, step);
      const beside = mainFrom(order, step);
      const isSame = (at: number, index: number): boolean => {
        const other = others[index] ?? order;
        return at > first && other < order && mayGo(at) && textOf(at) === textOf(other);
      };
      const end = beside.findIndex((at, index) => !isSame(at, index));
      for (const at of end < 0 ? beside : beside.slice(0, end)) kept[at] = false;
    }
  }
  return kept;
}

/** Which blocks with text are main content, in their order, and which is the headline. `isComment` says which are inside of comments, `isWhole` that the tail stays. */
export function unitsOf(
  page: PageText,
  verdicts: readonly Judged[],
  kind: SureKind,
  { isComment, isWhole }: { readonly isComment: readonly boolean[]; readonly isWhole: boolean },
): { readonly isMain: readonly boolean[]; readonly headline: number; readonly galleries: ReadonlySet<number> } {
  const { blocks } = page;
  const layer = articleInLayer(
    blocks,
    verdicts.map(({ isMain }) => isMain),
  );
  const layered = verdicts.map((block, order) => {
    const isMain = block.isMain && layer?.isInside[order] !== false;
    return { ...block, isMain: isMain || (order === layer?.heading && !block.isRepeated) };
  });
  const mayBeArticle = kind === undefined || kind === 'article';
  const isParagraph = paragraphsOf(
    blocks,
    layered.map(({ isMain }) => isMain),
  );
  const galleries = mayBeArticle ? galleriesOf(page.root, blocks, isParagraph) : new Set<number>();
  const shown = layered.map((block, order) => ({ ...block, isMain: block.isMain && !galleries.has(order) }));
  const mayEnd = !isWhole && mayBeArticle;
  const withMain = (isMain: readonly boolean[]): Judged[] =>
    shown.map((block, order) => ({ ...block, isMain: isMain[order] === true }));
  const beside = (isMain: readonly boolean[], headline?: number): boolean[] =>
    mayEnd
      ? withoutBeside(blocks, shown, { isMain, kept: isComment, ...(headline !== undefined && { headline }) })
      : [...isMain];
  const ended = mayEnd ? withoutTail(blocks, shown, isComment) : shown;
  const article = withMain(beside(ended.map((block) => block.isMain)));
  const scores = verdicts.map(({ main }) => main);
  const unrepeated = (joined: readonly boolean[]): boolean[] =>
    joined.map((isMain, order) => isMain && verdicts[order]?.isRepeated !== true);
  const rows = unrepeated(joinRows(blocks, article, kind === 'product'));
  const cards = unrepeated(joinCards(blocks, rows, scores, kind));
  const posts = kind === 'forum' ? withoutProfiles(blocks, cards, scores) : cards;
  const joined = unrepeated(joinCode(blocks, unrepeated(joinQuestions(blocks, posts, scores))));
  const isMain = kind === 'documentation' ? joined : withoutRepeats(blocks, joined);
  const judged = withMain(isMain);
  const lengthOf = (chosen: (order: number) => boolean): number =>
    total(blocks.filter((_, order) => chosen(order)).map(({ own }) => own));
  const headline = layer?.heading ?? headlineOf(blocks, judged);
  if (headline >= 0) {
    const isAbove = (order: number): boolean => isMain[order] === true && order < headline;
    const isLittle = lengthOf(isAbove) * 32 <= lengthOf((order) => judged[order]?.isMain === true);
    isMain[headline] = true;
    if (isLittle) isMain.fill(false, 0, headline);
    else isMain.splice(0, isMain.length, ...beside(isMain, headline));
  }
  const empty = emptyHeadings(page, judged, isMain, headline);
  if (lengthOf((order) => empty.has(order)) * 8 <= lengthOf((order) => isMain[order] === true))
    for (const order of empty) isMain[order] = false;
  return { isMain, headline, galleries };
}

/** Orders of the blocks of short headings without anything below them. */
function emptyHeadings(
  { blocks, texts }: PageText,
  judged: readonly Judged[],
  isMain: readonly boolean[],
  headline: number,
): ReadonlySet<number> {
  const orders = new Map(blocks.map((block, order) => [block, order]));
  const groups: { heading: OpenBlock | undefined; texts: { order: number; hasImage: boolean }[] }[] = [];
  for (const { block, hasImage } of texts) {
    const heading = headingOf(block);
    const text = { order: orders.get(block) ?? -1, hasImage };
    const before = groups.at(-1);
    if (heading !== undefined && before?.heading === heading) before.texts.push(text);
    else groups.push({ heading, texts: [text] });
  }
  const empty = new Set<number>();
  let level = 1;
  let hasImage = false;
  for (const { heading, texts: all } of groups.toReversed()) {
    const last = all.findLastIndex(({ order }) => isMain[order]);
    const first = all.find(({ order }) => isMain[order])?.order;
    hasImage ||= all.slice(Math.max(0, last)).some((text) => text.hasImage);
    if (first === undefined) continue;
    if (heading === undefined) {
      level = 7;
    } else {
      const words = total(heading.all.map((text) => text.words));
      const mayGo = words < 8 && (judged[first]?.main ?? 0) < 2 && first !== headline;
      if (levelOf(heading) >= level && mayGo && !hasImage)
        for (const { order } of all) if (isMain[order]) empty.add(order);
      if (!empty.has(first)) level = levelOf(heading);
    }
    const start = all.findIndex(({ order }) => isMain[order]);
    hasImage = all.slice(0, start).some((text) => text.hasImage);
  }
  return empty;
}

// The twin of the profiles: what is short beside every post of a thread is no main content.

/** Which blocks with text are main content, in their order; `main` are their log odds of that. */
function withoutProfiles(blocks: readonly OpenBlock[], isMain: readonly boolean[], main: readonly number[]): boolean[] {
  const isSaid = (order: number): boolean => {
    const { words = 0, element } = blocks[order] ?? {};
    return words > 10 || /^h[1-6]$/.test(element?.name ?? '') || (main[order] ?? 0) >= 1.5;
  };
  const isList = (orders: readonly number[]): boolean => orders.some((order, at) => order - 1 === orders[at - 1]);
  const profiles = ordersByPlace(blocks).filter(
    (orders) => orders.length >= 5 && !isList(orders) && !orders.some(isSaid),
  );
  const dropped = new Set(profiles.flat());
  const lengthOf = (chosen: (order: number) => boolean): number =>
    blocks.reduce((sum, { own }, order) => sum + (isMain[order] && chosen(order) ? own : 0), 0);
  if (lengthOf((order) => dropped.has(order)) * 2 > lengthOf(() => true)) return [...isMain];
  return isMain.map((is, order) => is && !dropped.has(order));
}

// The twin of the questions: a summary is main content if the text that it opens is.

/** A block and those around it, six at most. */
function pathOf(block: OpenBlock | undefined): OpenBlock[] {
  const path: OpenBlock[] = [];
  for (let at = block; at?.above !== undefined && path.length < 6; at = at.above) path.push(at);
  return path;
}

/** Which blocks with text are main content, in their order; `main`: their log odds of that. */
function joinQuestions(blocks: readonly OpenBlock[], isMain: readonly boolean[], main: readonly number[]): boolean[] {
  const summaries = blocks.map((block) => pathOf(block).find(({ element }) => element.name === 'summary'));
  const joined = [...isMain];
  // From the end: an answer may begin with a question.
  for (const order of [...blocks.keys()].reverse()) {
    const summary = summaries[order];
    if (summary === undefined || (main[order] ?? 0) < -1.5) continue;
    const answer = summaries.findIndex((other, at) => at > order && other !== summary);
    const details = pathOf(blocks[answer]).find((each) => each === summary.above);
    joined[order] ||= details?.element.name === 'details' && joined[answer] === true;
  }
  return joined;
}

// The twin of code: blocks within `pre` that follow one another, between those that are main content; all if less than half of them is.

/** Which blocks with text are main content, in their order. */
function joinCode(blocks: readonly OpenBlock[], isMain: readonly boolean[]): boolean[] {
  const isCode = blocks.map((block) => {
    let at: OpenBlock | undefined = block;
    while (at !== undefined && at.element.name !== 'pre') at = at.above;
    return at !== undefined;
  });
  const joined = [...isMain];
  for (let first = isCode.indexOf(true); first >= 0; ) {
    const rest = isCode.indexOf(false, first);
    const end = rest < 0 ? blocks.length : rest;
    const own = isMain.slice(first, end);
    const lengthOf = (chosen: (order: number) => boolean): number =>
      total(blocks.slice(first, end).map((block, at) => (chosen(first + at) ? block.own : 0)));
    const isBetween = isMain[first - 1] === true && isMain[end] === true;
    const isLess = lengthOf((order) => isMain[order] === true) * 2 < lengthOf(() => true);
    if (own.includes(true) ? isLess : isBetween) joined.fill(true, first, end);
    else if (own.includes(true)) joined.fill(true, first + own.indexOf(true), first + own.lastIndexOf(true) + 1);
    first = isCode.indexOf(true, end);
  }
  return joined;
}
