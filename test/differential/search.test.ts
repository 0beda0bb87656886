/** Words, verdicts and indexes of `@refrain/search` against those of the reference, on real and random sites. */
import { IndexBuilder, type IndexOptions } from '@refrain/search';
import fc from 'fast-check';
import { HtmlParser } from 'refrain/html';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { findSites } from '../../bench/pages/sites.ts';
import { WordReader } from '../../packages/search/src/words.ts';
import { markup } from '../../scripts/fuzz/arbitraries.ts';
import { readSources } from '../../scripts/fuzz/sources.ts';
import { compareWithParse5, parseStandard } from '../html/parse5.ts';
import { separatorPresets } from '../reference/options.ts';
import { type DividedBlock, decide, divideDocument, ReferenceIndex, wordsOf } from '../reference/two-stage.ts';
import { sampled, sized } from '../support/effort.ts';
import { type Random, seeded } from '../support/random.ts';
import { realSites, type Site } from '../support/real-sites.ts';

const decoder = new TextDecoder();
const parser = await HtmlParser.create();
const QUERIES = ['how to use the module', 'template page home', 'user', 'zzzz', 'the the of'];

interface Input {
  readonly url: string;
  readonly html: string;
  readonly site: string;
}

/** Divides, labels and indexes the pages with package and reference, and compares. Returns the number of template blocks. */
async function compare(
  name: string,
  pages: readonly Input[],
  { separators, ...options }: { separators: keyof typeof separatorPresets } & Pick<IndexOptions, 'styles'>,
): Promise<number> {
  const styles = options.styles === 'classes' ? 'modern' : 'paper';
  const divided: readonly { site: string; blocks: readonly DividedBlock[] }[] = pages.map(({ html, site }) => ({
    site,
    blocks: divideDocument(parseStandard(html, true), { separators: separatorPresets[separators], styles }),
  }));
  const expected = decide(divided);
  const builder = await IndexBuilder.create({
    ...{ ...options, template: 'two-stage', titles: false, siteOf: (url) => new URL(url).host },
    detector: { separators },
  });
  for (const { url, html } of pages) builder.add(url, html);
  const index = builder.build();
  let template = 0;
  for (const [page, blocks] of expected.entries()) {
    for (const [block, isTemplate] of blocks.entries()) {
      if (isTemplate) template += 1;
      if (index.isTemplate(page, block) === isTemplate) continue;
      assert.unreachable(
        `${name}: ${pages[page]?.url}, block ${block} (${divided[page]?.blocks[block]?.text.slice(0, 80)})`,
      );
    }
  }
  const reference = new ReferenceIndex(
    divided.map(({ blocks }, page) =>
      blocks.map(({ words }, block) => ({ words, keep: expected[page]?.[block] !== true })),
    ),
  );
  assert.is(
    index.stats.words,
    reference.lengths.reduce((sum, length) => sum + length, 0),
    `${name}: words`,
  );
  assert.is(index.stats.terms, reference.postings.size, `${name}: terms`);
  // The number of words agrees; of a large site only some are looked up.
  const share = Math.ceil(reference.postings.size / 3000);
  for (const [at, word] of [...reference.postings.keys()].entries()) {
    if (at % share === 0) assert.is(index.df(word), reference.df(word), `${name}: ${word}`);
  }
  for (const query of QUERIES) {
    for (const ranking of ['bm25', 'pivoted'] as const) {
      const found = index.search(query, { ranking, limit: 50 }).map(({ page, score }) => ({ page, score }));
      assert.equal(found, reference.search(query, ranking).slice(0, 50), `${name}: ${query}`);
    }
  }
  return template;
}

const inputs = ({ name, pages }: Site): Input[] =>
  sampled(pages, 4).map((page, at) => ({ url: `https://${name}/${at}`, html: page.html, site: name }));

test('verdicts, terms, document frequencies and results agree on real sites', async () => {
  const pages = realSites().flatMap(inputs);
  assert.ok((await compare('html5', pages, { separators: 'html5' })) > pages.length, 'template blocks');
  const some = sampled(pages, 3);
  await compare('paper', some, { separators: 'paper', styles: 'paper' });
  await compare('classes', some, { separators: 'paper', styles: 'classes' });
});

const WORDS = 'home news about contact search page of the a next template content story one two three'.split(' ');

/** A page of a random site: a template with small changes, and content. */
function randomPage(random: Random, site: string): string {
  const word = (): string => WORDS[random.below(WORDS.length)] ?? '';
  const words = (count: number): string => Array.from({ length: count }, word).join(' ');
  const fixed = (seed: string, count: number): string => {
    const own = seeded([...seed].reduce((sum, letter) => sum * 31 + letter.charCodeAt(0), 7) >>> 0);
    return Array.from({ length: count }, () => WORDS[own.below(WORDS.length)] ?? '').join(' ');
  };
  const parts = [`<ul width=${random.below(2)}>${fixed(site, 9)}</ul>`, `<p>${fixed(`${site}!`, 5)} ${word()}</p>`];
  const count = random.below(4);
  for (let at = 0; at < count; at += 1) parts.push(`<p align="${random.below(3)}">${words(1 + random.below(12))}</p>`);
  if (random.below(5) === 0) parts.push(`<x-card class="${word()}">${words(3)}<ul>${fixed(site, 4)}</ul></x-card>`);
  parts.push(`<table bgcolor=red><td>${fixed(`${site}?`, 2 + random.below(3))}</table>`);
  if (random.below(3) === 0) parts.push('<p>Ünïcode «naïve» 日本語のページ can’t 3.5 a_b ภาษาไทย</p>');
  return `<title>${word()}</title><body width=${random.below(2)}>${parts.join('\n')}`;
}

test('verdicts, terms, document frequencies and results agree on interleaved random sites', async () => {
  let template = 0;
  const sites = sized(8, 30);
  for (let seed = 0; seed < sites; seed += 1) {
    const random = seeded(seed);
    const pages = Array.from({ length: 20 + random.below(60) }, (_, at) => {
      const site = `site${random.below(3)}`;
      return { url: `https://${site}/${at}`, html: randomPage(random, site), site };
    });
    template += await compare(`seed ${seed}`, pages, { separators: 'html5', styles: seed % 2 ? 'classes' : 'paper' });
  }
  assert.ok(template > 30 * sites, `template blocks: ${template}`);
});

test('verdicts, terms, document frequencies and results agree on mutated markup', async () => {
  const sources = readSources();
  const part = markup({ ...sources, pages: sources.pages.slice(0, 20) });
  const html = fc
    .tuple(part, part)
    .map(
      ([first, second]) =>
        `<body width=1><ul><li>Home<li>News</ul><table bgcolor=red><td>${first}</table><p>All rights</p>${second}<p>The end`,
    )
    .filter((page) => compareWithParse5(parser, page) === 'same');
  for (let seed = 0; seed < sized(3, 12); seed += 1) {
    const pages = fc.sample(fc.tuple(html, fc.nat(1)), { seed, numRuns: 60 }).map(([page, number], index): Input => {
      const site = `site${number}`;
      return { url: `https://${site}/${index}`, html: page, site };
    });
    await compare(`mutated ${seed}`, pages, { separators: 'html5', styles: seed % 2 ? 'classes' : 'paper' });
  }
});

const sitesFolder = process.env['REFRAIN_SITES'];
for (const site of sitesFolder ? findSites(sitesFolder) : []) {
  test(`${site.name}: verdicts, terms, document frequencies and results agree`, async () => {
    const sources = (await site.read()).slice(0, sized(30, 80));
    const pages = sources.map(({ bytes }, at) => ({
      url: `https://site/${at}`,
      html: decoder.decode(bytes),
      site: 'site',
    }));
    await compare(site.name, pages, { separators: 'html5' });
  });
}

const dictionary: string[] = [];
const reader = new WordReader((word) => dictionary.push(word) - 1);

function expectWords(text: string): void {
  const words = reader.read(text).map((number) => dictionary[number]);
  assert.equal(words, wordsOf(text), JSON.stringify(text));
}

test('words agree for every character next to letters, digits, marks and itself', () => {
  for (let code = 0x21; code < 0x3400; code += code < 0x500 ? 1 : sized(9, 1)) {
    const character = String.fromCharCode(code);
    // White space is normalised before texts are divided into words.
    if (/\s/.test(character)) continue;
    for (const text of [
      'a*a',
      '1*1',
      'a*1',
      '*a',
      'a*',
      '*',
      'a**a',
      '_*_',
      'a\u0301*a',
      '1*\u0308.1',
      "a'*b",
      'x.* y',
    ]) {
      expectWords(text.replaceAll('*', character));
    }
  }
});

test('words agree for random texts of several scripts', () => {
  const random = seeded(5);
  const pool = [
    ..."abcXYZ019 _.,:;'’·-\u00ad\u0301\u200d\u200c@/#&ÄßİıΣςѢй",
    ...'中文日本カタカなひภาษ한국مرحباשלום😀👍🏽🇩🇪𝐀',
    ' ',
    ' ',
  ];
  for (let round = 0; round < sized(5000, 20_000); round += 1) {
    const text = Array.from({ length: random.below(14) }, () => pool[random.below(pool.length)] ?? '').join('');
    expectWords(text.trim());
  }
});

test.run();
