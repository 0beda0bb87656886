/**
 * The twin of the second verdict: whether a block is main content, one of the comments of readers, or neither. The score is the
 * sum of a forest; comments are found by the names of the elements around them.
 */
import { captionsOf } from './captions.ts';
import { headlineLikeness } from './context-page.ts';
import type { Features } from './evidence.ts';
import { itemsOf } from './items.ts';
import { divide, type OpenBlock, type SureKind } from './page-text.ts';
import { wordsOfName } from './prose.ts';
import { type ReferenceElement, titleOf } from './tree.ts';
import { type Judged, unitsOf } from './units.ts';

/** What the scores say of a block with text. `odds`: natural log odds of main content over those it takes; none where it is never. */
export type Scored = Omit<Judged, 'isMain' | 'isInTitle'> & { readonly odds: number | undefined };

export type ReferencePart = 'main' | 'comments' | 'caption' | 'item' | 'rest';

/** Trees that ask the same question of every block at a level: is the byte of this feature above that limit? */
export interface ReferenceForest {
  readonly base: number;
  readonly trees: readonly {
    readonly features: readonly number[];
    readonly limits: readonly number[];
    readonly leaves: readonly number[];
  }[];
}

/** Log odds of a block by a forest. `names` are the names of the features by their numbers. */
export const scoreOf = (forest: ReferenceForest, names: readonly string[], block: Features): number =>
  forest.trees.reduce((sum, { features, limits, leaves }) => {
    const answers = features.map((feature, level) => (block[names[feature] ?? ''] ?? 0) > (limits[level] ?? 0));
    return sum + (leaves[Number.parseInt(answers.map(Number).join(''), 2)] ?? 0);
  }, forest.base);

/**
 * Log odds of template by the site and the page. Values that the site takes for template have those of the page alone, at most the
 * threshold.
 */
export function templateScoreOf(
  model: { readonly prior: ReferenceForest; readonly joint: ReferenceForest; readonly threshold: number },
  names: readonly string[],
  block: Features,
): number {
  const joint = scoreOf(model.joint, names, block);
  if (joint <= model.threshold || !block['value']) return joint;
  const page = scoreOf(model.prior, names, block);
  return page <= 1 || block['value'] === 2 ? Math.min(page, model.threshold) : joint;
}

const listOf = (words: string): ReadonlySet<string> => new Set(words.trim().split(/\s+/));

const COMMENTS = listOf(`
  comment comments commentlist commentslist commentlisting commentarea commentsarea commentsection commentthread
  commentbody commentcontainer commentwrap commentswrapper usercomments replies discussion disqus giscus utterances
  livefyre intensedebate commento kommentar kommentare kommentarer kommentarliste kommentit komentarz komentarze
  komentari komentar komentare komentarai commentaire commentaires comentario comentarios comentarii commenti
  reacties reactie yorum yorumlar pinglun liuyan kommentarii hozzaszolas hozzaszolasok
  respond commentform commentsform commentrespond`);
const WRITING = listOf(`
  form add write leave submit editor login respond commentform commentsform commentrespond`);
const OTHER = listOf(`
  link links count counts counter number num total score stats icon button btn toggle no has with without open opened
  closed off disabled enabled allowed loading error msg alert recent latest newest last popular trending related
  recommended widget sidebar feed rss author writer testimonial testimonials policy rules gate meta
  category categories cat tag tags tax taxonomy term type format genre tone pillar slug
  kategorie kategorien kategori kategoria categorie categoria rubrik rubrique rubrica ressort`);
const CONTAINERS = listOf('div section article aside ul ol li dl table details');

const MIN_WORDS = 9;
const MIN_UNLINKED = 1 / 4;
/** Minimum code points of an article that can have comments. */
const ARTICLE_LENGTH = 300;

const REVIEWS = listOf('review reviews reviewlist customerreviews userreviews bv yotpo');

/** What the classes and the id of an element say. */
function said({ className, id }: ReferenceElement): ReadonlySet<'comments' | 'reviews' | 'writing'> {
  const names = [className ?? '', id ?? ''].flatMap((value) => value.split(/[\0- ]+/));
  const saysOf = (name: string): ('comments' | 'reviews' | 'writing')[] => {
    const words = wordsOfName(name);
    const has = (list: ReadonlySet<string>): boolean => words.some((word) => list.has(word));
    if (!has(COMMENTS) && !has(REVIEWS)) return [];
    if (has(WRITING)) return ['writing'];
    return has(OTHER)
      ? []
      : [...(has(COMMENTS) ? ['comments' as const] : []), ...(has(REVIEWS) ? ['reviews' as const] : [])];
  };
  return new Set(names.flatMap(saysOf));
}

const isLong = ({ all }: OpenBlock): boolean => {
  const sum = (of: (text: OpenBlock['all'][number]) => number): number =>
    all.reduce((total, text) => total + of(text), 0);
  const length = sum((text) => text.length);
  return sum(({ words }) => words) >= MIN_WORDS && length - sum(({ linked }) => linked) >= length * MIN_UNLINKED;
};

/** Whether a block around this one, or itself, is named as comments, and as reviews; neither where either is written. */
function namedAround(block: OpenBlock): { readonly comments: boolean; readonly reviews: boolean } {
  const path: OpenBlock[] = [];
  for (let at: OpenBlock | undefined = block; at?.above !== undefined; at = at.above) path.unshift(at);
  const found = { comments: false, reviews: false };
  for (const each of path) {
    const says = said(each.element);
    const isForm = (found.comments || found.reviews) && each.element.name === 'form';
    if (says.has('writing') || isForm) return { comments: false, reviews: false };
    if (!CONTAINERS.has(each.element.name) || !isLong(each)) continue;
    if (says.has('comments')) found.comments = true;
    if (says.has('reviews')) found.reviews = true;
  }
  return found;
}

/**
 * Log odds of main content over those that it takes: of the page alone, less half of those of template by the site, which count for more
 * with each page known.
 */
export function oddsOf(
  { template, main, isNew }: { readonly template: number; readonly main: number; readonly isNew: boolean },
  { threshold, mainThreshold }: { readonly threshold: number; readonly mainThreshold: number },
  known: number,
): number | undefined {
  const isTemplate = template > threshold;
  if (isTemplate && !isNew) return undefined;
  const site = (isTemplate ? template : Math.min(template, 0)) + Math.min(known, 6) / 2;
  return main - mainThreshold - Math.floor(Math.max(site, 0) * 512) / 1024;
}

interface Likely {
  readonly length: number;
  readonly odds: number | undefined;
}

/**
 * The blocks with the greatest expected Fβ by their lengths: of all sets of the most probable ones the best. `recall`: β.
 */
export function mostF(blocks: readonly Likely[], recall = 1): boolean[] {
  const weight = Math.round(recall ** 2 * 4096) / 4096;
  const probabilities = blocks.map(({ odds }) =>
    odds === undefined ? 0 : Math.min(Math.max(Math.round(odds * 1024) + 2048, 0), 4096),
  );
  const sum = (of: (length: number, probability: number) => number): number =>
    blocks.reduce((all, { length }, at) => all + of(length, probabilities[at] ?? 0), 0);
  const expected = sum((length, probability) => length * probability);
  const partFrom = (least: number): number => {
    const length = sum((own, probability) => (probability >= least ? own : 0));
    const right = sum((own, probability) => (probability >= least ? own * probability : 0));
    return length === 0 ? 0 : right / (length + (expected * weight) / 4096);
  };
  const best = Math.max(0, ...[...new Set(probabilities)].filter((each) => each > 0).map(partFrom));
  // A page may have no main content.
  return probabilities.map((probability) => probability > Math.max(best, 2048 / (1 + weight)));
}

/**
 * Parts of the blocks with text, in the order of their first texts. `scored` says what the forests say of each, and `kind`
 * what the page surely is, `likely` what it is most likely; `recall` is the option.
 */
export function partsOf(
  root: ReferenceElement,
  separators: ReadonlySet<string>,
  wordsOf: (text: string) => number,
  scored: readonly Scored[],
  { kind, likely, recall }: { readonly kind: SureKind; readonly likely: SureKind; readonly recall: number },
): ReferencePart[] {
  const page = divide(root, separators, wordsOf);
  const { blocks } = page;
  const judging = blocks.map(({ own }, at) => ({ length: own, odds: scored[at]?.odds }));
  const chosen = mostF(judging, recall);
  const title = titleOf(root);
  const judged = scored.map((each, at): Judged => {
    const { texts = [], words = 0 } = blocks[at] ?? {};
    const [like, isInTitle] = headlineLikeness(
      texts.map(({ text }) => text),
      words,
      title,
    );
    return { ...each, isMain: chosen[at] ?? false, isInTitle, like: words > 16 ? like : each.like };
  });
  const named = blocks.map(namedAround);
  const isComment = named.map(({ comments }) => comments);
  const { isMain, headline, galleries } = unitsOf(page, judged, kind, { isComment, isWhole: recall > 1 });
  const captions = captionsOf(root, blocks, judged, isMain, galleries);
  const partOf = (at: number): ReferencePart => (isMain[at] ? 'main' : captions.has(at) ? 'caption' : 'rest');
  const parts = blocks.map((_, at) => partOf(at));
  const mayHaveComments = likely !== undefined && kind !== 'forum';
  const isReview = named.map(({ reviews }) => reviews);
  if (isComment[headline] !== true) divideNamed(blocks, parts, isComment, mayHaveComments);
  if (kind === 'product' && isReview[headline] !== true) divideNamed(blocks, parts, isReview, mayHaveComments);
  const items = itemsOf(
    blocks,
    parts.map((part) => part === 'main'),
    headline,
    kind,
  );
  return parts.map((part, at) => (part === 'rest' && items.has(at) ? 'item' : part));
}

/** Makes comments of what elements named so hold: what is no main content, and all if `takes` and an article is outside of them. */
function divideNamed(
  blocks: readonly OpenBlock[],
  parts: ReferencePart[],
  isNamed: readonly boolean[],
  takes: boolean,
): void {
  const mainWhere = (named: boolean): number =>
    blocks.filter((_, at) => parts[at] === 'main' && isNamed[at] === named).reduce((sum, { own }) => sum + own, 0);
  const [inside, outside] = [mainWhere(true), mainWhere(false)];
  const takesMain = takes && outside >= ARTICLE_LENGTH;
  if (!takesMain && inside > outside) return;
  for (const [at, named] of isNamed.entries())
    if (named && (parts[at] === 'rest' || (parts[at] === 'main' && takesMain))) parts[at] = 'comments';
}
