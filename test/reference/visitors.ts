/** Reference implementation of comments and reviews, whose sentences are counted separately. */
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
const CONTAINERS = new Set(['article', 'aside', 'details', 'div', 'dl', 'li', 'ol', 'section', 'table', 'ul']);

type Place = 'none' | 'visitors' | 'writing';

/** What a class or id names. */
function placeOfName(name: string): Place {
  const words = wordsIn([name], 'name').map((word) => word.slice(1));
  const has = (list: ReadonlySet<string>): boolean => words.some((word) => list.has(word));
  if (!has(COMMENTS) && !has(FORMS) && !has(REVIEWS)) return 'none';
  if (has(FORMS) || has(WRITING)) return 'writing';
  return has(OTHERS) ? 'none' : 'visitors';
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
  const texts = within(block).flatMap((inner) => inner.texts);
  const lengthOf = (some: typeof texts): number => sum(some, ({ length }) => length);
  const words = sum(texts, ({ text }) => proseOf(text).words);
  return words > 8 && lengthOf(texts.filter(({ linked }) => !linked)) * 4 >= lengthOf(texts);
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
