/**
 * Reference implementation of comments and reviews, whose sentences are counted separately, and of blocks that are
 * template on every site.
 */
import { VOCABULARY } from '../../scripts/vocabulary.ts';
import { type Block, remembered, SENTENCE, type TextNode, within } from './blocks.ts';
import { proseOf, wordsIn } from './prose.ts';
import { sum } from './scales.ts';

/** The words of a meaning in all languages. */
function wordsOf(meaning: string): ReadonlySet<string> {
  const rows = VOCABULARY.split(/\n(?=\S)/).find((each) => each.startsWith(`${meaning}:`)) ?? '';
  return new Set([...rows.matchAll(/^ +[\w ]+: (.*)$/gm)].flatMap(([, words = '']) => words.split(' ')));
}

const [COMMENTS, FORMS, WRITING] = [wordsOf('comment-names'), wordsOf('comment-form-names'), wordsOf('writing-names')];
const [REVIEWS, OTHERS] = [wordsOf('review-names'), wordsOf('about-comments-names')];
const [PLACES, AUTHORS, OF_AUTHORS] = [wordsOf('place-names'), wordsOf('author-names'), wordsOf('of-author-names')];
const CONTAINERS = new Set(['article', 'aside', 'details', 'div', 'dl', 'li', 'ol', 'section', 'table', 'ul']);

const textsIn = (block: Block): TextNode[] => within(block).flatMap(({ texts }) => texts);
const wordCount = (texts: readonly TextNode[]): number => sum(texts, ({ text }) => proseOf(text).words);

/** Returns a function that is true for a list with a word of a name. */
function hasIn(name: string): (list: ReadonlySet<string>) => boolean {
  const words = wordsIn([name], 'name').map((word) => word.slice(1));
  return (list) => words.some((word) => list.has(word));
}

type Place = 'none' | 'visitors' | 'writing';

/** What a class or id names. */
function placeOfName(name: string): Place {
  const has = hasIn(name);
  if (!has(COMMENTS) && !has(FORMS) && !has(REVIEWS)) return 'none';
  if (has(FORMS) || has(WRITING)) return 'writing';
  return has(OTHERS) ? 'none' : 'visitors';
}

const isPlaceName = (name: string): boolean => {
  const has = hasIn(name);
  return has(PLACES) || (has(AUTHORS) && has(OF_AUTHORS)) || placeOfName(name) === 'writing';
};

/** True if a block is in a short element named as breadcrumbs, a pager, a profile of an author or a form for comments. */
const isInPlace = remembered((block: Block): boolean => {
  if (block.parent === undefined || isInPlace(block.parent)) return block.parent !== undefined;
  return block.names.some(isPlaceName) && sum(textsIn(block), ({ length }) => length) <= 600;
});

/** True for a block that is template on every site. `isLast`: it is near the end of the page. */
export function isOutside(block: Block, isLast: boolean): boolean {
  if (isInPlace(block) && block.name !== 'h1') return true;
  if (block.inputs > 0 && block.texts.every(({ isUnseen }) => isUnseen)) return true;
  const has = (part: RegExp): boolean => block.texts.some(({ text }) => part.test(text));
  return (
    isLast && wordCount(block.texts) <= 60 && has(/©|\(c\)|copyrigh|reserved|modified/i) && has(/(?:19|20)[0-9]{2}/)
  );
}

/** Without the cache, a large page takes seconds. */
const placeOf = remembered((block: Block): Place => {
  if (block.parent === undefined) return 'none';
  const above = placeOf(block.parent);
  const own = block.names.map(placeOfName);
  if (above === 'writing' || own.includes('writing') || (above === 'visitors' && block.name === 'form'))
    return 'writing';
  return own.includes('visitors') && CONTAINERS.has(block.name) && isLong(block) ? 'visitors' : above;
});

/** True if a block has more text than a few links. */
function isLong(block: Block): boolean {
  const texts = textsIn(block);
  const lengthOf = (some: typeof texts): number => sum(some, ({ length }) => length);
  return wordCount(texts) > 8 && lengthOf(texts.filter(({ linked }) => !linked)) * 4 >= lengthOf(texts);
}

/** True if a block is in comments or reviews, and not in the form for them. */
export const isOfVisitors = (block: Block): boolean => placeOf(block) === 'visitors';

const PREFIX = 'visitors\n';

/** Sets separate keys for sentences of visitors. */
export function separateVisitors(blocks: readonly Block[]): void {
  for (const text of blocks.filter(isOfVisitors).flatMap(({ texts }) => texts))
    if (text.length >= SENTENCE) text.key = PREFIX + text.key;
}

/** The key of a sentence of visitors, as a sentence of the site. */
export const siteKeyOf = ({ key }: TextNode): string => (key.startsWith(PREFIX) ? key.slice(PREFIX.length) : key);
