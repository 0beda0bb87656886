/**
 * The programs of README.md. Each block of TypeScript is identified by a call that no other block has, and completed with
 * the declarations that it needs before it and the expected outcome after it.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { members, warcRecord } from '../support/warc.ts';
import { ROOT, writeInto } from './project.ts';

export interface Example {
  readonly name: string;
  /** A text that only this block contains. */
  readonly mark: string;
  /** The reason why it runs only in Node; undefined if it runs everywhere. */
  readonly nodeOnly?: string;
  readonly before: string;
  /** Declares `outcome`. */
  readonly after: string;
  /** The expected outcome as JSON. */
  readonly expected: unknown;
}

/** A complete program. */
export interface Program extends Example {
  readonly node: string;
  readonly web: string;
}

/** `readFile` and `writeFile` on each platform. */
const FILES = {
  node: `import { readFile, writeFile } from 'node:fs/promises';`,
  web: `const files = new Map<string, Uint8Array>();
const writeFile = async (name: string, bytes: Uint8Array): Promise<void> => void files.set(name, bytes);
const readFile = async (name: string): Promise<Uint8Array> => files.get(name) ?? new Uint8Array();`,
};

/** The story of a page. */
const story = (number: number): string =>
  `Story ${number} was told by the river, and nobody who heard it believed a word.`;
const html = (number: number): string => `<!doctype html><title>Story ${number}</title>
<ul><li><a href="/">Home page</a><li><a href="/news">All the news</a></ul><div><p>${story(number)}</div>`;

const COUNT = 8;
const PAGES = Array.from({ length: COUNT }, (_, number) => ({
  url: `https://a.example/${number}`,
  html: html(number),
}));
const declared = (name: string, value: unknown): string => `const ${name} = ${JSON.stringify(value)};`;

const KNOWN: readonly Example[] = [
  {
    name: 'ten-lines',
    mark: 'for await (const { url, html } of crawl)',
    before: declared('crawl', PAGES),
    after: `const restored = await Detector.restore(await readFile('site.refrain'));
const next = restored.label(${JSON.stringify(html(COUNT))});
export const outcome = { pages: restored.stats.pages, kinds: next.blocks.map(({ kind }) => kind), text: next.text('content') };`,
    expected: { pages: COUNT, kinds: ['template', 'template', 'content'], text: story(COUNT) },
  },
  {
    name: 'many-sites',
    mark: "readInputs(['crawl.warc.gz', 'more.ndjson', 'pages/'])",
    nodeOnly: 'refrain/input reads files',
    before: '',
    after: `const again = await Sites.open({ location: 'crawl.refrain' });
const list: [string, number][] = [];
for await (const { site, pages } of again.list()) list.push([site, pages]);
await again.close();
// The third is a file, whose site is the top folder of wherever this is.
export const outcome = { named: list.filter(([site]) => site.endsWith('.example')), count: list.length };`,
    expected: {
      named: [
        ['a.example', 1],
        ['b.example', 1],
      ],
      count: 3,
    },
  },
  {
    name: 'html',
    mark: 'HtmlParser.create()',
    before: '',
    after: 'export const outcome = { text: cursor.text, start: cursor.start };',
    expected: { text: 'Hello', start: '<!DOCTYPE html><p>'.length },
  },
  {
    name: 'page-level',
    mark: 'PageLevelDetector.create()',
    before: declared('html', html(0)),
    after: `const other = await PageLevelDetector.create({}, { regression });
export const outcome = { blocks: page.blocks.length, again: other.learn(html).blocks.length };`,
    expected: { blocks: 3, again: 3 },
  },
  {
    name: 'index',
    mark: 'IndexBuilder.create(',
    nodeOnly: 'refrain/index is a file',
    before: declared('pages', [...PAGES, { url: 'https://b.example/', html: `${html(0)}<p>web template detection` }]),
    after: `export const outcome = {
  found: index.search('"template detection" web', { ranking: 'bm25' }).map(({ url }) => url),
  count: index.stats.pages,
  pairs: [...duplicates.pairs()].length > 0,
};
index.close();`,
    expected: { found: ['https://b.example/'], count: COUNT + 1, pairs: true },
  },
  {
    name: 'smoothing',
    mark: 'TreeSmoother.create()',
    before: '',
    after: 'export const outcome = { values: [...values], sections };',
    expected: { values: [0.2, 0.8, 0.2], sections: 2 },
  },
];

/** The blocks of TypeScript in a Markdown text. */
const blocksOf = (markdown: string): string[] =>
  [...markdown.matchAll(/^```ts\n(.*?)^```$/gms)].map(([, block]) => block ?? '');

const headOf = (block: string): string => block.split('\n', 1)[0] ?? '';

/** Each block of README.md as a program, for Node and for browsers; a block that is not known is an error. */
export function readPrograms(): Program[] {
  const programs = blocksOf(readFileSync(join(ROOT, 'README.md'), 'utf8')).map((block) => {
    const [example, ...others] = KNOWN.filter(({ mark }) => block.includes(mark));
    if (example === undefined) {
      throw new Error(`README.md has a program that test/packed/examples.ts does not know: ${headOf(block)}`);
    }
    if (others.length > 0) throw new Error(`the program of README.md is not one: ${headOf(block)}`);
    const around = (first: string): string => `${first}\n${example.before}\n\n${block}\n${example.after}\n`;
    return { ...example, node: around(FILES.node), web: around(FILES.web) };
  });
  const names = programs.map(({ name }) => name);
  const missing = KNOWN.filter(({ name }) => names.filter((other) => other === name).length !== 1);
  if (missing.length > 0) throw new Error(`README.md has not exactly one program ${missing[0]?.name}`);
  return programs;
}

/** What the programs read. */
export function writeInputs(folder: string): void {
  writeInto(folder, 'crawl.warc.gz', members([warcRecord({ url: 'https://a.example/0', body: html(0) })]));
  writeInto(folder, 'more.ndjson', `${JSON.stringify({ url: 'https://b.example/1', html: html(1) })}\n`);
  writeInto(folder, 'pages/2.html', html(2));
}
