/**
 * Places and boundaries on html5lib's inputs: vectors see a page in steps of sixteen bytes, memory keeps what was there
 * before, pages come in chunks; none of it may be seen in a tree.
 */
import { Detector, type Page } from 'refrain';
import { type Cursor, HtmlParser, type HtmlTree } from 'refrain/html';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { readTreeTests } from './dat.ts';
import { html5libFolder } from './html5lib.ts';
import { serialize } from './serialize.ts';
import { walk } from './walk.ts';

const places = suite('places and boundaries');
const encoder = new TextEncoder();

/** What markup of a node starts with. */
function opening(cursor: Cursor): RegExp {
  if (cursor.kind === 'comment') return /^<[!?/]/;
  if (cursor.kind === 'doctype') return /^<!doctype/i;
  const name = cursor.name.replaceAll('\ufffd', '\0');
  return new RegExp(`^<(?:${name === 'img' ? 'ima?ge?' : name.replace(/[^\w\0]/g, '\\$&')})(?=[\\s/>])`, 'i');
}

function checkPlaces(tree: HtmlTree, source: string): void {
  walk(tree, (cursor) => {
    const { start, end, startTagEnd } = cursor;
    if (start === null || end === null) return assert.is(startTagEnd, null);
    assert.ok(start <= end && end <= source.length, `${start} to ${end} of ${source}`);
    const slice = source.slice(start, end);
    if (cursor.kind === 'text') {
      // A text may have come together from several places.
      if (slice.length === cursor.text.length && !/[&\0\r]/.test(slice)) assert.is(slice, cursor.text);
      return;
    }
    assert.ok(opening(cursor).test(slice), `${opening(cursor)} ${JSON.stringify(slice)} in ${JSON.stringify(source)}`);
    if (startTagEnd !== null) assert.match(source.slice(start, startTagEnd), />$/);
  });
}

/** All places of a tree. */
function placesOf(tree: HtmlTree): (number | null)[] {
  const found: (number | null)[] = [];
  walk(tree, ({ start, end, startTagEnd }) => found.push(start, end, startTagEnd));
  return found;
}

const describe = (page: Page): string =>
  page.blocks.map(({ path, start, end, text }) => `${path} ${start} ${end} ${text}`).join('\n');

/** Characters of several bytes beside most kinds of nodes. */
const OWN = [
  '<!DOCTYPE html><title>a&amp;b</title><p class="x y">one<b>two<i>three</b>four</i><br>',
  '<table><tr><td>a<form><td>b</form></table>c<template><td>d</template><!-- e --!><?f>',
  '<svg viewbox=0><desc><p>é😀</desc><![CDATA[x]]></svg><select><option>a<option>b</select>',
];
const inputs = [...new Set([...OWN, ...readTreeTests(html5libFolder()).map(({ data }) => data.toWellFormed())])];
const parser = await HtmlParser.create();

places('nodes lead to their markup, in strings and in bytes', () => {
  for (const input of inputs) {
    const source = `<!--é😀\u2028-->${input}`;
    const tree = parser.parse(source);
    checkPlaces(tree, source);
    const units = placesOf(tree);
    const bytes = placesOf(parser.parse(encoder.encode(source)));
    const expected = units.map((unit) => (unit === null ? null : Buffer.byteLength(source.slice(0, unit))));
    assert.equal(bytes, expected, source);
  }
});

places('siblings are linked both ways', () => {
  for (const input of inputs) {
    walk(parser.parse(input), (cursor) => {
      const next = cursor.clone();
      if (next.nextSibling()) assert.ok(next.previousSibling() && next.start === cursor.start, input);
      const last = cursor.clone();
      assert.ok(!last.lastChild() || (!last.nextSibling() && last.parent()), input);
    });
  }
});

places('a tree is the same wherever its source starts, and whatever was there before', () => {
  const dirt = `<!--${`<a b="'>&amp;--></script></style>]]>`.repeat(200)}`;
  for (const [index, input] of inputs.entries()) {
    const expected = serialize(parser.parse(input));
    for (let shift = 0; shift < 64; shift += 1) {
      if ((index + shift) % 8 === 0) parser.parse(dirt);
      // A comment before everything else changes nothing but the places.
      const comment = '.'.repeat(shift);
      assert.is(serialize(parser.parse(`<!--${comment}-->${input}`)), `| <!-- ${comment} -->\n${expected}`, input);
    }
  }
});

places('a page in two chunks, cut anywhere, is the page', async () => {
  const whole = await Detector.create();
  const chunked = await Detector.create();
  for (const input of inputs) {
    const bytes = encoder.encode(input);
    const expected = describe(whole.label(bytes));
    for (let at = 0; at <= bytes.length; at += 1) {
      const page = await chunked.learnStream([bytes.subarray(0, at), bytes.subarray(at)]);
      assert.is(describe(page), expected, `${at}: ${input}`);
    }
  }
});

places.run();
