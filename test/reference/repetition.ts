/** Reference implementation of repetition: near copies of texts, and the blocks of most pages of a site. */
import { type Block, blocksByPosition, SENTENCE, type TextNode, within } from './blocks.ts';
import { sum } from './scales.ts';
import type { ReferenceElement } from './tree.ts';

const isCell = (name: string): boolean => /^(?:td|th|dt|dd)$/.test(name);
const isHeading = (name: string): boolean => /^h[1-6]$/.test(name);

/** True if a text has a date: its numbers belong to the page. */
export const isDated = (text: string): boolean => text.replace(/[^0-9]/g, '').length >= 5;

/** Further keys of sentences, without the path: the halves of their words. */
export function nearCopies(node: TextNode, { name, texts }: Block): string[] {
  const { text, length } = node;
  const read = sum(texts.slice(0, texts.indexOf(node) + 1), (each) => each.length);
  if (length < SENTENCE || read > 400 || isCell(name) || isHeading(name) || isDated(text)) return [];
  const folded = text.replace(/[0-9]+/g, '0');
  const words = folded.split(' ');
  let middle = words.slice(0, Math.ceil((words.length - 1) / 2)).join(' ').length + 1;
  if (words.length < 5) {
    const bytes = Buffer.from(folded);
    let half = bytes.length >> 1;
    while (((bytes[half] ?? 0) & 0xc0) === 0x80) half += 1;
    middle = bytes.subarray(0, half).toString().length;
  }
  return [folded.slice(0, middle), folded.slice(middle)].map((half, index) => `${index} ${words.length}\n${half}`);
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

/** What the site knows: numbers of pages with the same text, the text with other numbers, and near copies; known texts; and values. */
export interface KnownTexts {
  readonly pagesOf: (text: TextNode, block: Block) => readonly number[];
  readonly isKnown: (text: TextNode) => boolean;
  readonly isValue: (block: Block) => boolean;
  /** True if the model calls a block content. */
  readonly isContent: (block: Block) => boolean;
}

const lengthOf = (texts: readonly TextNode[]): number => sum(texts, ({ length }) => length);
const allOf = (block: Block): number => lengthOf(within(block).flatMap(({ texts }) => texts));

const rootOf = (block: Block): Block => (block.parent === undefined ? block : rootOf(block.parent));

/** The list or table whose item or cell contains a block, if the item is short. */
function listAround(block: Block): Block | undefined {
  let at = block;
  for (let level = 0; level < 4 && allOf(at) <= 400 && at.parent !== undefined; level += 1) {
    at = at.parent;
    if (/^(?:ul|ol|table)$/.test(at.name)) return at;
  }
  return undefined;
}

/** True if a block is the only one of a cell whose row has other cells with text. */
function isOfRow({ parent: cell, texts }: Block): boolean {
  if (cell?.parent === undefined || !isCell(cell.name)) return false;
  return allOf(cell) === lengthOf(texts) && allOf(cell.parent) > allOf(cell);
}

/**
 * Finds repeated blocks. The site has `known` other pages, including `pages` that could have the texts. Repeated items
 * of a list with new text, or at a position with new text, are excluded, unless there is only one, and is not in a row.
 */
export function repetitionOf(
  { pagesOf, isKnown, isValue, isContent }: KnownTexts,
  known: number,
  pages: number,
  { templateShare, templateDf }: RepetitionLimits,
): (blocks: readonly Block[]) => boolean[] {
  if (templateShare > 1 || known < templateDf) return (blocks) => blocks.map(() => false);
  const share = Math.ceil((pages * Math.round(templateShare * 1e6)) / 1e6);
  const needed = Math.max(templateDf, Math.min(pages, 8), Math.min(255, share));
  const repeatedOn = (text: TextNode, block: Block): number => pagesOf(text, block).find((on) => on >= needed) ?? 0;
  const repeatedIn = (block: Block): TextNode[] => block.texts.filter((text) => repeatedOn(text, block) > 0);
  const isRepeated = (block: Block): boolean => {
    // A value may be short next to a label that the site repeats.
    if (isCell(block.name) || isHeading(block.name) || isValue(block) || block.texts[0]?.isCode) return false;
    const all = lengthOf(block.texts);
    return block.name !== 'caption' && all >= SENTENCE && lengthOf(repeatedIn(block)) * 10 >= all * 9;
  };
  const lengthIn = (blocks: readonly Block[]): number => sum(blocks, ({ texts }) => lengthOf(texts));
  const knownOf = (block: Block): number => lengthOf(block.texts.filter(isKnown));
  const knownIn = (list: Block): number => sum(within(list), knownOf);
  /** True if much of the content is known, as on pages that are nearly equal. */
  const areAlike = (content: readonly Block[]): boolean => sum(content, knownOf) * 3 >= lengthIn(content);
  /** On nearly equal pages, the model decides on a block if few pages are known, or too few have its text. */
  const isTooRare = (block: Block): boolean =>
    pages <= 8 ||
    Math.min(...repeatedIn(block).map((text) => repeatedOn(text, block))) < Math.min(255, Math.floor((pages * 3) / 4));
  return (blocks) => {
    const repeated = new Set(blocks.filter(isRepeated));
    const [first] = repeated;
    const positions = blocksByPosition(first === undefined ? [] : within(rootOf(first)));
    const lists = [...repeated].map(listAround);
    const isOfNewPosition = ({ place, traits }: Block): boolean => {
      const alike = positions.get(place) ?? [];
      if (!traits.has('inList') || sum(alike, knownIn) * 10 >= sum(alike, allOf) * 9) return false;
      return alike.filter((other) => repeated.has(other)).length >= 2;
    };
    const isOfNewList = (block: Block): boolean => {
      if (isOfNewPosition(block)) return true;
      const list = listAround(block);
      if (list === undefined || knownIn(list) * 10 >= allOf(list) * 9) return false;
      return isOfRow(block) || lists.filter((other) => other === list).length >= 2;
    };
    const content = blocks.filter(isContent);
    const overruled = content.filter((block) => repeated.has(block));
    const areMany = lengthIn(overruled) * 2 >= lengthIn(content);
    const isKept = (block: Block): boolean => areMany || (areAlike(content) && isTooRare(block));
    const kept = overruled.length >= 2 ? overruled.filter(isKept) : [];
    return blocks.map((block) => repeated.has(block) && !kept.includes(block) && !isOfNewList(block));
  };
}
