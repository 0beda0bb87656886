/** Training pages that are made of other pages. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { SourcePage } from '../../bench/pages/site-files.ts';
import { mixPages, type TextPage } from '../training/mixed-pages.ts';

const WORDS = ['river', 'meadow', 'bridge', 'council', 'harbour', 'lantern', 'market', 'orchard', 'quarry', 'railway'];
const prose = (of: string, count: number): string[] =>
  Array.from({ length: count }, (_, at) => `${of} ${WORDS.map((word, by) => `${word}${at}${by}`).join(' ')}.`);

function textPage(group: string, cohort: string, kind = 'article'): TextPage {
  const texts = prose(group, 40);
  const list = Array.from({ length: 30 }, (_, at) => `<li><a href=/${at}>${group} teaser ${at}</a></li>`).join('');
  const html = `<title>${group} title</title><nav>${group} menu</nav><div id=${group}><main>${texts.map((text) => `<p>${text}</p>`).join('')}</main></div><ul>${list}</ul>`;
  const page: SourcePage = { name: group, bytes: new TextEncoder().encode(html), text: texts.join('\n'), kind };
  return { page, group, cohort };
}

const read = ({ page }: TextPage) => ({ html: new TextDecoder().decode(page.bytes), text: page.text ?? '' });

test('the article of one site is in the template of another', () => {
  const [mixed, ...others] = [...mixPages([textPage('one', 'a', 'forum'), textPage('two', 'a', 'forum')], 1)];
  assert.is(others.length, 1, 'one for each page');
  assert.is(mixed?.group, 'one');
  const { html, text } = read(mixed as TextPage);
  assert.match(html, /<title>two title.*one menu.*<main><p>two river.*one teaser 29/s);
  assert.not.match(html, /one river|two teaser/);
  assert.is(text, textPage('two', 'a').page.text);
});

test('a short article is next to parts of others', () => {
  const mixed = [...mixPages([textPage('one', 'a'), textPage('two', 'a')], 1)].filter(
    (each) => each.group === 'one' && read(each).text.startsWith('one'),
  );
  assert.is(mixed.length, 1);
  const { html, text } = read(mixed[0] as TextPage);
  const words = text.split(/\s+/).length;
  assert.ok(words >= 40 && words < 260, `${words} words`);
  assert.match(html, /<title>one title.*one menu.*one river00/s);
  assert.match(html, /two teaser 0/);
  assert.not.match(html, /two river/);
  for (const each of html.match(/one river\d+/g) ?? []) assert.match(text, each);
});

test('pages of one group or of different cohorts are not mixed', () => {
  assert.equal([...mixPages([textPage('one', 'a'), textPage('one', 'a'), textPage('two', 'b')], 1)], []);
});

test.run();
