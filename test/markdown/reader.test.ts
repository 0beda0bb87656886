/**
 * The reader of the bench beside the cases: the expected Markdown of each case, rendered, has the words and the structure that
 * the reader finds in the page. So the cases and the reader, which were written apart, agree on what is to be kept.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { compareFacts, type Shared } from '../../bench/markdown/compare.ts';
import { readFacts } from '../../bench/markdown/facts.ts';
import { renderMarkdown } from '../support/render-markdown.ts';

const HOME = fileURLToPath(new URL('./cases/', import.meta.url));

/** Cases whose Markdown differs on purpose, with the reason. */
const DIFFERING: Readonly<Record<string, string>> = {
  'footnotes/label-with-letters': 'rendered footnotes are numbered',
  'headings/shift-down': 'the option shifts levels',
  'headings/shift-up': 'the option shifts levels',
  'links/nested-by-tree': 'Markdown has no link in a link',
  'links/option-off': 'the option leaves links out',
};

const isWhole = ({ source, found, same }: Shared): boolean => same === source && same === found;

for (const feature of readdirSync(HOME).sort()) {
  // In these cases a part of the page stays.
  if (feature === 'selection') continue;
  test(`${feature}: the reader finds in the Markdown what it finds in the page`, () => {
    const differing = readdirSync(HOME + feature)
      .filter((file) => file.endsWith('.html'))
      .map((file) => `${feature}/${file.slice(0, -'.html'.length)}`)
      .filter((name) => {
        const html = readFileSync(`${HOME}${name}.html`, 'utf8');
        const url = /\burl: (\S+)/.exec(html)?.[1] ?? 'https://site.example/folder/page';
        const rendered = renderMarkdown(readFileSync(`${HOME}${name}.md`, 'utf8'));
        return !Object.values(compareFacts(readFacts(html, url), readFacts(rendered, url))).every(isWhole);
      });
    assert.equal(
      differing,
      Object.keys(DIFFERING).filter((name) => name.startsWith(`${feature}/`)),
    );
  });
}

test.run();
