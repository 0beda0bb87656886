/** The output for hostile pages is within the allow-list. */

import { parse } from 'parse5';
import { HtmlParser } from 'refrain/html';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { HOSTILE } from '../../../test/support/hostile-pages.ts';
import { sanitise } from '../src/sanitiser.ts';

const parser = await HtmlParser.create({ scripting: true });

/** Every text is text of a block, and every `div` a block. */
function sanitised(html: string): string {
  const cursor = parser.parse(html).cursor();
  let block = 0;
  return sanitise(cursor, {
    blockOfElement: () => (cursor.name === 'div' ? block++ : undefined),
    isBlockText: () => cursor.text.trim() !== '',
  });
}

interface ParsedNode {
  readonly nodeName: string;
  readonly attrs?: readonly { readonly name: string; readonly value: string }[];
  readonly childNodes?: readonly ParsedNode[];
}

/** All nodes below `body`, as a browser would build them. */
function nodesOf(markup: string): ParsedNode[] {
  const found: ParsedNode[] = [];
  const pending: ParsedNode[] = [parse(`<!doctype html><body>${markup}`) as unknown as ParsedNode];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    found.push(node);
    pending.push(...(node.childNodes ?? []));
  }
  return found.filter(({ nodeName }) => !['#document', '#documentType', 'html', 'head', 'body'].includes(nodeName));
}

const ELEMENTS = /^(?:#text|div|span|br|table|caption|thead|tbody|tfoot|tr|td|th)$/;
const ATTRIBUTES: Readonly<Record<string, RegExp>> = {
  'data-b': /^\d+$/,
  'data-s': /^$/,
  'data-t': /^[a-z][a-z0-9]{0,9}$/,
  role: /^(?:list|listitem|separator|heading)$/,
  'aria-level': /^[1-6]$/,
  colspan: /^(?:[2-9]|\d\d|100)$/,
  rowspan: /^(?:[2-9]|\d\d|100)$/,
};

function checkHarmless(html: string): string {
  const markup = sanitised(html);
  for (const { nodeName, attrs = [] } of nodesOf(markup)) {
    assert.match(nodeName, ELEMENTS, html);
    for (const { name, value } of attrs)
      assert.match(value, ATTRIBUTES[name] ?? /no such attribute$/, `${name} in ${html}`);
  }
  return markup;
}

test('writes only escaped text and its allow-list for hostile pages', () => {
  for (const html of HOSTILE) {
    const markup = checkHarmless(html);
    for (const tag of markup.match(/<[^>]*>/g) ?? []) assert.not.match(tag, /alert|evil|javascript|[`\0]/i, html);
  }
});

test('keeps the words of elements that it replaces', () => {
  for (const html of [
    '<x-a>words</x-a>',
    '<a href=/>words</a>',
    '<svg><text>words</text></svg>',
    '<button onclick=x>words</button>',
    '<img alt=words>',
    '<input value=words>',
    '<input placeholder=words>',
    '<textarea>words</textarea>',
  ]) {
    assert.match(sanitised(html), /words/, html);
  }
});

test('shows the value of a field only if browsers do, and no empty boxes', () => {
  for (const type of ['hidden', 'password', 'checkbox', 'HIDDEN', 'image'])
    assert.not.match(sanitised(`<input type=${type} value=secret>`), /secret/);
  assert.not.match(sanitised('<img src=a.png><img alt="  "><input>'), /data-t="(?:img|field)"/);
});

test('writes text only where the detector counts it', () => {
  const cursor = parser.parse('<p>counted</p><p>not counted</p>').cursor();
  const markup = sanitise(cursor, { blockOfElement: () => undefined, isBlockText: () => cursor.text === 'counted' });
  assert.match(markup, '<span data-s>counted</span>');
  assert.not.match(markup, 'not counted');
});

test('writes elements and text up to its limits, and still visits every element', () => {
  for (const [html, elements] of [
    ['<p>many words in a text</p>'.repeat(30_000), 30_003],
    ['<div>'.repeat(30_000), 30_003],
    [`<p>${'x'.repeat(15_000)}`.repeat(100), 103],
    ['<table><tr><td>x</table>'.repeat(10_000), 40_003],
  ] as const) {
    const cursor = parser.parse(html).cursor();
    let visits = 0;
    const markup = sanitise(cursor, {
      blockOfElement: () => {
        visits += 1;
        return undefined;
      },
      isBlockText: () => cursor.text.trim() !== '',
    });
    assert.is(visits, elements, html.slice(0, 20));
    assert.ok((markup.match(/<[a-z]/g) ?? []).length <= 20_001);
    assert.ok(markup.replace(/<[^>]*>/g, '').length <= 1_020_000);
    assert.is((markup.match(/<[a-z]/g) ?? []).length, (markup.match(/<\//g) ?? []).length);
  }
  const cursor = parser.parse(`<p>${'many words '.repeat(2000)}</p>`).cursor();
  const markup = sanitise(cursor, { blockOfElement: () => undefined, isBlockText: () => true });
  assert.match(markup, /<span data-s>(many words )+[a-z ]*…<\/span>/);
  assert.ok(markup.length < 20_100);
});

test('a browser builds the tree that was written: parsing and writing it again changes nothing', () => {
  const again = (markup: string): string => {
    const write = ({ nodeName, attrs = [], childNodes = [], ...node }: ParsedNode & { value?: string }): string => {
      if (nodeName === '#text') return 'value' in node ? String(node.value) : '';
      const given = attrs.map(({ name, value }) => ` ${name}="${value}"`).join('');
      return `<${nodeName}${given}>${childNodes.map(write).join('')}</${nodeName}>`;
    };
    const [html] = (parse(`<!doctype html><body>${markup}`) as unknown as ParsedNode).childNodes?.slice(1) ?? [];
    return (html?.childNodes?.[1]?.childNodes ?? []).map(write).join('');
  };
  const expected = (markup: string): string =>
    markup
      .replaceAll('<br>', '<br></br>')
      .replace(/ data-s>/g, ' data-s="">')
      .replace(
        /&(amp|lt|gt|quot|#39);/g,
        (_, name: string) => ({ amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" })[name] ?? '',
      );
  for (const html of HOSTILE) {
    const markup = sanitised(html);
    assert.is(again(markup), expected(markup), html);
  }
});

test.run();
