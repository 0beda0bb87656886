/** Only parsing: strings for the JavaScript parsers, bytes for the WebAssembly parsers. */
import { Parser } from 'htmlparser2';
import { parse } from 'parse5';
import { HtmlParser } from 'refrain/html';
import type { BenchPage } from '../pages/read.ts';
import type { Contender } from './rounds.ts';

/** Sums the results of a parser on each page. */
const summing = (
  name: string,
  meaning: string,
  pages: readonly BenchPage[],
  prepare: () => Promise<(page: BenchPage) => number>,
): Contender => ({
  name,
  meaning,
  prepare: async () => {
    const find = await prepare();
    return () => {
      let found = 0;
      for (const page of pages) found += find(page);
      return found;
    };
  },
});

export interface Parsers {
  readonly module: Contender;
  readonly parse5: Contender;
  readonly htmlparser2: Contender;
}

export function parseContenders(pages: readonly BenchPage[]): Parsers {
  return {
    module: summing('module parse', 'refrain/html alone: bytes to tree, with the copy', pages, async () => {
      const parser = await HtmlParser.create();
      // Makes the memory resident before timing, as for other contenders.
      for (const { bytes } of pages) parser.parse(bytes);
      return ({ bytes }) => parser.parse(bytes).nodeCount;
    }),
    parse5: summing('parse5 parse', 'parse5 alone: string to tree, without source offsets', pages, async () => {
      return ({ html }) => parse(html).childNodes.length;
    }),
    htmlparser2: summing(
      'htmlparser2 parse',
      'htmlparser2 alone: string to events, which are only counted',
      pages,
      async () => {
        let found = 0;
        const parser = new Parser({
          onopentagname: () => {
            found += 1;
          },
          ontext: () => {},
          onclosetag: () => {},
        });
        return ({ html }) => {
          found = 0;
          parser.parseComplete(html);
          return found;
        };
      },
    ),
  };
}
