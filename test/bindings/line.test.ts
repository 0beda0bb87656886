/** `toLine`: the lines that the module writes are those of `JSON.stringify`, byte for byte. */
import { KeepOne } from '@refrain/crawl';
import { Detector, type LineOptions, type Page, type Part } from 'refrain';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { sampled } from '../support/effort.ts';
import { seeded } from '../support/random.ts';
import { realSites } from '../support/real-sites.ts';

const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

const HEAD = { id: 'a "quoted" id', page: 3 };

/** The line written by `JSON.stringify`. */
function expected(page: Page, part: Part, { text: hasText = true, main: hasMain = true }: LineOptions): string {
  const blocks = page.blocks.map((block) => {
    const { verdict, kept, score, main, mainScore, comments, length, templateLength, path, start, end, text } = block;
    return {
      ...{ verdict, ...(kept ? { kept: true } : {}) },
      ratio: Math.floor((templateLength * 1e6) / length) / 1e6,
      ...(score === undefined ? {} : { score }),
      ...(score === undefined || !hasMain ? {} : { main, mainScore }),
      ...(comments && hasMain ? { comments } : {}),
      ...{ length, path, start, end, text },
    };
  });
  return `${JSON.stringify({ ...HEAD, blocks, ...(hasText ? { text: page.text(part) } : {}) })}\n`;
}

const check = (page: Page, what: string, part: Part = 'content', options: LineOptions = {}): void => {
  assert.is(decoder.decode(page.toLine(HEAD, part, options)), expected(page, part, options), what);
};

test('is written to memory that is given where it fits, by the module and by JavaScript', async () => {
  for (const path of ['tags', 'classes'] as const) {
    const page = (await Detector.create({ path })).learn('<title>t</title><p>some text</p>');
    const line = page.toLine(HEAD);
    const room = new Uint8Array(line.length + 1);
    const inRoom = page.toLine(HEAD, 'content', { room: room.subarray(1) });
    assert.is(inRoom.buffer, room.buffer);
    assert.equal([inRoom.byteOffset, inRoom], [1, line]);
    const beside = page.toLine(HEAD, 'content', { room: room.subarray(2) });
    assert.is.not(beside.buffer, room.buffer);
    assert.equal(beside, line);
  }
});

test('has the text of a part as bytes', async () => {
  const page = (await Detector.create()).learn('<title>t</title><p>some “text”</p>');
  assert.is(decoder.decode(page.textBytes('all')), page.text('all'));
  const room = new Uint8Array(100);
  assert.is(page.textBytes('all', { room }).buffer, room.buffer);
});

test('has all members where JavaScript writes it, since the module writes paths of tags only', async () => {
  for (const path of ['classes', 'indexed'] as const) {
    const detector = await Detector.create({ path, evidence: 'repetition', templateDf: 2 });
    for (const story of ['one', 'two', 'three'])
      check(detector.learn(`<ul><li>menu<b>${story}</b></ul><p>${story}`), path);
    const page = detector.label('<ul><li>menu<b>four</b></ul>');
    const { blocks } = JSON.parse(decoder.decode(page.toLine(HEAD))) as { blocks: { ratio: number }[] };
    assert.is(blocks[0]?.ratio, 0.5);
  }
});

test('agrees on all pages of real sites, with kept blocks', async () => {
  for (const { pages } of realSites()) {
    const detector = await Detector.create();
    const keepOne = new KeepOne();
    for (const { name, html } of sampled(pages, 4)) {
      const page = detector.learn(encoder.encode(html));
      if (page.number % 2 === 0) keepOne.apply('site', page);
      check(page, name);
      check(page, name, page.number % 3 === 0 ? 'main' : 'main+comments');
      check(page, name, 'content', { main: false });
      check(page, name, 'content', { main: page.number % 2 === 0, text: false });
    }
  }
});

test('agrees on strings and bytes with non-ASCII characters, byte order marks and invalid UTF-8', async () => {
  const detector = await Detector.create();
  for (const html of ['', '<p>plain', '<div>Ünï <p>日本 😀</div>', '\ufeff<div>marked</div>']) {
    check(detector.learn(html), html);
    check(detector.learn(encoder.encode(html)), html);
  }
  check(detector.learn(new Uint8Array([0x3c, 0x70, 0x3e, 0xff, 0x41, 0xc3])), 'no UTF-8');
});

test('agrees in every path mode and for unusual element names', async () => {
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

test('writes blocks alone for a head without members', async () => {
  for (const path of ['tags', 'classes'] as const) {
    const page = (await Detector.create({ path })).learn(encoder.encode('<p class=a>one'));
    const line = decoder.decode(page.toLine({}, 'content', { text: false, main: false }));
    assert.equal(Object.keys(JSON.parse(line) as object), ['blocks'], line);
    assert.not.match(line, 'mainScore');
  }
});

test('agrees on trees, which have no source offsets', async () => {
  const detector = await Detector.create();
  const { parse } = await import('parse5');
  check(detector.learnTree(parse('<div>one<p>two</div>')), 'parse5');
});

test('agrees on random texts with characters to escape at all positions of a vector', async () => {
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

test('agrees on random template ratios', async () => {
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
