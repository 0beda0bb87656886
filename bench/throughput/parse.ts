/** Parsing alone, of pages that are strings already. */
import { Parser } from 'htmlparser2';
import { parse } from 'parse5';
import type { Contender } from './contender.ts';
import type { BenchPage } from './pages.ts';

export interface Parsers {
  /** The module has no parser of its own yet. */
  readonly module: Contender | undefined;
  readonly parse5: Contender;
  readonly htmlparser2: Contender;
}

export function parsing(pages: readonly BenchPage[]): Parsers {
  const parse5: Contender = {
    name: 'parse5 parse',
    meaning: 'parse5 alone: string to tree, without places',
    prepare: async () => () => {
      let found = 0;
      for (const { html } of pages) found += parse(html).childNodes.length;
      return { found };
    },
  };
  const htmlparser2: Contender = {
    name: 'htmlparser2 parse',
    meaning: 'htmlparser2 alone: string to events that nobody listens to but one counter',
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
  return { module: undefined, parse5, htmlparser2 };
}
