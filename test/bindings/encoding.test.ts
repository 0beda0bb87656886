import { readFileSync } from 'node:fs';
import { labelToName } from '@exodus/bytes/encoding-lite.js';
import fc from 'fast-check';
import sniffEncoding from 'html-encoding-sniffer';
import { Detector, decodeHtml as decodeBytes } from 'refrain';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { labelToName as nameInBrowsers } from '../../bindings/platform/browser-labels.ts';

const CHARSETS: Readonly<Record<string, { readonly text: string; readonly hex: string }>> = JSON.parse(
  readFileSync(new URL('../fixtures/charsets.json', import.meta.url), 'utf8'),
);

/** The result with only the name of the encoding. */
function decodeHtml(bytes: Uint8Array, contentType?: string): { html: string | Uint8Array; encoding: string } {
  const { html, encoding } = decodeBytes(bytes, contentType === undefined ? {} : { contentType });
  return { html, encoding: encoding.name };
}

/** A text in a legacy encoding, written by charsets.py, and as characters. */
function fixture(name: string): { bytes: Uint8Array; text: string } {
  const { text, hex } = CHARSETS[name] ?? { text: '', hex: '' };
  return { bytes: Uint8Array.from(Buffer.from(hex, 'hex')), text };
}

const ascii = (text: string): Uint8Array => Uint8Array.from(text, (character) => character.charCodeAt(0));

const join = (...parts: readonly Uint8Array[]): Uint8Array => new Uint8Array(Buffer.concat(parts));

const page = (head: string, text: Uint8Array): Uint8Array =>
  join(ascii(`<!doctype html><html><head>${head}<title>t</title></head><body><p>`), text, ascii('</p></body></html>'));

const paragraph = ({ html }: { html: Uint8Array | string }): string => {
  const source = typeof html === 'string' ? html : new TextDecoder('utf-8', { ignoreBOM: true }).decode(html);
  return /<p>(.*)<\/p>/s.exec(source)?.[1] ?? '';
};

/** Fixture, name in the Encoding standard, and another label. */
const LEGACY: readonly (readonly [name: string, encoding: string, alias: string])[] = [
  ['euc-kr', 'EUC-KR', 'ks_c_5601-1987'],
  ['shift_jis', 'Shift_JIS', 'x-sjis'],
  ['euc-jp', 'EUC-JP', 'x-euc-jp'],
  ['iso-2022-jp', 'ISO-2022-JP', 'csISO2022JP'],
  ['gbk', 'GBK', 'gb2312'],
  ['gb18030', 'gb18030', 'GB18030'],
  ['big5', 'Big5', 'big5-hkscs'],
  ['windows-1251', 'windows-1251', 'cp1251'],
  ['windows-1252', 'windows-1252', 'iso-8859-1'],
  ['windows-1253', 'windows-1253', 'cp1253'],
  ['windows-1254', 'windows-1254', 'iso-8859-9'],
  ['windows-1255', 'windows-1255', 'x-cp1255'],
  ['windows-1256', 'windows-1256', 'cp1256'],
  ['windows-874', 'windows-874', 'tis-620'],
  ['koi8-r', 'KOI8-R', 'koi8'],
  ['iso-8859-2', 'ISO-8859-2', 'latin2'],
  ['iso-8859-15', 'ISO-8859-15', 'l9'],
];

for (const [name, encoding, alias] of LEGACY) {
  test(`decodes legacy pages by header, meta and XML declaration: ${encoding}`, () => {
    const { bytes, text } = fixture(name);
    const other = encoding === 'EUC-KR' ? 'koi8-r' : 'euc-kr';
    const ways: readonly (readonly [way: string, page: Uint8Array, contentType?: string])[] = [
      ['header', page('', bytes), `text/html; charset=${name}`],
      ['header, another label', page('', bytes), `text/html;charset="${alias}"`],
      ['meta', page(`<meta charset=${name}>`, bytes)],
      ['meta, another label', page(`<meta charset="${alias}">`, bytes), 'text/html'],
      ['pragma', page(`<meta http-equiv="Content-Type" content="text/html; charset=${alias}">`, bytes)],
      ['header before meta', page(`<meta charset=${other}>`, bytes), `text/html; charset=${name}`],
      ['meta after an unknown header', page(`<meta charset=${name}>`, bytes), 'text/html; charset=nonsense'],
      ['XML declaration', join(ascii(`<?xml version="1.0" encoding='${alias}'?>`), page('', bytes))],
    ];
    for (const [way, html, contentType] of ways) {
      const decoded = decodeHtml(html, contentType);
      assert.is(decoded.encoding, encoding, way);
      assert.is(paragraph(decoded), text, way);
    }
  });
}

for (const [name, encoding, mark] of [
  ['utf-16le', 'UTF-16LE', [0xff, 0xfe]],
  ['utf-16be', 'UTF-16BE', [0xfe, 0xff]],
] as const) {
  const { bytes, text } = fixture(name);

  test(`${encoding}: the byte order mark has priority over the header; the header is used without one`, () => {
    const marked = join(Uint8Array.from(mark), bytes);
    for (const contentType of [undefined, 'text/html; charset=utf-8', 'text/html; charset=euc-kr']) {
      assert.equal(decodeHtml(marked, contentType), { html: text, encoding });
    }
    assert.equal(decodeHtml(bytes, `text/html; charset=${name}`), { html: text, encoding });
    const cut = decodeHtml(marked.subarray(0, -1));
    assert.is(String(cut.html).at(-1), '\ufffd');
  });

  test(`${encoding}: a meta or XML declaration in ASCII means UTF-8`, () => {
    const html = page(`<meta charset=${name}>`, new TextEncoder().encode('größer'));
    assert.is(decodeHtml(html).encoding, 'UTF-8');
    assert.is(decodeHtml(html).html, html);
    assert.is(decodeHtml(join(ascii(`<?xml version="1.0" encoding="${name}"?>`), html)).encoding, 'UTF-8');
  });

  test(`${encoding}: recognises an XML declaration that is written in it`, () => {
    const declaration = Buffer.from('<?xml version="1.0"?>', 'utf16le');
    const html = join(name === 'utf-16be' ? declaration.swap16() : declaration, bytes);
    assert.equal(decodeHtml(html), { html: `<?xml version="1.0"?>${text}`, encoding });
  });
}

test('a byte order mark of UTF-8 has priority over header and meta', () => {
  const html = join(Uint8Array.of(0xef, 0xbb, 0xbf), page('<meta charset=big5>', new TextEncoder().encode('größer')));
  assert.equal(decodeHtml(html, 'text/html; charset=euc-kr'), { html, encoding: 'UTF-8' });
});

test('returns UTF-8 input without a copy, declared or not, valid or not', () => {
  for (const text of ['größer', '今日', 'plain', '😀'].map((text) => new TextEncoder().encode(text))) {
    for (const html of [page('', text), page('<meta charset=utf-8>', text)]) assert.is(decodeHtml(html).html, html);
    const html = page('<meta charset=euc-kr>', text);
    assert.is(decodeHtml(html, 'text/html; charset=UTF8').html, html);
  }
  const broken = page('<meta charset=utf-8>', Uint8Array.of(0xe4, 0xf6, 0xfc));
  assert.equal(decodeHtml(broken), { html: broken, encoding: 'UTF-8' });
});

test('a page without a declaration is UTF-8 if it is valid UTF-8, else windows-1252', () => {
  assert.is(decodeHtml(page('', new TextEncoder().encode('größer'))).encoding, 'UTF-8');
  const legacy = decodeHtml(page('', Uint8Array.of(0x80, 0x85, 0xe4, 0x81)));
  assert.is(legacy.encoding, 'windows-1252');
  assert.is(paragraph(legacy), '€…ä\u0081');
  // One invalid byte at the end of a long page of valid UTF-8.
  const long = page('', new TextEncoder().encode('größer '.repeat(10_000)));
  assert.is(decodeHtml(long).encoding, 'UTF-8');
  assert.is(decodeHtml(join(long, Uint8Array.of(0xe4))).encoding, 'windows-1252');
  assert.equal(decodeHtml(new Uint8Array()), { html: new Uint8Array(), encoding: 'UTF-8' });
});

test('reads no meta in a comment', () => {
  const { bytes } = fixture('koi8-r');
  assert.is(decodeHtml(page('<!-- <meta charset=euc-kr> --><meta charset=koi8-r>', bytes)).encoding, 'KOI8-R');
});

test('x-user-defined is used from the header and means windows-1252 in a meta', () => {
  const html = page('<meta charset=x-user-defined>', Uint8Array.of(0x80, 0xff));
  assert.is(paragraph(decodeHtml(html)), '€ÿ');
  assert.is(decodeHtml(html).encoding, 'windows-1252');
  const fromHeader = decodeHtml(html, 'text/html; charset=x-user-defined');
  assert.equal([fromHeader.encoding, paragraph(fromHeader)], ['x-user-defined', '\uf780\uf7ff']);
});

test('encodings that the standard maps to "replacement" become one replacement character', () => {
  for (const label of ['iso-2022-kr', 'hz-gb-2312', 'iso-2022-cn']) {
    assert.equal(decodeHtml(page(`<meta charset=${label}>`, ascii('text'))), {
      html: '\ufffd',
      encoding: 'replacement',
    });
  }
});

for (const [contentType, encoding] of [
  ['text/html; charset=koi8-r', 'KOI8-R'],
  ['text/html;CHARSET=KOI8-R', 'KOI8-R'],
  ['text/html; charset="koi8-r"', 'KOI8-R'],
  ['text/html; charset="koi8-r', 'KOI8-R'],
  ['text/html; charset= koi8-r ', 'KOI8-R'],
  ['text/html; version=1;\tcharset=koi8-r; x', 'KOI8-R'],
  ['text/html; charset=; charset=koi8-r', 'KOI8-R'],
  ['text/html; charset=koi8-r; charset=euc-kr', 'KOI8-R'],
  ['text/html; charset=koi8-r, text/html', 'KOI8-R'],
  ['charset=koi8-r', 'windows-1252'],
  ['text/html; xcharset=koi8-r', 'windows-1252'],
  ['text/html; charset', 'windows-1252'],
  ['text/html; charset="', 'windows-1252'],
  ['', 'windows-1252'],
] as const) {
  test(`reads the charset of the header: ${contentType}`, () => {
    assert.is(decodeHtml(page('', Uint8Array.of(0xe4)), contentType).encoding, encoding);
  });
}

for (const [head, encoding] of [
  ['<meta http-equiv=content-type content="text/html; charset=">', 'windows-1252'],
  ['<meta http-equiv=content-type content="text/html; charset">', 'windows-1252'],
  ['<meta http-equiv=content-type content=charset=>', 'windows-1252'],
  ['<meta charset=nonsense><meta charset=koi8-r>', 'KOI8-R'],
  ['<meta content="text/html; charset=euc-kr"><meta charset=koi8-r>', 'KOI8-R'],
] as const) {
  test(`reads the charset of the meta: ${head}`, () => {
    assert.is(decodeHtml(page(head, Uint8Array.of(0xe4))).encoding, encoding);
  });
}

test('a meta after the first 1,024 bytes is read if the page is not UTF-8, as a browser restarts', () => {
  const { bytes, text } = fixture('windows-1251');
  const late = page(`<!--${' '.repeat(2000)}--><meta charset=windows-1251>`, bytes);
  assert.equal(decodeBytes(late).encoding, { name: 'windows-1251', source: 'page' });
  assert.is(paragraph(decodeBytes(late)), text);
  const utf8 = page(`<!--${' '.repeat(2000)}--><meta charset=windows-1251>`, new TextEncoder().encode(text));
  assert.equal(decodeBytes(utf8).encoding, { name: 'UTF-8', source: 'bytes' });
});

test('guessEncoding is called for a page without an encoding, and must return a known label', () => {
  const { bytes, text } = fixture('gb18030');
  const html = page('', bytes);
  const guessed = decodeBytes(html, { guessEncoding: () => 'GB2312' });
  assert.equal([guessed.encoding, paragraph(guessed)], [{ name: 'GBK', source: 'guess' }, text]);
  for (const guess of [undefined, '', 'nonsense']) {
    assert.equal(decodeBytes(html, { guessEncoding: () => guess }).encoding, {
      name: 'windows-1252',
      source: 'default',
    });
  }
  const stated = page('<meta charset=gb18030>', bytes);
  assert.is(decodeBytes(stated, { guessEncoding: () => 'koi8-r' }).encoding.source, 'page');
});

test('finds what html-encoding-sniffer finds in heads that are made of parts of tags', () => {
  const parts = fc.constantFrom(
    ...[
      '<meta charset=koi8-r>',
      '<meta charset="euc-kr">',
      "<meta charset='big5' >",
      '<meta charset=unknown>',
      '<meta',
    ],
    ...[
      '<meta http-equiv=content-type content="text/html; charset=gb2312">',
      '<meta/charset=latin2>',
      '<meta charset>',
    ],
    ...[
      '<meta content="text/html;charset=shift_jis" http-equiv="Content-Type"/>',
      '<meta name=x content="charset=gbk">',
    ],
    ...[
      '<!-- <meta charset=gbk> -->',
      '<!-->',
      '<!--',
      '-->',
      '<title>',
      '</p>',
      '<?php ?>',
      '<!doctype html>',
      '<',
      '>',
    ],
    ...[
      '<a href="x><meta charset=gbk>">',
      '<meta charset=utf-16>',
      '<meta charset=x-user-defined>',
      '<meta =charset=gbk>',
    ],
    ...[
      '<meta charset = "iso-8859-2"',
      '<m <meta charset=ibm866>',
      '<metaa charset=gbk>',
      '"',
      ' charset=gbk ',
      'text',
    ],
    ...['<meta\ncharset\n=\n"windows-1251"\n>', "<meta http-equiv='content-type' content='x charset charset=ibm866'>"],
  );
  const head = fc.array(parts, { maxLength: 8 }).map((list) => ascii(list.join('')));
  fc.assert(
    fc.property(head, (bytes) => {
      const expected = sniffEncoding(bytes, { defaultEncoding: 'UTF-8' });
      assert.is(decodeBytes(bytes).encoding.name, expected);
    }),
    { numRuns: 2000 },
  );
});

test('knows all encodings of the standard', () => {
  const iso = [2, 3, 4, 5, 6, 7, 8, 10, 13, 14, 15, 16].map((part) => `ISO-8859-${part}`);
  const windows = [874, 1250, 1251, 1252, 1253, 1254, 1255, 1256, 1257, 1258].map((page) => `windows-${page}`);
  const names = [
    'UTF-8',
    'IBM866',
    ...iso,
    'ISO-8859-8-I',
    'KOI8-R',
    'KOI8-U',
    'macintosh',
    ...windows,
    'x-mac-cyrillic',
  ];
  const wide = ['GBK', 'gb18030', 'Big5', 'EUC-JP', 'ISO-2022-JP', 'Shift_JIS', 'EUC-KR', 'UTF-16BE', 'UTF-16LE'];
  for (const name of [...names, ...wide, 'replacement', 'x-user-defined']) {
    assert.is(decodeHtml(page('', ascii('a')), `text/html; charset=${name.toLowerCase()}`).encoding, name);
  }
});

test('a detector decodes pages and reports the encoding', async () => {
  using detector = await Detector.create();
  for (const name of ['euc-kr', 'shift_jis', 'windows-1256', 'gb18030']) {
    const { bytes, text } = fixture(name);
    const html = page(`<meta charset=${name}>`, bytes);
    const judged = detector.label(html);
    assert.equal([judged.text('all'), judged.encoding?.source], [text, 'page']);
    assert.is((await detector.learnStream([html.subarray(0, 90), html.subarray(90)])).text('all'), text);
    const { buffer } = new Uint8Array(page('', bytes));
    assert.is(detector.label(buffer, { contentType: `text/html; charset=${name}` }).text('all'), text);
  }
  assert.is(detector.label('<p>größer <meta charset=koi8-r>').encoding, undefined);
  assert.is((await detector.learnStream(['<meta charset=koi8-r><p>größer'])).text('all'), 'größer');
});

test('browsers find the name of an encoding by their own table', () => {
  const labels = [
    'utf8',
    ' UTF-8\n',
    'latin1',
    'x-sjis',
    'cp949',
    'Big5-HKSCS',
    'gbk',
    'gb18030',
    'x-mac-cyrillic',
    'mac',
  ];
  const others = [
    'logical',
    'iso-8859-8-e',
    'unicodefeff',
    'koi8-ru',
    'cp866',
    'dos-874',
    'iso-2022-kr',
    'x-x-big5',
    'x',
    '',
  ];
  for (const label of [...labels, ...others]) assert.is(nameInBrowsers(label), labelToName(label), label);
});

test.run();
