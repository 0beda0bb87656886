/**
 * A tour of refrain on a real site. The demo learns the pages of cassandra.apache.org one after another, in the order of a crawl, and
 * prints one article block by block. It writes the articles as Markdown to build/demo.
 *
 * Run: npm run demo
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { styleText } from 'node:util';
import { type Block, Detector, type Page } from 'refrain';
import { siteByName } from '../test/support/real-sites.ts';

const SHOWN = 'blog/Cassandra-4.1-is-here.html';
const FOLDER = join('build', 'demo');
const WIDTH = 110;

const coloured = process.stdout.isTTY && process.env['NO_COLOR'] === undefined;
const paint = (style: Parameters<typeof styleText>[0], text: string): string =>
  coloured ? styleText(style, text) : text;
const heading = (text: string): void => console.log(`\n${paint('bold', text)}`);
const cut = (text: string, width: number): string => (text.length > width ? `${text.slice(0, width - 1)}…` : text);
const count = (value: number): string => Math.round(value).toLocaleString('en-US');

/** A bar with the share of a page that is template. */
function progressLine(page: Page, path: string): string {
  const { template, content } = page.lengths;
  const share = Math.round((100 * template) / (template + content));
  const steps = Math.round(share / 5);
  const bar = paint('yellow', '█'.repeat(steps)) + paint('green', '░'.repeat(20 - steps));
  return `  page ${String(page.number).padStart(3)}  ${bar} ${String(share).padStart(3)} % template   ${cut(path, 62)}`;
}

function blockLine({ verdict, score = 0, path, text }: Block): string {
  const end = path.replace('html/body/', '');
  const shown = end.length > 24 ? `…${end.slice(-23)}` : end;
  const words = cut(text.replace(/\s+/g, ' '), WIDTH - 46);
  return `  ${paint(verdict === 'template' ? 'yellow' : 'green', verdict.padEnd(8))} ${score.toFixed(1).padStart(5)}  ${shown.padEnd(24)}  ${words}`;
}

function reasonLines(block: Block): string[] {
  const reason = `“${cut(block.text.replace(/\s+/g, ' '), 40)}” ${block.explain().reason}.`;
  return reason.match(/.{1,104}(\s|$)/g)?.map((line, at) => `${at === 0 ? '  ' : '      '}${line.trimEnd()}`) ?? [];
}

/** The blocks with the highest and the lowest score, and the block nearest to the threshold. */
function tellingBlocks({ blocks }: Page): Block[] {
  const byScore = blocks
    .filter(({ length }) => length > 5)
    .toSorted((one, other) => (one.score ?? 0) - (other.score ?? 0));
  const even = byScore.toSorted((one, other) => Math.abs(one.score ?? 0) - Math.abs(other.score ?? 0))[0];
  return [byScore.at(-1), byScore[0], even].filter((block) => block !== undefined);
}

function showPage(page: Page, path: string): void {
  heading(`Page ${page.number}, ${path}, as soon as it is read: its blocks, with the log odds of template`);
  const first = page.blocks.findIndex(({ verdict }) => verdict === 'content');
  const isShown = (at: number): boolean =>
    at < 4 || (at >= first - 2 && at < first + 7) || at >= page.blocks.length - 4;
  let left = 0;
  for (const [at, block] of page.blocks.entries()) {
    if (!isShown(at)) left += 1;
    if (left > 0 && isShown(at)) {
      console.log(`  … ${left} more …`);
      left = 0;
    }
    if (isShown(at)) console.log(blockLine(block));
  }
  heading('Its main content');
  for (const line of page.text().split('\n').slice(0, 6)) console.log(`  ${cut(line, WIDTH - 2)}`);
  heading('Why: the clearest template, the clearest content and the closest decision');
  for (const block of tellingBlocks(page)) for (const line of reasonLines(block)) console.log(line);
  heading('The pages after it');
}

const { pages } = siteByName('cassandra');
heading(
  `refrain learns ${pages.length} pages of cassandra.apache.org, one after another, and stores none of them (█ template, ░ content)`,
);
const detector = await Detector.create();
const learned = { bytes: 0, segments: 0, milliseconds: 0 };
for (const { name, html } of pages) {
  const path = name.replace(/^cassandra\/content\/(_\/)?/, '');
  const bytes = Buffer.from(html);
  const started = performance.now();
  const page = detector.learn(bytes, { id: path });
  learned.milliseconds += performance.now() - started;
  learned.bytes += bytes.length;
  learned.segments += page.fresh;
  if (page.number <= 5 || page.number % 20 === 0) console.log(progressLine(page, path));
  if (path === SHOWN) showPage(page, path);
}

const { entries, tableBytes } = detector.stats;
const seconds = learned.milliseconds / 1000;
heading('In total');
console.log(`  ${pages.length} pages, ${count(learned.bytes / 1000)} kB of HTML, in ${seconds.toFixed(2)} s:`);
console.log(
  `  ${count(pages.length / seconds)} pages/s, ${(learned.bytes / 1e6 / seconds).toFixed(1)} MB/s, cold start included.`,
);
console.log(
  `  ${count(learned.segments)} text segments were new. The table keeps ${count(entries)} of them, in ${count(tableBytes)} bytes.`,
);

mkdirSync(FOLDER, { recursive: true });
const site = pages.map(({ name, html }) => ({ path: name.replace(/^cassandra\/content\/(_\/)?/, ''), html }));
const articles = site.filter(({ path }) => path.startsWith('blog/'));
const fileOf = (path: string): string => join(FOLDER, `${path.slice('blog/'.length).replace(/\.html$/, '')}.md`);
for (const { path, html } of articles) {
  const { title, published, markdown } = detector.label(html, { id: path }).document();
  writeFileSync(fileOf(path), `${markdown}\n`);
  if (path !== SHOWN) continue;
  heading(`The document: “${title}”, ${published}`);
  for (const line of markdown.split('\n').slice(0, 9)) console.log(`  ${cut(line, WIDTH - 2)}`);
}
console.log(`\n  ${articles.length} documents are in ${FOLDER}; this one is ${fileOf(SHOWN)}`);
