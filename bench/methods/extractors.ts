/** Extractors that read one page without its site, on documents of linkedom. */
import { Readability } from '@mozilla/readability';
import { Defuddle } from 'defuddle/node';
import { parseHTML } from 'linkedom';
import { parse as parseStandard, serialize } from 'parse5';
import { type CreateOptions, Detector, type ResolvedOptions } from 'refrain';
import type { Extractor } from './method.ts';

/**
 * The document that a browser without scripts would have. The parser of linkedom does not conform to the standard: of HTML without
 * the tags of head or body it makes a document without text. It gets HTML that parse5 has completed.
 */
function parse(html: string): Document {
  const completed = serialize(parseStandard(html, { scriptingEnabled: false }));
  return parseHTML(completed).document as unknown as Document;
}

/** Text of an HTML fragment, with a space for every tag, so that words of two blocks stay separate. */
const textOf = (html: string): string =>
  parse(`<!doctype html><html><body>${html.replace(/</g, ' <')}</body></html>`).body.textContent ?? '';

function readable(html: string): string {
  const article = new Readability(parse(html)).parse();
  return article?.content ? textOf(article.content) : '';
}

async function defuddled(html: string, url: string): Promise<string> {
  return textOf((await Defuddle(parse(html), url, { useAsync: false })).content);
}

export async function createReadability(): Promise<Extractor> {
  return { extract: async (html) => readable(html) };
}

export async function createDefuddle(): Promise<Extractor> {
  return { extract: defuddled };
}

/** Readability on the page without the template that refrain detects. */
export async function createReadabilityAfter(options: ResolvedOptions, create?: CreateOptions): Promise<Extractor> {
  const detector = await Detector.create(options, create);
  return { extract: async (html) => readable(withoutTemplate(detector, html)) };
}

/** Defuddle on the page without the template that refrain detects. */
export async function createDefuddleAfter(options: ResolvedOptions, create?: CreateOptions): Promise<Extractor> {
  const detector = await Detector.create(options, create);
  return { extract: async (html, url) => defuddled(withoutTemplate(detector, html), url) };
}

const withoutTemplate = (detector: Detector, html: string): string => detector.learn(html).html({ remove: 'template' });
