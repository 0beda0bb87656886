/** Pages that come as Markdown. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { checkMarkdownHead, isMarkdown, markdownLinks } from '../src/read/crawl/markdown.ts';
import { withFacts } from '../src/write/given-markdown.ts';

const linksOf = (text: string): string[] => [
  ...markdownLinks(new TextEncoder().encode(text), 'https://site.example/a/b'),
];

test('links of Markdown are followed', () => {
  assert.equal(linksOf('[a](/x "t") ![i](y.png) [b](<z>) <https://other.example/> [c]: ../up\n\n[d]: /down#part'), [
    ...['https://site.example/x', 'https://site.example/a/y.png', 'https://site.example/a/z'],
    ...['https://other.example/', 'https://site.example/down'],
  ]);
  assert.equal(linksOf('[mail](mailto:a@b.example) [script](javascript:1) (not a link) [neither]'), []);
  assert.is(linksOf(`${'](\t'.repeat(100_000)}${'['.repeat(100_000)}${'<http'.repeat(100_000)}`).length, 1);
});

test('the title is that of its facts, or its first heading', () => {
  const url = 'https://site.example/';
  assert.is(
    withFacts('---\ntitle: "A: b"\nx: 1\n---\n\n# C\n', url),
    `---\ntitle: "A: b"\nurl: "${url}"\n---\n\n# C\n`,
  );
  assert.is(withFacts('Text.\n\n## No\n\n# Yes #\n', url).split('\n')[1], 'title: "Yes"');
  assert.is(withFacts('---\ntitle:\nother: x\n---\n# A\n', url).split('\n')[1], 'title: "A"');
  // The heading of a hostile server, which an expression with two runs of spaces reads for seconds.
  assert.is(withFacts(`# a${' '.repeat(100_000)}b`, url).split('\n')[1], 'title: "a"');
  assert.is(withFacts('Text.', url), `---\nurl: "${url}"\n---\n\nText.\n`);
});

test('only an answer that is there is Markdown', () => {
  assert.ok(isMarkdown('text/markdown; charset=utf-8'));
  assert.not.ok(isMarkdown('text/plain'));
  assert.not.ok(isMarkdown(undefined));
  const head = (status: number, type: string) => ({ status, headers: { 'content-type': type } });
  checkMarkdownHead(head(200, 'text/markdown'));
  checkMarkdownHead(head(200, 'text/html'));
  assert.throws(() => checkMarkdownHead(head(404, 'text/markdown')), /status 404/);
  assert.throws(() => checkMarkdownHead(head(403, 'text/markdown')), /status 403: blocked/);
  assert.throws(() => checkMarkdownHead(head(200, 'application/pdf')), /application\/pdf/);
});

test.run();
