/** Puts a sentence of the site's own among the paragraphs of an article, as share bars, licences and newsletters stand there. */
import { type DefaultTreeAdapterTypes, parse } from 'parse5';

export const FORMS = ['p', 'div', 'aside'] as const;
export type Form = (typeof FORMS)[number];

export const PLACES = ['head', 'amid', 'end'] as const;
export type Place = (typeof PLACES)[number];

export const VARIATIONS = ['none', 'number', 'month'] as const;
export type Variation = (typeof VARIATIONS)[number];

const MONTHS = 'January February March April May June July August September October November December'.split(' ');

/** What every sentence ends with, by which it is found again. */
export const ENDING = 'one short story and three good links, on every Sunday of the year.';

/** The sentence of the `index`-th page: the same on all, or with one word that changes from page to page. */
export function sentenceOf(index: number, variation: Variation): string {
  if (variation === 'number') return `Join the ${107 + index * 13} readers of our letter, which has ${ENDING}`;
  const month = variation === 'month' ? ` for ${MONTHS[(index * 5) % 12]}` : '';
  return `Ask for our letter${month}, which has ${ENDING}`;
}

const WRAPPED: Readonly<Record<Form, (sentence: string) => string>> = {
  p: (sentence) => `<p>${sentence}</p>`,
  div: (sentence) => `<div class="promo-box">${sentence}</div>`,
  aside: (sentence) => `<aside class="newsletter-box"><p>${sentence}</p></aside>`,
};

type Node = DefaultTreeAdapterTypes.Node;
type Element = DefaultTreeAdapterTypes.Element;

const isElement = (node: Node): node is Element => 'tagName' in node;

/** A range of the source. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

/**
 * Where the paragraphs of the labelled main content are, in order; where it has none, its elements. Empty on a page without main
 * content in an element of its own.
 */
export function paragraphsOf(html: string): Range[] {
  const paragraphs: Range[] = [];
  const elements: Range[] = [];
  const visits: { readonly node: Node; readonly isMain: boolean }[] = [
    { node: parse(html, { sourceCodeLocationInfo: true }), isMain: false },
  ];
  for (let visit = visits.pop(); visit !== undefined; visit = visits.pop()) {
    const { node } = visit;
    let { isMain } = visit;
    if (isElement(node)) {
      const label = node.attrs.find(({ name }) => name === 'data-main')?.value;
      const { startTag, endTag } = node.sourceCodeLocation ?? {};
      if (startTag && endTag) {
        if (isMain && node.tagName === 'p') paragraphs.push({ start: startTag.startOffset, end: endTag.endOffset });
        if (label === 'main') elements.push({ start: startTag.endOffset, end: endTag.startOffset });
      }
      if (label !== undefined) isMain = label === 'main';
    }
    if ('childNodes' in node) {
      for (const child of node.childNodes.toReversed()) visits.push({ node: child, isMain });
    }
  }
  // The first element of some pages is the headline.
  return paragraphs.length > 0 ? paragraphs : elements.slice(-1);
}

/** The page with the sentence before the first paragraph, before the one in the middle, or behind the last. */
export function plant(html: string, paragraphs: readonly Range[], sentence: string, form: Form, place: Place): string {
  const offsets = {
    head: paragraphs[0]?.start,
    amid: paragraphs[paragraphs.length >> 1]?.start,
    end: paragraphs.at(-1)?.end,
  };
  const at = offsets[place];
  if (at === undefined) throw new RangeError('the page has no paragraphs');
  return html.slice(0, at) + WRAPPED[form](sentence) + html.slice(at);
}
