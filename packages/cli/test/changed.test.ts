/** `refrain changed`: huge pages, temporary files, and inputs of all kinds. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { assertLinear } from '../../../test/support/cpu.ts';
import { sized } from '../../../test/support/effort.ts';
import { members, warcRecord } from '../../../test/support/warc.ts';
import { changesOf, versionOf } from '../src/commands/changed/lines.ts';
import { type Outcome, outcome, refrain, site, start, withFolder } from './command.ts';
import { sharedFiles } from './examples.ts';

interface Line {
  readonly kind: string;
  readonly id: string;
  readonly from?: string;
  readonly similarity?: number;
  readonly changes?: readonly { readonly kind: string; readonly text: string }[];
  readonly isCoarse?: true;
}

const linesOf = ({ stdout }: Outcome): Line[] =>
  stdout
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as Line);

const LINES = sized(20_000, 100_000);

/** A page with as many paragraphs, each of a few words that no other paragraph has. */
const longPage = (word: string, lines = LINES): string =>
  `<title>Long</title>${Array.from({ length: lines }, (_, at) => `<p>The ${word}${at} meets ${word}${at + 1} at the river bank`).join('\n')}`;

const PAIRS = Object.fromEntries(
  [LINES, LINES / 4].flatMap((lines) => [
    [`old${lines}/a.html`, longPage('heron', lines)],
    [`new${lines}/a.html`, longPage('otter', lines)],
  ]),
);

test(
  'two pages of many paragraphs that have none in common are compared in linear time',
  withFolder(PAIRS, async (folder) => {
    const compared = await assertLinear('changed', LINES, (size) =>
      refrain(folder, 'changed', `old${size}`, `new${size}`, '--format', 'ndjson'),
    );
    assert.is(compared.code, 0, compared.stderr);
    const [page] = linesOf(compared);
    assert.is(page?.kind, 'changed');
    assert.is(page?.isCoarse, true);
    const shown = (wanted: string) => page?.changes?.filter(({ kind }) => kind === wanted).length ?? 0;
    // Main content is compared, and the model may leave out some of so many like paragraphs.
    assert.ok(shown('removed') > LINES / 2, `${shown('removed')} of ${LINES}`);
    assert.is(shown('added'), shown('removed'));
  }),
);

test('lines that differ in ages, dates and times of day are equal, as they are for the hash of the content', () => {
  const of = (text: string) => versionOf({ main: text, all: text });
  const lines = ['8 months ago', '9:15 pm', '12 March, 7 am', 'Ada, 3 days ago'];
  const later = ['9 months ago', '10:20 am', '1 May, 11 pm', 'Ada, 2 weeks ago'];
  assert.equal(changesOf(of(lines.join('\n')), of(later.join('\n'))).changes, []);
  assert.is(changesOf(of('He is 8 am'), of('He is 8 am now')).changes.length, 1);
});

test('many long paragraphs that are edited everywhere cost a bounded effort', async () => {
  const words = (seed: number): string =>
    Array.from({ length: 400 }, (_, at) => (at % 2 === 0 ? `same${at}` : `w${(at * seed) % 911}`)).join(' ');
  const textsOf = (seed: number, paragraphs: number) => {
    const text = Array.from({ length: paragraphs }, (_, at) => `${words(seed + at)} ends${seed}x${at}.`).join('\n');
    return versionOf({ main: text, all: text });
  };
  const { changes = [], isCoarse } = await assertLinear('changes', 900, (paragraphs) =>
    changesOf(textsOf(3, paragraphs), textsOf(5000, paragraphs)),
  );
  assert.ok(isCoarse);
  const shown = (kind: string): number => changes.filter((change) => change.kind === kind).length;
  assert.ok(shown('edited') > 0);
  assert.is(shown('removed') + shown('edited'), 900);
  assert.is(shown('added') + shown('edited'), 900);
});

/** A folder for the system's temporary files; names of what is left in it. */
async function withTemporary(run: () => Promise<void>): Promise<string[]> {
  const before = process.env['TMPDIR'];
  const folder = mkdtempSync(join(tmpdir(), 'refrain-test-'));
  process.env['TMPDIR'] = folder;
  try {
    await run();
    return readdirSync(folder).flatMap((name) => readdirSync(join(folder, name)));
  } finally {
    if (before === undefined) delete process.env['TMPDIR'];
    else process.env['TMPDIR'] = before;
    rmSync(folder, { recursive: true });
  }
}

const MANY: Readonly<Record<string, string>> = Object.fromEntries(
  Array.from({ length: 1500 }, (_, at) => [
    `many/${at}.html`,
    `<p>Story ${at} of the valley, told by the heron number ${at}.`,
  ]),
);

for (const [signal, code] of [
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const) {
  test(
    `removes its temporary files on ${signal}`,
    withFolder(MANY, async (folder) => {
      const left = await withTemporary(async () => {
        const child = start(folder, ['changed', 'many', 'many']);
        const ended = outcome(child);
        await untilScratch();
        child.kill(signal);
        assert.is((await ended).code, code);
      });
      assert.equal(left, []);
    }),
  );
}

/** Waits until the command has made its temporary file. */
async function untilScratch(): Promise<void> {
  const folder = process.env['TMPDIR'] ?? '';
  for (;;) {
    const homes = readdirSync(folder);
    if (homes.some((name) => readdirSync(join(folder, name)).length > 0)) return;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

test(
  'ends with one error and removes its temporary file where it cannot be written',
  withFolder(MANY, async (folder) => {
    const left = await withTemporary(async () => {
      const child = start(folder, ['changed', 'many', 'many'], { shell: 'ulimit -f 1' });
      const { code, stderr } = await outcome(child);
      assert.is(code, 1);
      assert.match(stderr, /^refrain: temporary file: .*\(EFBIG\)\n$/);
    });
    assert.equal(left, []);
  }),
);

const pages = [...sharedFiles('changed.md')];

/** The pages of one crawl of the examples. */
const crawlOf = (name: 'old' | 'new') =>
  pages
    .filter(([path]) => path.startsWith(name))
    .map(([path, html]) => ({ url: `https://river.example/${path.slice(4)}`, html: String(html) }));

const ndjson = (pages: readonly object[]): string => pages.map((page) => `${JSON.stringify(page)}\n`).join('');

const kindsOf = (ended: Outcome): string[] =>
  linesOf(ended).map(({ kind, id }) => `${kind} ${id.replace('https://river.example/', '')}`);

/** What changed in the case, whatever the input. */
const CHANGES = [
  'changed 2026-02-23.html',
  'changed 2026-03-30.html',
  'moved renamed.html',
  'new zz.html',
  'gone 2026-02-09.html',
];

const SHAPES: Readonly<Record<string, (name: 'old' | 'new') => string | Uint8Array>> = {
  ndjson: (name) => ndjson(crawlOf(name)),
  'ndjson.gz': (name) => gzipSync(ndjson(crawlOf(name))),
  warc: (name) => Buffer.concat(crawlOf(name).map(({ url, html }) => warcRecord({ url, body: html }))),
  'warc.gz': (name) => members(crawlOf(name).map(({ url, html }) => warcRecord({ url, body: html }))),
};

for (const [shape, bytesOf] of Object.entries(SHAPES)) {
  test(
    `finds the same changes in crawls of the form ${shape}`,
    withFolder({ [`old.${shape}`]: bytesOf('old'), [`new.${shape}`]: bytesOf('new') }, async (folder) => {
      const compared = await refrain(folder, 'changed', `old.${shape}`, `new.${shape}`, '--format', 'ndjson');
      assert.is(compared.code, 0, compared.stderr);
      assert.equal(kindsOf(compared), CHANGES);
    }),
  );
}

test(
  'pages of several sites are paired by site where their ids are the same',
  withFolder({}, async (folder) => {
    const of = (site: string, name: 'old' | 'new') =>
      crawlOf(name).map(({ url, html }) => ({ url: 'file:///page', id: url.slice(-15), site, html }));
    writeFileSync(join(folder, 'old.ndjson'), ndjson([...of('a', 'old'), ...of('b', 'old')]));
    writeFileSync(join(folder, 'new.ndjson'), ndjson([...of('a', 'new'), ...of('b', 'old')]));
    const compared = await refrain(folder, 'changed', 'old.ndjson', 'new.ndjson', '--json');
    const { changed, unchanged, new: pages } = JSON.parse(compared.stdout).counts;
    assert.equal([pages, changed, unchanged], [16, 2, 12]);
  }),
);

const HASHES = ['--fields', 'id,url,contentHash,contentDigest', '--relabel', '-q'] as const;

test(
  'compares crawls of which only the hashes were kept, and one of these with pages',
  withFolder({ 'old.ndjson': ndjson(crawlOf('old')), 'new.ndjson': ndjson(crawlOf('new')) }, async (folder) => {
    for (const name of ['old', 'new']) {
      await refrain(folder, `${name}.ndjson`, ...HASHES, '--out', `${name}.hashes`);
    }
    for (const next of ['new.hashes', 'new.ndjson']) {
      const compared = await refrain(folder, 'changed', 'old.hashes', next, '--format', 'ndjson');
      assert.is(compared.code, 0, compared.stderr);
      assert.equal(kindsOf(compared), CHANGES);
      const [first] = linesOf(compared);
      assert.is(first?.changes, undefined);
      assert.ok((first?.similarity ?? 0) > 0.7);
    }
    const { stdout } = await refrain(folder, 'changed', 'old.hashes', 'new.hashes');
    assert.match(stdout, /^changed {2}https:\/\/river\.example\/2026-02-23\.html \(similarity 0\.\d\d\)\n/);
  }),
);

test(
  'lines without hashes are refused, and a damaged one is one failure',
  withFolder({ 'pages.ndjson': ndjson(crawlOf('old')) }, async (folder) => {
    await refrain(folder, 'pages.ndjson', '--fields', 'id,title', '--out', 'titles', '-q');
    const refused = await refrain(folder, 'changed', 'titles', 'titles');
    assert.is(refused.code, 2);
    assert.match(refused.stderr, /titles: no line has a contentHash; .*--fields id,url,contentHash.*\(INPUT_INVALID\)/);
    await refrain(folder, 'pages.ndjson', ...HASHES, '--out', 'hashes');
    writeFileSync(join(folder, 'hashes'), `${readFileSync(join(folder, 'hashes'), 'utf8')}{"title":"none"}\n`);
    const damaged = await refrain(folder, 'changed', 'pages.ndjson', 'hashes');
    assert.is(damaged.code, 1);
    assert.match(damaged.stderr, /^refrain: hashes:9: the line at byte \d+ has no id or url; .*\(INPUT_DAMAGED\)\n$/);
    assert.match(damaged.stdout, /8 pages before, 8 now: 8 unchanged/);
  }),
);

test(
  'damage of an input is reported once, although it is read twice',
  withFolder(
    { 'old.ndjson': `${ndjson(crawlOf('old'))}{"url":1}\n`, 'new.ndjson': ndjson(crawlOf('new')) },
    async (folder) => {
      const { code, stderr } = await refrain(folder, 'changed', 'old.ndjson', 'new.ndjson');
      assert.is(code, 1);
      assert.is(stderr.match(/INPUT_DAMAGED/g)?.length, 1);
    },
  ),
);

test(
  'an input that is missing or has no page is refused, since all pages would seem gone',
  withFolder({ ...site, 'empty/notes.txt': 'x' }, async (folder) => {
    for (const [name, code] of [
      ['missing', 'ENOENT'],
      ['empty', 'NO_PAGES'],
    ] as const) {
      const { code: exit, stdout, stderr } = await refrain(folder, 'changed', 'site', name);
      assert.equal([exit, stdout], [2, '']);
      assert.match(stderr, new RegExp(`^refrain: ${name}: .*\\(${code}\\)\\n$`));
    }
  }),
);

test(
  'a store is refused, since it keeps no pages, and the message says what to keep',
  withFolder(site, async (folder) => {
    await refrain(folder, 'site', '--state', 'store', '-q');
    const { code, stderr } = await refrain(folder, 'changed', 'store', 'site');
    assert.is(code, 2);
    assert.match(
      stderr,
      /^refrain: store: a store keeps no pages.*--fields id,url,contentHash,contentDigest.*\(INPUT_INVALID\)\n$/,
    );
  }),
);

test.run();
