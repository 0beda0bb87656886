/** Commands that are killed and started again: what they leave behind must be whole or absent, and the last run must end as usual. */
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Sites } from '@refrain/crawl';
import { madePage } from '../../test/support/crawl.ts';

/** Contents of the files below a folder or of a file, as text that is equal where they are. */
export type State = string;

export interface Subject {
  readonly name: string;
  /** Writes what the command reads. */
  readonly prepare: (folder: string) => Promise<void>;
  readonly words: readonly string[];
  /** The state that the command makes; undefined where it has made none. Checked after a kill: it must be undefined or complete. */
  readonly made: (folder: string) => State | undefined;
  /** Whether a killed run may leave a part of the state, which the next one completes. */
  readonly isResumed: boolean;
  /** A store whose sites must be equal after the last run. */
  readonly store: string | undefined;
  /** A file of events: those of an undisturbed run must be in it, and no others, but for drift. */
  readonly log: string | undefined;
  /** Commands that must answer the same after the last run. */
  readonly shown: readonly (readonly string[])[];
  /** Exit codes of a repeated run. */
  readonly codes: readonly number[];
}

const PAGES = 600;
const SITES = 6;
const GENERATION_PAGES = 200;

const lines = Array.from({ length: PAGES }, (_, at) => {
  // One site has enough pages for ids to be evicted.
  const { url, html } = madePage(at % 2 === 0 ? 0 : 1 + (at % (SITES - 1)), at);
  return `${JSON.stringify({ url, html })}\n`;
});

const writePages = async (folder: string): Promise<void> => writeFileSync(join(folder, 'pages.ndjson'), lines.join(''));

/** Pages of two sites, the template of each of which is replaced: there are events to lose. */
async function writeGenerations(folder: string): Promise<void> {
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
  const pages = Array.from({ length: GENERATION_PAGES }, (_, at) => {
    const [head, foot] = templates[at < GENERATION_PAGES / 2 ? 0 : 1] ?? ['', ''];
    const wordsOf = (seed: number): string =>
      Array.from({ length: 30 }, (_, word) => `word${(seed * (word + 7) + word * word) % 997}`).join(' ');
    const story = `<h1>Story ${at}</h1><p>${wordsOf(at)}.</p><p>${wordsOf(at + 500)}.</p>`;
    const html = `<title>${at}</title>${head}${story}${foot}`;
    return `${JSON.stringify({ url: `https://g${at % 2}.example/story/${at}.html`, html })}\n`;
  });
  writeFileSync(join(folder, 'pages.ndjson'), pages.join(''));
}

/** Times differ from run to run. */
const TIME = /\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?)?|\d\d:\d\d(?::\d\d)?/g;

function stateOf(path: string): State | undefined {
  if (!existsSync(path)) return undefined;
  try {
    const names = readdirSync(path, { recursive: true, encoding: 'utf8', withFileTypes: true });
    const files = names.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
    return files
      .sort()
      .map((file) => `${file.slice(path.length)}\n${readFileSync(file, 'latin1').replaceAll(TIME, '')}`)
      .join('\n');
  } catch {
    return readFileSync(path, 'latin1');
  }
}

/** A store of the pages, without the file CURRENT. */
async function writeDamaged(folder: string): Promise<void> {
  await writeStore(folder);
  rmSync(join(folder, 'store', 'CURRENT'));
}

async function writeStore(folder: string): Promise<void> {
  const sites = await Sites.open({ location: join(folder, 'store') });
  for (const line of lines) {
    const { url, html } = JSON.parse(line) as { url: string; html: string };
    await sites.learn(url, html);
  }
  await sites.close();
}

/** Sites of a store, with all that is known of each. */
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

/** Keys are random without it, and so are the bytes of stores and indexes. */
const SEED = ['--seed', '1'];

const EVENTS = [
  '--events',
  'events.ndjson',
  '--skip-known',
  '--flush-every',
  '10',
  '--out',
  'out.ndjson',
  '-q',
] as const;

export const SUBJECTS: readonly Subject[] = [
  ...['1', '2'].map((jobs) => ({
    name: `events on ${jobs === '1' ? 'one thread' : 'two threads'}`,
    prepare: writeGenerations,
    words: ['pages.ndjson', '--state', 'state', ...SEED, '--jobs', jobs, ...EVENTS],
    made: () => undefined,
    isResumed: true,
    store: 'state',
    log: 'events.ndjson',
    shown: [],
    codes: [0],
  })),
  {
    name: 'command',
    prepare: writePages,
    words: ['pages.ndjson', '--state', 'state', ...SEED, '--flush-every', '40', '--out', 'out.ndjson', '-q'],
    made: () => undefined,
    isResumed: true,
    // Fed once more, no page may be counted again.
    store: 'state',
    log: undefined,
    shown: [['pages.ndjson', '--state', 'state', ...SEED, '-q']],
    codes: [0],
  },
  {
    name: 'command on two threads',
    prepare: writePages,
    words: [
      'pages.ndjson',
      '--state',
      'state',
      ...SEED,
      '--jobs',
      '2',
      '--flush-every',
      '30',
      '--out',
      'out.ndjson',
      '-q',
    ],
    made: () => undefined,
    isResumed: true,
    store: 'state',
    log: undefined,
    shown: [['pages.ndjson', '--state', 'state', ...SEED, '-q']],
    codes: [0],
  },
  {
    name: 'report',
    prepare: writePages,
    words: ['report', 'pages.ndjson', ...SEED, '--out', 'report', '-q'],
    made: (folder) => stateOf(join(folder, 'report')),
    isResumed: false,
    store: undefined,
    log: undefined,
    shown: [],
    codes: [0],
  },
  {
    name: 'index',
    prepare: writePages,
    words: ['index', 'pages.ndjson', ...SEED, '--out', 'pages.index', '-q'],
    made: (folder) => stateOf(join(folder, 'pages.index')),
    isResumed: false,
    store: undefined,
    log: undefined,
    shown: [['search', 'pages.index', 'alder cedar', '--json']],
    codes: [0],
  },
  {
    name: 'repair',
    prepare: writeDamaged,
    words: ['state', 'repair', 'store', '--out', 'repaired'],
    made: (folder) => (existsSync(join(folder, 'repaired')) ? 'repaired' : undefined),
    isResumed: false,
    // The damaged store must stay as it is.
    store: 'repaired',
    log: undefined,
    shown: [['state', 'check', 'store', '--json']],
    // The killed run may have ended: the target is then not empty.
    codes: [0, 2],
  },
  {
    name: 'forget',
    prepare: writeStore,
    words: ['state', 'forget', 'store', 's0.example'],
    made: () => undefined,
    isResumed: true,
    store: 'store',
    log: undefined,
    shown: [['state', 'check', 'store', '--json']],
    codes: [0, 2],
  },
];

/** Copies what a subject reads to an empty folder. */
export const freshCopy = (from: string, to: string): void => {
  rmSync(to, { recursive: true, force: true });
  cpSync(from, to, { recursive: true });
};
