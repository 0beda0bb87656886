/** Reference implementation of repetition: near copies of texts, and the blocks of most pages of a site. */
import type { Block, TextNode } from './blocks.ts';
import { sum } from './scales.ts';
import type { ReferenceElement } from './tree.ts';

const isCell = (name: string): boolean => /^(?:td|th|dt|dd)$/.test(name);
const isHeading = (name: string): boolean => /^h[1-6]$/.test(name);

/** Further keys of texts with the length of a sentence, without the path: their first and last 24 bytes. */
export function nearCopies(node: TextNode, { name, texts }: Block): string[] {
  const { text, length, linked } = node;
  const read = sum(texts.slice(0, texts.indexOf(node) + 1), (each) => each.length);
  if (length < 40 || read > 400 || isCell(name) || isHeading(name) || name === 'li') return [];
  const folded = text.replace(/[0-9]+/g, '0');
  const bytes = Buffer.from(folded);
  const ends = [bytes.subarray(0, 24), bytes.subarray(-24)].map((end) => end.toString('hex'));
  return ends.map((end, index) => `${index} ${name} ${linked} ${folded.split(' ').length}\n${end}`);
}

export function languageOf({ lang = '' }: ReferenceElement): string | undefined {
  const [letters] = /^[a-z]{1,8}/i.exec(lang) ?? [];
  return letters === undefined ? undefined : `language ${letters.toLowerCase()}`;
}

/** Number of other pages that could share a page's text: `known` pages, including `language` in its language. */
export const pagesAlike = (known: number, language: number | undefined): number =>
  language === undefined || language >= 255 ? known : Math.min(known, Math.max(language, Math.floor(known / 8)));

export interface RepetitionLimits {
  readonly templateShare: number;
  readonly templateDf: number;
}

/**
 * A predicate for repeated blocks. The site has `known` other pages, including `pages` that could have the texts.
 * `pagesOf`: pages with the same text, the text with other numbers, or a near copy.
 */
export function repetitionOf(
  pagesOf: (text: TextNode, block: Block) => number,
  known: number,
  pages: number,
  { templateShare, templateDf }: RepetitionLimits,
): (block: Block) => boolean {
  if (templateShare > 1 || known < templateDf) return () => false;
  const needed = Math.max(templateDf, Math.min(255, Math.ceil((pages * Math.round(templateShare * 1e6)) / 1e6)));
  const lengthOf = (texts: readonly TextNode[]): number => sum(texts, ({ length }) => length);
  return (block) => {
    if (isCell(block.name) || isHeading(block.name)) return false;
    const all = lengthOf(block.texts);
    return all >= 40 && lengthOf(block.texts.filter((text) => pagesOf(text, block) >= needed)) * 10 >= all * 9;
  };
}
