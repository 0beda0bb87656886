/** Trees of parse5 that are read by the adapter, compared with what parse5 writes; and trees with invalid nodes. */
import { serializeOuter } from 'parse5';
import { Detector, type Page, type TreeAdapter } from 'refrain';
import { HtmlParser } from 'refrain/html';
import { compareWithParse5, parseStandard } from '../../../test/html/parse5.ts';
import { markup } from '../arbitraries.ts';
import type { Sources } from '../sources.ts';
import { Difference, expectSame, modules, outcome, type Subject } from '../subject.ts';

const verdicts = (page: Page): string =>
  JSON.stringify([page.fresh, page.blocks.map(({ verdict, path, text, length }) => [verdict, path, text, length])]);

/** A tree: a string is a text; a list is an element, whose first item is the name. */
type Nested = string | number | null | boolean | Nested[] | { [name: string]: Nested };

/** Reads any JSON, whatever the types of names and texts. */
const hostile: TreeAdapter<Nested> = {
  kind: (node) => (Array.isArray(node) ? 'element' : typeof node === 'string' ? 'text' : 'other'),
  name: (node) => (Array.isArray(node) ? (node[0] as string) : ''),
  attributes: (node) => (Array.isArray(node) ? [{ name: 'class', value: node[1] as string }] : []),
  text: (node) => node as string,
  children: (node) => (Array.isArray(node) ? node.slice(1) : []),
};

function nestedOf(input: string): Nested {
  const root: Nested[] = ['html'];
  const open = [root];
  for (const [part] of input.matchAll(/[<>]|[^<>]+/g)) {
    const top = open.at(-1) ?? root;
    if (part === '>') {
      if (open.length > 1) open.pop();
    } else if (part === '<') {
      const child: Nested[] = [];
      top.push(child);
      open.push(child);
    } else {
      top.push(/^\d/.test(part) ? part.length : part);
    }
  }
  return root;
}

const htmlOf = ({ childNodes }: ReturnType<typeof parseStandard>): string =>
  childNodes.map((node) => ('tagName' in node ? serializeOuter(node) : '')).join('');

export async function prepareTrees(sources: Sources): Promise<Subject> {
  const options = { maxDepth: 0, templateDf: 2 };
  const labeller = await Detector.create(options, modules);
  return {
    inputs: markup(sources),
    async run(input) {
      const odd = await outcome(() => verdicts(labeller.labelTree(nestedOf(input), { adapter: hostile })));
      expectSame(
        await outcome(() => verdicts(labeller.labelTree(nestedOf(input), { adapter: hostile }))),
        odd,
        'a list',
      );
      const tree = parseStandard(input.replace(/^\ufeff/, ''));
      const written = htmlOf(tree);
      // The adapter does not read templates. Some trees cannot be written as HTML: a parser reads a link in a link as two.
      if (/<(noscript|plaintext|template)/i.test(input) || htmlOf(parseStandard(written)) !== written) return 'known';
      const bySource = await outcome(() => verdicts(labeller.label(written)));
      expectSame(await outcome(() => verdicts(labeller.labelTree(tree))), bySource, 'the tree of parse5');
      return undefined;
    },
  };
}

// Compares the tree of the module with that of parse5.

export async function preparePages(sources: Sources): Promise<Subject> {
  const parser = await HtmlParser.create({ maxDepth: 0 }, modules);
  return {
    inputs: markup(sources),
    async run(input) {
      const comparison = compareWithParse5(parser, input);
      if (comparison === 'different') throw new Difference("the tree is not parse5's");
      return comparison === 'known' ? 'known' : undefined;
    },
  };
}
