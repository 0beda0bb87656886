import { htmlRule } from 'refrain/engine';
import { test } from 'uvu';
import * as assert from 'uvu/assert';

const { isHtmlType, nonHtmlKind, startsAsHtml } = htmlRule;
const latin1 = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, 'latin1'));
const utf16 = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, 'utf16le'));

const XML = '<?xml version="1.0" encoding="UTF-8"?>\n';

for (const [kind, text] of [
  ['a PDF file', '%PDF-1.7\n%\xe2\xe3\xcf\xd3'],
  ['a PNG image', '\x89PNG\r\n\x1a\n'],
  ['a JPEG image', '\xff\xd8\xff\xe0'],
  ['a ZIP archive', 'PK\x03\x04'],
  ['gzip data', '\x1f\x8b\x08'],
  ['a binary file', `page.html${'\0'.repeat(248)}ustar\0`],
  ['xz data', '\xfd7zXZ\0\0'],
  ['bzip2 data', 'BZh91AY&SY'],
  ['a binary file', 'text\0text'],
  ['JSON', '{"a": 1}'],
  ['JSON', '\xef\xbb\xbf\n{\n  "a": [1,\n  2] }'],
  ['JSON', '[{"a": 1}]'],
  ['JSON', '[\n"a", "b"]'],
  ['JSON', '[1, 2]'],
  ['an XML sitemap', `${XML}<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">`],
  ['an XML sitemap', `${XML}<?xml-stylesheet href="a.xsl"?>\n<!-- by us -->\n<sitemapindex>`],
  ['an RSS feed', '<rss version="2.0">'],
  ['an Atom feed', `${XML}<feed xmlns="http://www.w3.org/2005/Atom">`],
  ['an RDF document', `${XML}<rdf:RDF>`],
  ['an SVG image', `${XML}<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "svg11.dtd">\n<svg>`],
  ['XML with the root element <wml>', `${XML}<wml>`],
] as const) {
  test(`${kind} is not HTML: ${JSON.stringify(text.slice(0, 30))}`, () => {
    assert.is(nonHtmlKind(latin1(text)), kind);
  });
}

for (const [text, isStart] of [
  ['', false],
  ['text', false],
  ['<p>text', false],
  ['<'.repeat(100), false],
  ['{% extends "base" %}\n<p>', false],
  ['{{ "title": }}', false],
  ['[1] a footnote', false],
  ['[link] text', false],
  ['<svg><path/></svg> text', false],
  ['<!doctype html>', true],
  ['\xef\xbb\xbf<!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 4.01//EN">', true],
  ['<html>', true],
  ['<!-- a comment -->\n<html lang="en">\0', true],
  ['<head><title>', true],
  [`${XML}<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Strict//EN" "xhtml1-strict.dtd">\n<html>`, true],
  [`${XML}<html xmlns="http://www.w3.org/1999/xhtml">`, true],
  [`${XML}<!-- more -->\n<?php ?><html>`, false],
] as const) {
  test(`may be HTML: ${JSON.stringify(text.slice(0, 30))}`, () => {
    assert.is(nonHtmlKind(latin1(text)), undefined);
    assert.is(startsAsHtml(latin1(text)), isStart);
  });
}

test('reads comments, instructions and doctypes once each, as many as 1 KiB contains', () => {
  for (const part of ['<!---->', '<!--', '<? ?>', '<!doctype x>', '<!doctype x[', '<!doctype x[]>', '<!---->\n<? ?>']) {
    // An expression with a repeated group would not end for these.
    assert.is(nonHtmlKind(latin1(part.repeat(1000))), undefined, part);
    assert.not(startsAsHtml(latin1(part.repeat(1000))), part);
  }
});

test('reads the beginning of UTF-16 with and without a byte order mark', () => {
  assert.is(nonHtmlKind(utf16('\ufeff<!doctype html>')), undefined);
  assert.ok(startsAsHtml(utf16('<html>')));
  assert.is(nonHtmlKind(utf16(`\ufeff${XML}<urlset>`)), 'an XML sitemap');
});

test('the types of HTML and XHTML are accepted', () => {
  for (const type of ['text/html', ' Text/HTML; charset=x', 'application/xhtml+xml,text/plain']) {
    assert.ok(isHtmlType(type), type);
  }
  for (const type of [undefined, '', 'text/plain', 'application/xml', 'text/htmlx']) assert.not(isHtmlType(type));
});

test.run();
