/** Lines of JSON from the module: what JSON.stringify writes, byte for byte. */

import { KeepOne } from '@refrain/crawl';
import { Detector, type Page } from 'refrain';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { npmSites } from '../support/npm-sites.ts';
import { seeded } from '../support/random.ts';

const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

const HEAD = { id: 'a "quoted" id', page: 3 };

/** The line by JSON.stringify. */
function expected(page: Page): string {
  const blocks = page.blocks.map(({ kind, kept, score, length, templateLength, path, start, end, text }) => ({
    ...{ kind, ...(kept ? { kept: true } : {}) },
    ratio: Math.floor((templateLength * 1e6) / length) / 1e6,
    ...(score === undefined ? {} : { score }),
    ...{ length, path, start, end, text },
  }));
  return `${JSON.stringify({ ...HEAD, blocks, content: page.text('content') })}\n`;
}

const check = (page: Page, what: string): void => {
  assert.is(decoder.decode(page.toLine(HEAD)), expected(page), what);
};

test('of all pages of real sites, with kept blocks among them', async () => {
  for (const { pages } of npmSites()) {
    const detector = await Detector.create();
    const keepOne = new KeepOne();
    for (const { name, html } of pages) {
      const page = detector.learn(encoder.encode(html));
      if (page.number % 2 === 0) keepOne.apply('site', page);
      check(page, name);
    }
  }
});

test('of strings, with and without characters outside ASCII, byte order marks and repaired bytes', async () => {
  const detector = await Detector.create();
  for (const html of ['', '<p>plain', '<div>Ünï <p>日本 😀</div>', '\ufeff<div>marked</div>']) {
    check(detector.learn(html), html);
    check(detector.learn(encoder.encode(html)), html);
  }
  check(detector.learn(new Uint8Array([0x3c, 0x70, 0x3e, 0xff, 0x41, 0xc3])), 'no UTF-8');
});

test('of every path mode, and of elements whose names need thought', async () => {
  const html =
    '<div class="a b"><X-Y><section>one</section></X-Y><a"b><ul><li>two</ul></a"b><svg><foreignObject><div>x</div>';
  for (const path of ['tags', 'none', 'indexed', 'classes'] as const) {
    const detector = await Detector.create({
      path,
      separators: ['div', 'section', 'ul', 'li', 'x-y', 'a"b', 'foreignobject'],
    });
    check(detector.learn(encoder.encode(html)), path);
    check(detector.learn(encoder.encode('<é><div>x')), path);
    check(detector.learn(encoder.encode('<a\0b><div>x')), path);
  }
});

test('of trees, which have no places', async () => {
  const detector = await Detector.create();
  const { parse } = await import('parse5');
  check(detector.learnTree(parse('<div>one<p>two</div>')), 'parse5');
});

test('of texts of all bytes, in all places of a vector', async () => {
  const detector = await Detector.create();
  const random = seeded(11);
  const letters = [
    '"',
    '\\',
    '\b',
    '\u0001',
    '\u001f',
    '\u007f',
    '\u0085',
    '\u2028',
    'é',
    '日',
    '😀',
    'a',
    'b',
    ' ',
    '\t',
    '\n',
    '&#8;',
    '&quot;',
  ];
  for (let round = 0; round < 3000; round += 1) {
    const texts = Array.from({ length: 1 + random.below(4) }, () =>
      Array.from({ length: random.below(40) }, () =>
        random.below(3) > 0 ? 'x' : letters[random.below(letters.length)],
      ).join(''),
    );
    const html = texts.map((text) => `<div>${text}<br>${text.slice(3)}</div><td>x`).join('');
    check(detector.learn(encoder.encode(html)), JSON.stringify(html));
  }
});

test('ratios of all kinds', async () => {
  const detector = await Detector.create({
    templateDf: 2,
    templateRatio: 1,
    separators: ['div'],
    evidence: 'repetition',
  });
  const known = Array.from({ length: 60 }, (_, at) => `<p>${'k'.repeat(at + 1)}</p>`);
  detector.learn(encoder.encode(`<div>${known.join('')}</div>`));
  const random = seeded(5);
  for (let round = 0; round < 2000; round += 1) {
    const parts = known.slice(random.below(60)).concat(`<p>${'n'.repeat(random.below(3000))}${round}</p>`);
    check(detector.label(encoder.encode(`<div>${parts.join('')}</div>`)), `${round}`);
  }
});

test.run();
