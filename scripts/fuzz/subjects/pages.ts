/** Pages: the tree of the module against parse5's. */
import { HtmlParser } from 'refrain/html';
import { compareWithParse5 } from '../../../test/html/parse5-tree.ts';
import { markup } from '../arbitraries.ts';
import type { Sources } from '../sources.ts';
import { Difference, type Subject } from '../subject.ts';

export async function preparePages(sources: Sources): Promise<Subject> {
  const parser = await HtmlParser.create({ maxDepth: 0 });
  return {
    inputs: markup(sources),
    async run(input) {
      const comparison = compareWithParse5(parser, input);
      if (comparison === 'different') throw new Difference("the tree is not parse5's");
      return comparison === 'known' ? 'known' : undefined;
    },
  };
}
