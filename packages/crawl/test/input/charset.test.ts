import { readFileSync } from 'node:fs';
import { Detector } from 'refrain';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { decodeHtml } from '../../src/reading/charset.ts';

const CHARSETS: Readonly<Record<string, { readonly text: string; readonly hex: string }>> = JSON.parse(
  readFileSync(new URL('../fixtures/charsets.json', import.meta.url), 'utf8'),
);

/** The same text in a legacy encoding, written by charsets.py, and as characters. */
function fixture(name: string): { bytes: Uint8Array; text: string } {
  const { text, hex } = CHARSETS[name] ?? { text: '', hex: '' };
  return { bytes: Uint8Array.from(Buffer.from(hex, 'hex')), text };
}

const ascii = (text: string): Uint8Array => Uint8Array.from(text, (character) => character.charCodeAt(0));

const join = (...parts: readonly Uint8Array[]): Uint8Array => new Uint8Array(Buffer.concat(parts));

/** A page with text given as bytes. */
const page = (head: string, text: Uint8Array): Uint8Array =>
  join(ascii(`<!doctype html><html><head>${head}<title>t</title></head><body><p>`), text, ascii('</p></body></html>'));

/** The text of the page's only paragraph. */
const paragraph = ({ html }: { html: Uint8Array | string }): string => {
  const source = typeof html === 'string' ? html : new TextDecoder('utf-8', { ignoreBOM: true }).decode(html);
  return /<p>(.*)<\/p>/s.exec(source)?.[1] ?? '';
};

/** Fixture, name in the Encoding standard, and another label of it. */
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

test('reads a meta in the first 1,024 bytes only, and not in a comment', () => {
  const { bytes } = fixture('koi8-r');
  assert.is(decodeHtml(page(`${' '.repeat(1024)}<meta charset=koi8-r>`, bytes)).encoding, 'windows-1252');
  assert.is(decodeHtml(page('<!-- <meta charset=euc-kr> --><meta charset=koi8-r>', bytes)).encoding, 'KOI8-R');
});

test('returns ASCII in a legacy encoding without a copy, except in ISO-2022-JP', () => {
  const html = page('', ascii('plain'));
  for (const label of ['iso-8859-1', 'shift_jis', 'big5', 'gb18030', 'x-user-defined', 'ibm866']) {
    assert.is(decodeHtml(html, `text/html; charset=${label}`).html, html, label);
  }
  const escaped = decodeHtml(page('', ascii('\x1b$B$"\x1b(B')), 'text/html; charset=iso-2022-jp');
  assert.is(paragraph(escaped), 'あ');
});

test('x-user-defined is used from the header and means windows-1252 in a meta', () => {
  const html = page('<meta charset=x-user-defined>', Uint8Array.of(0x80, 0xff));
  assert.is(paragraph(decodeHtml(html)), '€ÿ');
  assert.is(decodeHtml(html).encoding, 'windows-1252');
  const asked = decodeHtml(html, 'text/html; charset=x-user-defined');
  assert.equal([asked.encoding, paragraph(asked)], ['x-user-defined', '\uf780\uf7ff']);
});

test('encodings that the standard maps to "replacement" give one replacement character', () => {
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

test('a detector reads decoded pages', async () => {
  using detector = await Detector.create();
  for (const name of ['euc-kr', 'shift_jis', 'windows-1256', 'gb18030']) {
    const { bytes, text } = fixture(name);
    const { html } = decodeHtml(page(`<meta charset=${name}>`, bytes));
    assert.is(detector.label(html).text(), text);
  }
});

test.run();
