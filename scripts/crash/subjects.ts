/**
 * Programs that are killed and started again. After a kill, each file must be complete or missing. The last run must
 * end as usual.
 */
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Sites } from '@refrain/crawl';
import { MAIN } from '../../packages/cli/test/command.ts';
import { samplePage } from '../../test/support/crawl.ts';

type State = string;

export interface Subject {
  readonly name: string;
  readonly prepare: (folder: string) => void | Promise<void>;
  readonly words: readonly string[];
  /** Returns the state of an output that must be complete or missing. Other programs are resumed. */
  readonly made?: (folder: string) => State | undefined;
  /** True if a second process runs at the same time, in another network namespace, as a second container. */
  readonly isShared?: boolean;
  /** A store whose sites must be equal after the last run. */
  readonly store?: string;
  /** A file that must have exactly the events of an undisturbed run, except drift. */
  readonly log?: string;
  /** A file that must have the lines of an undisturbed run, each once, in any order. */
  readonly lines?: string;
  /** Arguments of the command whose answers must be the same after the last run. */
  readonly shown?: readonly (readonly string[])[];
  /** Exit codes of a repeated run. Default: 0. */
  readonly codes?: readonly number[];
}

const FEEDER = fileURLToPath(new URL('./feeder.mjs', import.meta.url));

export const refrain = (...words: readonly string[]): readonly string[] => [MAIN, ...words];

/** Pages of several sites in mixed order. Half belong to one site, so that ids are evicted. */
function pagesOf(count: number, sites: number, paragraphs?: number): string[] {
  return Array.from({ length: count }, (_, at) => {
    const { url, html } = samplePage(at % 2 === 0 ? 0 : 1 + (at % (sites - 1)), at, paragraphs);
    return `${JSON.stringify({ url, html })}\n`;
  });
}

const writeLines = (folder: string, lines: readonly string[]): void =>
  writeFileSync(join(folder, 'pages.ndjson'), lines.join(''));

const writePages = (folder: string): void => writeLines(folder, pagesOf(600, 6));
const writeCrawl = (folder: string): void => writeLines(folder, pagesOf(2500, 100, 40));

/** Pages of two sites whose templates change and cause events. */
function writeGenerations(folder: string): void {
  const count = 200;
  const templates = [
    [
      '<header><a>River Post</a><p>News of the valley</p></header><nav class="menu"><a>Town</a><a>Nature</a><a>Culture</a></nav><article>',
      '</article><footer>Imprint of the post</footer>',
    ],
    [
      '<div id="top"><p>The Post, daily</p><ul><li>Home</li><li>Rivers</li><li>People</li></ul></div><main>',
      '</main><div id="end"><p>Contact</p><p>Written at the mill</p></div>',
    ],
  ] as const;
  const wordsOf = (seed: number): string =>
    Array.from({ length: 30 }, (_, word) => `word${(seed * (word + 7) + word * word) % 997}`).join(' ');
  const pages = Array.from({ length: count }, (_, at) => {
    const [head, foot] = templates[at < count / 2 ? 0 : 1] ?? ['', ''];
    const story = `<h1>Story ${at}</h1><p>${wordsOf(at)}.</p><p>${wordsOf(at + 500)}.</p>`;
    const html = `<title>${at}</title>${head}${story}${foot}`;
    return `${JSON.stringify({ url: `https://g${at % 2}.example/story/${at}.html`, html })}\n`;
  });
  writeLines(folder, pages);
}

async function writeStore(folder: string): Promise<void> {
  const sites = await Sites.open({ location: join(folder, 'store') });
  for (const line of pagesOf(600, 6)) {
    const { url, html } = JSON.parse(line) as { url: string; html: string };
    await sites.learn(url, html);
  }
  await sites.close();
}

async function writeDamaged(folder: string): Promise<void> {
  await writeStore(folder);
  rmSync(join(folder, 'store', 'STORE'));
}

const TIME = /\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?)?|\d\d:\d\d(?::\d\d)?/g;

const stateOf =
  (name: string) =>
  (folder: string): State | undefined => {
    const path = join(folder, name);
    if (!existsSync(path)) return undefined;
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8', withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .filter((file) => file === path || file.startsWith(join(path, '/')));
    return files
      .sort()
      .map((file) => `${file.slice(path.length)}\n${readFileSync(file, 'latin1').replaceAll(TIME, '')}`)
      .join('\n');
  };

export async function sitesIn(location: string): Promise<string> {
  const sites = await Sites.open({ location, template: true });
  const texts: string[] = [];
  for await (const { site, pages } of sites.list()) {
    const layouts = (await sites.layouts(site)).map((layout) => `${layout.id}:${layout.pages}`);
    texts.push(`${site} ${pages} ${layouts} ${Buffer.from(await sites.snapshot(site)).toString('base64')}`);
  }
  await sites.close();
  return texts.join('\n');
}

/** Without a seed, stores and indexes have random keys. */
const SEED = ['--seed', '1'];
const MIB = 2 ** 20;

/** A program that uses the library, and after a kill repeats pages from before the last flush. */
const feeding = (name: string, options: object): Subject => ({
  name,
  prepare: writeCrawl,
  words: [FEEDER, JSON.stringify({ location: 'state', seed: 1, ...options })],
  store: 'state',
});

const labelling = (name: string, jobs: string): Subject => ({
  name,
  prepare: writePages,
  words: refrain(
    ...[
      'pages.ndjson',
      '--state',
      'state',
      ...SEED,
      '--jobs',
      jobs,
      '--flush-every',
      '40',
      '--out',
      'out.ndjson',
      '-q',
    ],
  ),
  store: 'state',
  // Repeated pages must not be counted again.
  shown: [['pages.ndjson', '--state', 'state', ...SEED, '-q', '--fields', 'id,page,counted,text']],
});

const watching = (name: string, jobs: string): Subject => ({
  name,
  prepare: writeGenerations,
  words: refrain(
    ...['pages.ndjson', '--state', 'state', ...SEED, '--jobs', jobs, '--events', 'events.ndjson', '--skip-known'],
    ...['--flush-every', '10', '--out', 'out.ndjson', '-q'],
  ),
  store: 'state',
  log: 'events.ndjson',
  lines: 'out.ndjson',
});

export const SUBJECTS: readonly Subject[] = [
  // First small tables, which are evicted; below, large ones, whose flushes need several batches.
  feeding('store', { maxMemory: 1.125 * MIB, baseLifetime: 5, lifetimeGrowth: 8 }),
  feeding('store of large tables', { maxMemory: 12 * MIB, baseLifetime: 16_384, lifetimeGrowth: 1 }),
  { ...feeding('store of two processes', {}), isShared: true },
  watching('events on one thread', '1'),
  watching('events on two threads', '2'),
  labelling('command', '1'),
  labelling('command on two threads', '2'),
  {
    name: 'report',
    prepare: writePages,
    words: refrain('report', 'pages.ndjson', ...SEED, '--out', 'report', '-q'),
    made: stateOf('report'),
  },
  {
    name: 'repair',
    prepare: writeDamaged,
    words: refrain('state', 'repair', 'store', '--out', 'repaired'),
    made: (folder) => (existsSync(join(folder, 'repaired')) ? 'repaired' : undefined),
    // The damaged store must not change.
    store: 'repaired',
    shown: [['state', 'check', 'store', '--json']],
    // 2: if the killed run was complete, the target is not empty.
    codes: [0, 2],
  },
  {
    name: 'forget',
    prepare: writeStore,
    words: refrain('state', 'forget', 'store', 's0.example'),
    store: 'store',
    shown: [['state', 'check', 'store', '--json']],
    codes: [0, 2],
  },
];

export const freshCopy = (from: string, to: string): void => {
  rmSync(to, { recursive: true, force: true });
  cpSync(from, to, { recursive: true });
};
