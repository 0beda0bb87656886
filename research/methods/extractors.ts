/** Extractors that read one page without its site, on linkedom documents. */
import { Readability } from '@mozilla/readability';
import { Defuddle } from 'defuddle/node';
import { parseHTML } from 'linkedom';
import { parse as parseStandard, serialize } from 'parse5';
import type { Extractor } from './method.ts';

/**
 * The document that a browser without scripts would build. parse5 completes the HTML first, because linkedom makes a
 * document without text if head or body tags are missing.
 */
export function parse(html: string): Document {
  const completed = serialize(parseStandard(html, { scriptingEnabled: false }));
  return parseHTML(completed).document as unknown as Document;
}

/** Text of an HTML fragment. A space replaces each tag, so that words of two blocks are separated. */
const textOf = (html: string): string =>
  parse(`<!doctype html><html><body>${html.replace(/</g, ' <')}</body></html>`).body.textContent ?? '';

export const readability: Extractor = {
  extract: async (html) => {
    const article = new Readability(parse(html)).parse();
    return article?.content ? textOf(article.content) : '';
  },
};

export const defuddle: Extractor = {
  extract: async (html, url) => textOf((await Defuddle(parse(html), url, { useAsync: false })).content),
};
