/** Trees of several libraries have the verdicts of their source. */

import { type Document, DomHandler } from 'domhandler';
import { Parser } from 'htmlparser2';
import { parseHTML } from 'linkedom';
import { parse, parseFragment } from 'parse5';
import { Detector, type Page } from 'refrain';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { siteByName } from '../support/real-sites.ts';

const domhandlerTree = (html: string): Document => {
  const handler = new DomHandler(() => {});
  new Parser(handler).end(html);
  return handler.root;
};

const verdicts = (page: Page): unknown =>
  page.blocks.map(({ verdict, path, text, length, templateLength, segments }) => ({
    ...{ verdict, path, text, length, templateLength },
    segments: segments.map(({ df, lastPage, path: at }) => [df, lastPage, at]),
  }));

const TREES: Readonly<Record<string, (html: string) => unknown>> = {
  parse5: (html) => parse(html),
  linkedom: (html) => parseHTML(html).document,
  domhandler: domhandlerTree,
};

for (const [name, make] of Object.entries(TREES)) {
  test(`${name}: trees of a real site have the verdicts and the table of their sources`, async () => {
    // htmlparser2, which linkedom uses too, does not insert a `tbody` as the standard requires.
    const pages = siteByName('cassandra')
      .pages.filter(({ html }) => !html.includes('<table'))
      .slice(0, 40);
    assert.is(pages.length, 40);
    const [bySource, byTree] = [await Detector.create({ seed: 5 }), await Detector.create({ seed: 5 })];
    for (const page of pages) {
      assert.equal(verdicts(byTree.learnTree(make(page.html))), verdicts(bySource.learn(page.html)), page.name);
    }
    assert.equal(byTree.snapshot(), bySource.snapshot());
    assert.ok(bySource.label(pages[0]?.html ?? '').lengths.template > 0);
  });
}

test('blocks and segments have the nodes of the tree', async () => {
  const detector = await Detector.create();
  const html = (story: string): string =>
    `<html><body><div id=menu>Menu</div><div id=story><p>${story}</p></div></body></html>`;
  for (let number = 1; number <= 5; number += 1) detector.learn(html(`${number}`));
  const { document } = parseHTML(html('tale'));
  const page = detector.learnTree<unknown>(document);
  const [menu, story] = page.blocks;
  assert.is(menu?.element, document.getElementById('menu'));
  assert.is(story?.segments[0]?.node, document.querySelector('p')?.firstChild);
  assert.equal([menu?.verdict, story?.verdict], ['template', 'content']);
  assert.equal([story?.start, story?.end], [null, null]);
  assert.is(page.markdown('content'), 'tale\n');
  assert.is(page.html('content', { mode: 'cut' }).includes('Menu'), false);
});

test('an element and a fragment are read as contents of a body', async () => {
  const detector = await Detector.create({ separators: 'html5' });
  const { document } = parseHTML('<main><nav>a</nav><p>b</p></main>');
  const paths = (page: Page): string[] => page.blocks.flatMap(({ segments }) => segments.map(({ path }) => path));
  assert.equal(paths(detector.labelTree(document.querySelector('main'))), ['html/body/main/p', 'html/body/main/nav']);
  assert.equal(paths(detector.labelTree(parseFragment('<p>b</p><p>c</p>d'))), [
    'html/body/p',
    'html/body/p',
    'html/body',
  ]);
  assert.equal(paths(detector.labelTree(domhandlerTree('<!-- c --><p>b</p>'))), ['html/body/p']);
  assert.equal(paths(detector.labelTree(parseFragment(''))), []);
});

test('text and attributes of a tree are written as HTML that has the same ones', async () => {
  const detector = await Detector.create();
  const { document } = parseHTML('<body></body>');
  const add = (name: string, text: string, attributes: Readonly<Record<string, string>> = {}): Element => {
    const element = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    element.append(document.createTextNode(text));
    document.body.append(element);
    return element;
  };
  const code = add('pre', '\nif (a < b && "c") { </pre> &amp; }');
  const link = add('a', 'R&D', { href: '/?a="1"&amp;b=<2>', title: '"' });
  add('script', '{"text": "</script><b>not shown</b>"}', { type: 'application/ld+json' });
  add('plaintext', 'the words of an element that has no end');
  add('b', 'are followed by others');
  const page = detector.labelTree<unknown>(document);
  const texts = page.blocks.flatMap(({ segments }) => segments.map(({ text, node }) => [text, node] as const));
  assert.equal(
    texts.map(([text]) => text),
    ['R&D', 'the words of an element that has no end', 'are followed by others', 'if (a < b && "c") { </pre> &amp; }'],
  );
  assert.equal([texts[0]?.[1], texts[3]?.[1]], [link.firstChild, code.firstChild]);
  assert.equal(page.embeddedData, ['{"text": "\\u003c/script><b>not shown</b>"}']);
  assert.match(page.html('all', { mode: 'cut' }), 'href="/?a=&quot;1&quot;&amp;amp;b=<2>"');
});

test('adjacent text nodes form one text', async () => {
  const detector = await Detector.create();
  const { document } = parseHTML('<p></p>');
  const paragraph = document.querySelector('p');
  for (const part of ['do', "n't \ud83d", '\ude00']) paragraph?.append(document.createTextNode(part));
  paragraph?.append(document.createComment('a comment separates texts'), document.createTextNode('!'));
  assert.equal(
    detector.labelTree(document).blocks.flatMap(({ segments }) => segments.map(({ text }) => text)),
    ["don't 😀", '!'],
  );
});

test('unknown element names are part of the path', async () => {
  const detector = await Detector.create();
  const page = detector.labelTree(
    parse('<my-card><ünknown>a</ünknown></my-card><svg><foreignObject><p>b</foreignObject></svg>'),
  );
  assert.equal(
    page.blocks.flatMap(({ segments }) => segments.map(({ path }) => path)),
    ['html/body/my-card', 'html/body/svg/foreignobject/p'],
  );
});

test('an element beyond maxDepth is a sibling at that depth, as in HTML', async () => {
  // All elements remain open until the page ends; the parser's stack has twice the limit.
  const html = `${'<div>x'.repeat(900)}${'</div>'.repeat(900)}<p>z`;
  for (const options of [{ seed: 3 }, { seed: 3, maxDepth: 20 }]) {
    const [bySource, byTree] = [await Detector.create(options), await Detector.create(options)];
    const cut = !('maxDepth' in options) ? html : `${'<div>x'.repeat(30)}${'</div>'.repeat(30)}<p>z`;
    const page = byTree.learnTree(parse(cut));
    assert.equal(verdicts(page), verdicts(bySource.learn(cut)));
    const depths = page.blocks.map(({ path }) => path.split('/').length);
    assert.is(Math.max(...depths), 'maxDepth' in options ? options.maxDepth : 512);
    assert.equal(byTree.snapshot(), bySource.snapshot());
  }
  const open = await Detector.create({ maxDepth: 0 });
  assert.is(open.learnTree(parse(html)).blocks[899]?.path.split('/').length, 902);
});

test.run();
