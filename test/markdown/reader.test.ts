/**
 * The reader of the bench beside the cases: the expected Markdown of each case, rendered, has the words and the structure that
 * the reader finds in the page. So the cases and the reader, which were written apart, agree on what is to be kept.
 */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { compareFacts, type Shared } from '../../bench/markdown/compare.ts';
import { readFacts } from '../../bench/markdown/facts.ts';
import { readExamples } from '../support/examples.ts';
import { renderMarkdown } from '../support/render-markdown.ts';

/** Cases whose Markdown differs on purpose, with the reason. */
const DIFFERING: Readonly<Record<string, string>> = {
  'footnotes: label with letters': 'rendered footnotes are numbered',
  'headings: shift down': 'the option shifts levels',
  'headings: shift up': 'the option shifts levels',
  'links: nested by tree': 'Markdown has no link in a link',
  'links: option off': 'the option leaves links out',
};

const isWhole = ({ source, found, same }: Shared): boolean => same === source && same === found;

for (const [feature, examples] of readExamples(new URL('./cases/', import.meta.url))) {
  // In these cases a part of the page stays.
  if (feature === 'selection') continue;
  test(`${feature}: the reader finds in the Markdown what it finds in the page`, () => {
    const differing = examples
      .filter(({ options, input, expected }) => {
        const url = typeof options['url'] === 'string' ? options['url'] : 'https://site.example/folder/page';
        const facts = compareFacts(readFacts(input, url), readFacts(renderMarkdown(expected), url));
        return !Object.values(facts).every(isWhole);
      })
      .map(({ name }) => `${feature}: ${name}`);
    assert.equal(
      differing,
      Object.keys(DIFFERING).filter((name) => name.startsWith(`${feature}:`)),
    );
  });
}

test.run();
