/** Extractors that read one page without its site, on documents of linkedom. */
import { Readability } from '@mozilla/readability';
import { Defuddle } from 'defuddle/node';
import { parseHTML } from 'linkedom';
import { type CreateOptions, Detector, type ResolvedOptions } from 'refrain';
import type { Extractor } from './method.ts';

const parse = (html: string): Document => parseHTML(html).document as unknown as Document;

/** Text of an HTML fragment, with a space for every tag, so that words of two blocks stay separate. */
const textOf = (html: string): string =>
  parse(`<!doctype html><html><body>${html.replace(/</g, ' <')}</body></html>`).body.textContent ?? '';

function readable(html: string): string {
  const article = new Readability(parse(html)).parse();
  return article?.content ? textOf(article.content) : '';
}

export async function createReadability(): Promise<Extractor> {
  return { extract: async (html) => readable(html) };
}

export async function createDefuddle(): Promise<Extractor> {
  return {
    extract: async (html, url) => textOf((await Defuddle(parse(html), url, { useAsync: false })).content),
  };
}

/** Readability on the page without the template that refrain detects. */
export async function createChain(options: ResolvedOptions, create?: CreateOptions): Promise<Extractor> {
  const detector = await Detector.create(options, create);
  return { extract: async (html) => readable(detector.learn(html).html({ remove: 'template' })) };
}
