/** The public API: navigation, attributes, source offsets, stale views, invalid input and limits. */
import { LimitError, RefrainError, UsageError } from 'refrain';
import { type Cursor, HtmlParser } from 'refrain/html';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { serialize } from './serialize.ts';

const parser = await HtmlParser.create();

const isCode =
  (code: string) =>
  (error: unknown): boolean =>
    error instanceof RefrainError && error.code === code;

function find(cursor: Cursor, name: string): Cursor {
  for (;;) {
    if (cursor.kind === 'element' && cursor.name === name) return cursor;
    if (cursor.firstChild()) continue;
    while (!cursor.nextSibling()) if (!cursor.parent()) throw new Error(`there is no ${name}`);
  }
}

test('names of attributes keep the characters next to letters', () => {
  const cursor = find(parser.parse('<p [Click] @A Z{ `b A=1 z=2 Z=3>').cursor(), 'p');
  assert.equal([...cursor.attributes.keys()], ['[click]', '@a', 'z{', '`b', 'a', 'z']);
  assert.is(cursor.attributes.get('z'), '2');
});

test('attributes after a value that is long and not Latin are read', async () => {
  const value = '日'.repeat(300_000);
  const fresh = await HtmlParser.create();
  const { attributes } = find(fresh.parse(`<p title="${value}" class=a>`).cursor(), 'p');
  assert.equal(
    [...attributes],
    [
      ['title', value],
      ['class', 'a'],
    ],
  );
});

test('merged attributes belong to their element, and the root of a fragment has no relatives', () => {
  const { attributes } = find(parser.parse('<html a=1><body b=2><html c=3 a=4><body d=5 b=6><p e=7>').cursor(), 'body');
  assert.equal(
    [...attributes],
    [
      ['b', '2'],
      ['d', '5'],
    ],
  );
  const html = find(parser.parse('<html a=1><body b=2><html c=3 a=4><body d=5 b=6><p e=7>').cursor(), 'html');
  assert.equal(
    [...html.attributes],
    [
      ['a', '1'],
      ['c', '3'],
    ],
  );
  const root = parser.parseFragment('<p>a<!--b--></p><p>c').cursor();
  for (const move of ['parent', 'nextSibling', 'previousSibling'] as const) assert.not(root[move](), move);
  assert.is(root.text, '');
  assert.ok(root.firstChild());
  assert.is(root.text, '');
  assert.ok(root.firstChild());
  assert.is(root.text, 'a');
  assert.ok(root.nextSibling());
  assert.is(root.text, 'b');
});

test('a cursor moves in all directions, and remains if there is no node to move to', () => {
  const cursor = parser.parse('<!DOCTYPE html><p>one<!--two--><b>three</b>').cursor();
  assert.is(cursor.kind, 'document');
  assert.not(cursor.parent());
  assert.not(cursor.nextSibling());
  assert.not(cursor.previousSibling());
  assert.ok(cursor.firstChild());
  assert.is(cursor.kind, 'doctype');
  assert.not(cursor.firstChild());
  assert.not(cursor.previousSibling());
  assert.ok(cursor.nextSibling());
  assert.is(cursor.name, 'html');
  assert.not(cursor.nextSibling());
  assert.ok(cursor.lastChild());
  assert.is(cursor.name, 'body');
  assert.ok(cursor.previousSibling());
  assert.is(cursor.name, 'head');
  const paragraph = find(cursor.clone(), 'head');
  assert.ok(paragraph.nextSibling() && paragraph.firstChild());
  assert.is(paragraph.name, 'p');
  const kinds: string[] = [];
  const child = paragraph.clone();
  for (let more = child.firstChild(); more; more = child.nextSibling()) kinds.push(`${child.kind} ${child.text}`);
  assert.equal(kinds, ['text one', 'comment two', 'element ']);
  assert.is(paragraph.name, 'p', 'a clone moves by itself');
  assert.ok(child.parent() && child.parent() && child.parent());
  assert.is(child.name, 'html');
});

test('reads names, namespaces and attributes', () => {
  const source =
    '<BODY Class="a &amp; b" class=c data-x DATA-Y=1><svg viewbox="0 0" xlink:href=#a><lineargradient/></svg>' +
    '<math definitionurl=u><mi>x</mi></math><body id=later class=not><my-Element A\0b=c>';
  const tree = parser.parse(source);
  const body = find(tree.cursor(), 'body');
  assert.equal(
    [...body.attributes],
    [
      ['class', 'a & b'],
      ['data-x', ''],
      ['data-y', '1'],
      ['id', 'later'],
    ],
  );
  assert.is(body.attribute('class'), 'a & b');
  assert.is(body.attribute('Class'), undefined);
  assert.is(body.namespace, 'html');
  const svg = find(tree.cursor(), 'svg');
  assert.is(svg.namespace, 'svg');
  assert.equal(
    [...svg.attributes],
    [
      ['viewBox', '0 0'],
      ['xlink:href', '#a'],
    ],
  );
  assert.is(find(tree.cursor(), 'linearGradient').attributes.size, 0);
  assert.is(find(tree.cursor(), 'math').attribute('definitionURL'), 'u');
  assert.is(find(tree.cursor(), 'mi').namespace, 'mathml');
  assert.equal([...find(tree.cursor(), 'my-element').attributes], [['a\ufffdb', 'c']]);
});

test('reads texts and comments as the standard defines them', () => {
  const cursor = parser.parse('<p>a\r\nb\rc&lt;&notit;\0<!--x\r\ny\0z-->').cursor();
  find(cursor, 'p').firstChild();
  assert.is(cursor.text, 'a\nb\nc<¬it;');
  cursor.nextSibling();
  assert.is(cursor.text, 'x\ny\ufffdz');
  assert.is(cursor.name, '');
  assert.is(cursor.attributes.size, 0);
  assert.is(cursor.startTagEnd, null);
  assert.is(cursor.publicId, null);
});

test('reads doctypes and document modes', () => {
  const strict = '<!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 4.01//EN" \'http://www.w3.org/TR/html4/strict.dtd\'>';
  const loose = '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "x">';
  const doctype = parser.parse(strict).cursor();
  doctype.firstChild();
  assert.is(doctype.name, 'html');
  assert.is(doctype.publicId, '-//W3C//DTD HTML 4.01//EN');
  assert.is(doctype.systemId, 'http://www.w3.org/TR/html4/strict.dtd');
  assert.equal([doctype.start, doctype.end], [0, strict.length]);
  const modes = [strict, loose, '', '<!doctype html>'].map((source) => parser.parse(source).mode);
  assert.equal(modes, ['no-quirks', 'limited-quirks', 'quirks', 'no-quirks']);
  const plain = parser.parse('<!doctype html system "">').cursor();
  plain.firstChild();
  assert.equal([plain.publicId, plain.systemId], [null, '']);
});

test('the contents of a template are a fragment child', () => {
  const template = find(parser.parse('<template><td>x</template>').cursor(), 'template');
  assert.ok(template.firstChild());
  assert.is(template.kind, 'fragment');
  assert.is(template.start, null);
  assert.ok(template.firstChild());
  assert.is(template.name, 'td');
  assert.ok(template.parent() && template.parent());
  assert.is(template.name, 'template');
});

test('parses fragments in a context', () => {
  const row = parser.parseFragment('<td>x<td>y', { context: 'TR' });
  assert.is(serialize(row), '| <td>\n|   "x"\n| <td>\n|   "y"');
  assert.is(row.nodeCount, 5);
  const cursor = row.cursor();
  assert.is(cursor.kind, 'fragment');
  assert.is(cursor.name, '');
  assert.not(cursor.parent() || cursor.nextSibling());
  assert.ok(cursor.firstChild() && cursor.parent());
  assert.is(cursor.kind, 'fragment');
  assert.is(serialize(parser.parseFragment('<td>x')), '| "x"');
  assert.is(serialize(parser.parseFragment('&lt;<b>', { context: 'textarea' })), '| "<<b>"');
  assert.is(serialize(parser.parseFragment('<g/>', { context: 'svg', namespace: 'svg' })), '| <svg g>');
  assert.is(serialize(parser.parseFragment('<b>', { context: 'x-unknown' })), '| <b>');
  assert.is(serialize(parser.parseFragment('')), '');
});

test('source offsets are code units for strings and bytes for bytes', () => {
  const source = '\ufeff<!--é😀--><p class=é>a😀<b>b</b>';
  const offsetsOf = (input: string | Uint8Array): (number | null)[] => {
    const cursor = parser.parse(input).cursor();
    const found = [find(cursor, 'html').start, find(cursor, 'p').start, cursor.startTagEnd, cursor.end];
    cursor.firstChild();
    found.push(cursor.start, cursor.end);
    cursor.nextSibling();
    return [...found, cursor.start, cursor.end];
  };
  assert.equal(offsetsOf(source), [null, 11, 22, 33, 22, 25, 25, 33]);
  assert.equal(offsetsOf(new TextEncoder().encode(source)), [null, 16, 28, 41, 28, 33, 33, 41]);
});

test('the option scripting decides how noscript is parsed', async () => {
  const scripting = await HtmlParser.create({ scripting: true });
  const source = '<body><noscript><p>x';
  assert.is(find(parser.parse(source).cursor(), 'p').name, 'p');
  const noscript = find(scripting.parse(source).cursor(), 'noscript');
  noscript.firstChild();
  assert.is(noscript.text, '<p>x');
});

test('replaces invalid UTF-8 and lone surrogates', () => {
  const start = new TextEncoder().encode('<meta charset=utf-8><p>');
  const cursor = parser.parse(Uint8Array.from([...start, 0xff, 0x61, 0xc3])).cursor();
  find(cursor, 'p').firstChild();
  assert.is(cursor.text, '\ufffda\ufffd');
  const lone = parser.parse('<p>\ud800x\udc00').cursor();
  find(lone, 'p').firstChild();
  assert.is(lone.text, '\ufffdx\ufffd');
});

test('a tree is stale after the next call of its parser', async () => {
  const tree = parser.parse('<p>one');
  const cursor = find(tree.cursor(), 'p');
  const other = await HtmlParser.create();
  other.parse('<p>elsewhere');
  assert.is(cursor.name, 'p');
  parser.parseFragment('<b>');
  const stale = (error: unknown): boolean => error instanceof UsageError && error.code === 'PAGE_STALE';
  for (const read of [
    () => cursor.kind,
    () => cursor.name,
    () => cursor.attributes,
    () => cursor.text,
    () => cursor.start,
    () => cursor.firstChild(),
    () => cursor.parent(),
    () => cursor.clone().nextSibling(),
    () => tree.cursor().kind,
  ]) {
    assert.throws(read, stale);
  }
});

test('rejects invalid options and input', async () => {
  for (const options of [{ scripting: 1 }, { maxDepth: -1 }, { maxNodes: 'x' }, { templateDf: 3 }, { depth: 1 }]) {
    try {
      await HtmlParser.create(options as object);
      assert.unreachable(JSON.stringify(options));
    } catch (error) {
      assert.ok(isCode('OPTION_INVALID')(error), JSON.stringify(options));
    }
  }
  for (const wrong of [undefined, null, 7, {}, [1]]) {
    assert.throws(() => parser.parse(wrong as unknown as string), isCode('INPUT_INVALID'));
  }
  assert.throws(() => parser.parseFragment('', { context: 7 as unknown as string }), isCode('OPTION_INVALID'));
  assert.throws(() => parser.parseFragment('', { namespace: 'x' as unknown as 'svg' }), isCode('OPTION_INVALID'));
});

test('applies maxPageBytes, maxNodes, maxDepth and maxMemory', async () => {
  const limited = await HtmlParser.create({ maxPageBytes: 1000, maxNodes: 50, maxDepth: 10 });
  const limit = (code: string, run: () => unknown): void =>
    assert.throws(run, (error: unknown) => error instanceof LimitError && error.code === code);
  limit('PAGE_TOO_LARGE', () => limited.parse('x'.repeat(1001)));
  limit('PAGE_TOO_LARGE', () => limited.parse('é'.repeat(501)));
  limit('PAGE_TOO_LARGE', () => limited.parse(new Uint8Array(1001)));
  limit('TOO_MANY_NODES', () => limited.parse('<b>x</b>'.repeat(60)));
  const cursor = limited.parse('<div>'.repeat(30)).cursor();
  let depth = 0;
  while (cursor.lastChild()) depth += 1;
  assert.is(depth, 10);
  const small = await HtmlParser.create({ maxMemory: 2 * 1024 * 1024 });
  limit('OUT_OF_MEMORY', () => small.parse('x'.repeat(3_000_000)));
  assert.is(find(small.parse('<p>x').cursor(), 'p').name, 'p');
});

test('accepts the module as bytes', async () => {
  const { readFile } = await import('node:fs/promises');
  const wasm = await readFile(new URL(import.meta.resolve('refrain/core.wasm')));
  const given = await HtmlParser.create({}, { wasm });
  assert.is(given.parse('<p>').nodeCount, 5);
});

test.run();
