/**
 * Compares the fields of pages among all outputs (packages/cli/test/outputs.ts), and each title with the heading at the
 * start of the Markdown. Fails if a field differs, or if more than one page in a hundred has a heading without a word
 * of its title.
 *
 * Run: npm run check agree [-- [--limit COUNT] FOLDER…]
 *
 * Default folder: test/fixtures/sites. `--limit`: pages of each folder, at equal distances; default: all.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { decodeHtml } from 'refrain';
import { differences, type OutputPage, outputsOf } from '../packages/cli/test/outputs.ts';
import { realSites } from '../test/support/real-sites.ts';

const BATCH = 50;
const SHOWN_MAX = 10;
const APART_MAX = 0.01;

const { values, positionals } = parseArgs({
  options: { limit: { type: 'string', default: 'Infinity' } },
  allowPositionals: true,
});
const limit = Number(values.limit);

function some<T>(all: readonly T[]): T[] {
  const step = Math.max(1, all.length / limit);
  return Array.from({ length: Math.min(all.length, limit) }, (_, at) => all[Math.floor(at * step)] as T);
}

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.html'))
    .sort()
    .map((name) => join(folder, name));

interface PageFile {
  readonly name: string;
  read(): string;
}

const pages: readonly PageFile[] =
  positionals.length === 0
    ? realSites().flatMap((site) => some(site.pages).map(({ name, html }) => ({ name, read: () => html })))
    : positionals.flatMap((folder) =>
        some(filesIn(folder)).map((name) => ({ name, read: () => decodeHtml(readFileSync(name)).html as string })),
      );

const wordsIn = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

const counts = new Map<string, number>();
const shown: string[] = [];
let different = 0;
let headed = 0;
let apart = 0;

for (let at = 0; at < pages.length; at += BATCH) {
  const batch = pages.slice(at, at + BATCH);
  const given = batch.map(({ read }, index): OutputPage => {
    const site = `s${at + index}.example`;
    return { url: `https://${site}/page`, site, html: Buffer.from(read()).toString() };
  });
  for (const [index, outputs] of (await outputsOf(given, 'joint')).entries()) {
    const name = batch[index]?.name ?? '';
    const found = Object.entries(differences(outputs));
    if (found.length > 0) different += 1;
    for (const [field, what] of found) {
      counts.set(field, (counts.get(field) ?? 0) + 1);
      shown.push(`${name}: ${field}: ${what}`);
    }
    const { title, markdown } = outputs['page.document'] as { readonly title: string; readonly markdown: string };
    const [, heading] = /^\s*#{1,6} (.+)/.exec(markdown) ?? [];
    const words = wordsIn(heading ?? '');
    if (words.length === 0 || title === '') continue;
    headed += 1;
    const own = new Set(wordsIn(title));
    if (words.some((word) => own.has(word))) continue;
    apart += 1;
    shown.push(`${name}: title ${JSON.stringify(title)}, heading ${JSON.stringify(heading)}`);
  }
}

for (const line of shown.slice(0, SHOWN_MAX)) process.stdout.write(`${line}\n`);
const fields = [...counts].map(([field, count]) => `${field} ${count}`).join(', ') || 'no field';
process.stdout.write(
  `${pages.length} pages; outputs differ on ${different}: ${fields}; heading without a word of the title: ${apart} of ${headed}\n`,
);
process.exitCode = different === 0 && apart <= APART_MAX * headed ? 0 : 1;
