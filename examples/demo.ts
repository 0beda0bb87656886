/**
 * What refrain does, on a real site: the pages of admin-lte are learned one after another, as a crawler would meet them,
 * and one of the last is taken apart.
 *
 * Run: npm run demo
 */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { styleText } from 'node:util';
import { type Block, Detector, type Page } from 'refrain';

const SHOWN = 'pages/search/simple-results.html';
const WIDTH = 100;

const root = dirname(fileURLToPath(import.meta.resolve('admin-lte/package.json')));
const names = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .map((name) => name.replaceAll('\\', '/'))
  .filter((name) => name.endsWith('.html') && !/^(plugins|node_modules|docs)\//.test(name))
  .sort();

const coloured = process.stdout.isTTY && process.env['NO_COLOR'] === undefined;
const paint = (style: Parameters<typeof styleText>[0], text: string): string =>
  coloured ? styleText(style, text) : text;
const heading = (text: string): void => console.log(`\n${paint('bold', text)}`);
const cut = (text: string, room: number): string => (text.length > room ? `${text.slice(0, room - 1)}…` : text);
const count = (value: number): string => Math.round(value).toLocaleString('en-US');

function progressLine(name: string, { number, lengths }: Page, entries: number): string {
  const share = Math.round((100 * lengths.template) / (lengths.template + lengths.content));
  const bar =
    paint('yellow', '█'.repeat(Math.round(share / 5))) + paint('green', '░'.repeat(20 - Math.round(share / 5)));
  return `  ${String(number).padStart(2)} ${cut(name, 33).padEnd(34)} ${bar} ${String(share).padStart(3)} % template; ${entries} entries`;
}

function blockLine({ kind, score = 0, path, text }: Block): string {
  const place = path.replace('html/body/', '');
  const start = place.length > 30 ? `…${place.slice(-29)}` : place;
  const words = cut(text.replace(/\s+/g, ' '), WIDTH - 50);
  return `  ${paint(kind === 'template' ? 'yellow' : 'green', kind.padEnd(8))} ${score.toFixed(1).padStart(5)}  ${start.padEnd(30)}  ${words}`;
}

/** Words about one block, in lines. */
function reasonLines(block: Block): string[] {
  const { reason, section } = block.explain();
  const said = `“${cut(block.text.replace(/\s+/g, ' '), 40)}” ${reason}. Section: ${section.replace('html/body/', '')}`;
  return said.match(/.{1,96}(\s|$)/g)?.map((line, at) => `${at === 0 ? '  ' : '      '}${line.trimEnd()}`) ?? [];
}

/** The surest of template, the surest of content, and the one that could most easily have been the other. */
function tellingBlocks({ blocks }: Page): Block[] {
  const byScore = blocks
    .filter(({ length }) => length > 5)
    .toSorted((one, other) => (one.score ?? 0) - (other.score ?? 0));
  const even = byScore.toSorted((one, other) => Math.abs(one.score ?? 0) - Math.abs(other.score ?? 0))[0];
  return [byScore.at(-1), byScore[0], even].filter((block) => block !== undefined);
}

function showPage(name: string, page: Page): void {
  heading(`Page ${page.number}, ${name}, as soon as it was read: each block with its log odds of template`);
  const shown = page.blocks.filter((_, at) => at < 12 || at >= page.blocks.length - 8);
  for (const block of shown) console.log(blockLine(block));
  if (shown.length < page.blocks.length) console.log(`  … and ${page.blocks.length - shown.length} more in the middle`);
  heading('Its content, the template gone');
  for (const line of page.text('content').split('\n').slice(0, 8)) console.log(`  ${cut(line, WIDTH - 2)}`);
  heading('Why: the surest template, the surest content, and the hardest choice');
  for (const block of tellingBlocks(page)) for (const line of reasonLines(block)) console.log(line);
}

heading(`refrain reads the ${names.length} pages of a site, admin-lte 3.2.0, one after another; it keeps none of them`);
const detector = await Detector.create();
const learned = { pages: 0, bytes: 0, texts: 0, milliseconds: 0 };
for (const name of names) {
  const bytes = readFileSync(join(root, name));
  const begun = performance.now();
  const page = detector.learn(bytes, { id: name });
  learned.milliseconds += performance.now() - begun;
  learned.pages += 1;
  learned.bytes += bytes.length;
  learned.texts += page.fresh;
  if (name === SHOWN) showPage(name, page);
  else if (page.number <= 6 || page.number % 20 === 0) console.log(progressLine(name, page, detector.stats.entries));
}

const { entries, tableBytes } = detector.stats;
const seconds = learned.milliseconds / 1000;
heading('In all');
console.log(
  `  ${learned.pages} pages, ${count(learned.bytes / 1000)} kB of HTML, labelled and learned in ${seconds.toFixed(2)} s:`,
);
console.log(
  `  ${count(learned.pages / seconds)} pages/s, ${(learned.bytes / 1e6 / seconds).toFixed(1)} MB/s, cold start included`,
);
console.log(
  `  ${count(learned.texts)} texts were new at some time; ${count(entries)} entries are kept, in a table of ${count(tableBytes)} bytes`,
);
