/**
 * The benchmarks compare with a detector on htmlparser2. It must give the
 * verdicts of the twin on the well-formed pages of a real site.
 */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { Htmlparser2Detector } from '../../bench/throughput/htmlparser2.ts';
import { sampled } from '../support/effort.ts';
import { siteNamed } from '../support/real-sites.ts';
import { ReferenceDetector } from './detector.ts';
import { type ReferenceSettings, resolveOptions, separatorPresets } from './options.ts';

const { pages } = siteNamed('cassandra');

const agree = (
  settings: ReferenceSettings,
  visits: readonly { readonly name: string; readonly html: string }[],
): void => {
  const options = resolveOptions(settings);
  const twin = new ReferenceDetector(options);
  const contender = new Htmlparser2Detector(options);
  for (const { name, html } of visits) {
    const { number, blocks } = twin.learn(html);
    const expected = blocks.map(({ path, verdict, length, templateLength }) => ({
      path,
      verdict,
      length,
      templateLength,
    }));
    const found = contender.learn(html);
    assert.equal(found.blocks, expected, name);
    assert.is(found.number, number);
    assert.is(found.template, expected.filter(({ verdict }) => verdict === 'template').length);
    assert.is(found.content, expected.length - found.template);
    assert.is(contender.entries, twin.entries, name);
  }
};

test('finds at least 100 pages of the site', () => {
  assert.ok(pages.length >= 100, `${pages.length} pages`);
});

const settings: readonly ReferenceSettings[] = [
  { baseLifetime: Number.POSITIVE_INFINITY, lifetimeGrowth: 1 },
  { baseLifetime: 2, lifetimeGrowth: 3 },
  { baseLifetime: 1.5, lifetimeGrowth: 4 },
  {
    baseLifetime: 10,
    lifetimeGrowth: 5,
    separators: separatorPresets.html5,
    templateDf: 3,
    templateRatio: 0.5,
  },
];

for (const each of settings) {
  const { baseLifetime, lifetimeGrowth, separators } = resolveOptions(each);
  const title = `Tb=${baseLifetime}, N=${lifetimeGrowth}, ${separators.size} separators`;
  test(`${title}: gives the twin’s verdicts and table size on every page`, () => agree(each, sampled(pages, 3)));
}

test('gives the twin’s verdicts for omitted tags, comments, references and foreign elements', () => {
  const sources = [
    '<table><tr><td>a<tr><td>b</table>',
    '<table><thead><tr><th>a</thead><tbody><tr><td>b</table>',
    '<ul><li>a<li>b<ul><li>c</ul>d</ul><p>e<div>f</div>',
    'x<!-- -->y<br>z&amp;&nbsp; z \n<script>a</script>b<noscript><p>c</p></noscript>d',
    '<svg><linearGradient><title>a</title></linearGradient><path/><foreignObject><div>b</div></foreignObject></svg>',
    '<template><div>a</div></template><div>\u{1F600} b</div><div></div><textarea>c<p></textarea>',
  ];
  const visits = [...sources, ...sources].map((body) => ({
    name: body,
    html: `\uFEFF<!doctype html><html><head><title>t</title></head><body>${body}</body></html>\n`,
  }));
  agree({ baseLifetime: 8, lifetimeGrowth: 2, templateDf: 2 }, visits);
});

test.run();
