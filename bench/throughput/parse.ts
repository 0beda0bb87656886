/** Parsing alone: strings for the parsers in JavaScript, bytes for the parser of the module. */
import { Parser } from 'htmlparser2';
import { parse } from 'parse5';
import { HtmlParser } from 'refrain/html';
import type { Contender } from './contender.ts';
import type { BenchPage } from './pages.ts';

export interface Parsers {
  readonly module: Contender;
  readonly parse5: Contender;
  readonly htmlparser2: Contender;
}

export function parsing(pages: readonly BenchPage[]): Parsers {
  const module: Contender = {
    name: 'module parse',
    meaning: 'refrain/html alone: bytes to tree, with the copy and with source offsets',
    prepare: async () => {
      const parser = await HtmlParser.create();
      // As for the other contenders of the module: makes memory resident.
      for (const { bytes } of pages) parser.parse(bytes);
      return () => {
        let found = 0;
        for (const { bytes } of pages) found += parser.parse(bytes).nodeCount;
        return { found };
      };
    },
  };
  const parse5: Contender = {
    name: 'parse5 parse',
    meaning: 'parse5 alone: string to tree, without source offsets',
    prepare: async () => () => {
      let found = 0;
      for (const { html } of pages) found += parse(html).childNodes.length;
      return { found };
    },
  };
  const htmlparser2: Contender = {
    name: 'htmlparser2 parse',
    meaning: 'htmlparser2 alone: string to events, which are only counted',
    prepare: async () => () => {
      let found = 0;
      const parser = new Parser({
        onopentagname: () => {
          found += 1;
        },
        ontext: () => {},
        onclosetag: () => {},
      });
      for (const { html } of pages) parser.parseComplete(html);
      return { found };
    },
  };
  return { module, parse5, htmlparser2 };
}
