/** All adapters must make the same records of pages as `judge`. */
import { type CrawlPage, Sites, step } from '@refrain/crawl';
import { withTemplates } from '@refrain/crawl/crawlee';
import { MemoryLevel } from 'memory-level';
import { Detector, type PageField, type PageFields, type Part } from 'refrain';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { samplePage } from '../../../test/support/crawl.ts';
import { codeOf, rejectedCode } from '../../../test/support/errors.ts';
import { refrainWithInput, withFolder } from './command.ts';
import { withServer } from './serve-server.ts';

const seed = 7;
const site = 's1.example';
const pages: readonly CrawlPage[] = Array.from({ length: 12 }, (_, at) => samplePage(1, at));
const FIELDS = ['url', 'page', 'counted', 'text', 'title', 'reason'] as const;

interface Wish {
  readonly settle: number;
  readonly fields: readonly PageField[];
  readonly part?: Part;
}

/** A record, or the code of its error. */
type RecordOrCode = Partial<PageFields> | string;
type Adapter = (pages: readonly CrawlPage[], wish: Wish) => Promise<readonly RecordOrCode[]>;

const open = (): Promise<Sites> => Sites.open({ store: new MemoryLevel(), seed });

const lineOf = ({ url, html, site: name }: CrawlPage): string => `${JSON.stringify({ url, html, site: name })}\n`;

/** Records by line. The output of the command has none for a failed page. */
const recordsIn = (lines: string): RecordOrCode[] =>
  lines
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as Partial<PageFields> & { readonly error?: { readonly code: string } })
    .map(({ error, ...record }) => error?.code ?? record);

const command =
  (...words: readonly string[]): Adapter =>
  async (given, { settle, fields, part }) => {
    let lines = '';
    await withFolder({}, async (folder) => {
      const flags = ['--settle', `${settle}`, '--fields', fields.join(), '--seed', `${seed}`, ...words];
      const keep = part === undefined ? [] : ['--keep', part];
      lines = (await refrainWithInput(folder, given.map(lineOf).join(''), '-', '-q', ...flags, ...keep)).stdout;
    })();
    return recordsIn(lines);
  };

/** Adapters that judge each page at once. */
const SINGLE: Readonly<Record<string, Adapter>> = {
  async 'sites.learn'(given, { fields, part }) {
    const sites = await open();
    const made: RecordOrCode[] = [];
    for (const { url, html, site: name } of given) {
      const page = await sites.learn(url, html, { site: name }).catch(codeOf);
      if (typeof page === 'string') made.push(page);
      else made.push(part === undefined ? page.document({ url, fields }) : { text: page.text(part) });
    }
    return made;
  },
  async Crawlee(given, { fields, part }) {
    const sites = await open();
    const made: RecordOrCode[] = [];
    const options = { fields, part, onError: codeOf };
    const handler = withTemplates(sites, options, ({ template }) => made.push(template ?? 'none'));
    for (const { url, html: body } of given)
      await handler({
        ...{ request: { url, loadedUrl: url, uniqueKey: url, method: 'GET', noRetry: false, userData: {} } },
        crawler: { config: { getEventManager: () => ({ on: () => undefined, off: () => undefined }) }, stop() {} },
        ...{ log: { warningOnce: () => undefined }, body },
        response: { statusCode: 200, headers: { 'content-type': 'text/html; charset=utf-8' } },
      } as never);
    return made;
  },
  async serve(given, { fields, part }) {
    let lines = '';
    await withServer(['--seed', `${seed}`], async ({ address }) => {
      const query = new URLSearchParams({ fields: fields.join(), ...(part && { keep: part }) });
      const body = given.map(lineOf).join('');
      lines = await (await fetch(`${address}documents?${query}`, { method: 'POST', body })).text();
    });
    return recordsIn(lines);
  },
};

/** Adapters that judge the first pages of a site together. */
const WAITING: Readonly<Record<string, Adapter>> = {
  async 'sites.documents'(given, wish) {
    const made: RecordOrCode[] = [];
    for await (const { document, error } of (await open()).documents(given, wish)) made.push(document ?? error.code);
    return made;
  },
  async step(given, { settle, fields, part }) {
    let state: Uint8Array | undefined;
    const made: RecordOrCode[] = [];
    for (const page of [...given, undefined]) {
      const options = { settle, fields, seed, ...(part && { keep: part }) };
      const done = await step({ site, state, pages: page ? [page] : [], last: page === undefined, options });
      state = done.state;
      made.push(...done.documents.map(({ document, error }) => document ?? error.code));
    }
    return made;
  },
  'the command': command(),
  'the command with two threads': command('--jobs', '2'),
};

/** The expected records: the detector of each site has learned the first pages before it labels them. */
async function expected(given: readonly CrawlPage[], { settle, fields, part }: Wish): Promise<RecordOrCode[]> {
  using detector = await Detector.create({ seed });
  const read = (call: 'learn' | 'label', { url, html }: CrawlPage) => {
    const page = detector[call](html as string, { id: url });
    return part === undefined ? page.document({ url, fields }) : { text: page.text(part) };
  };
  const first = given.slice(0, settle);
  const learned = first.map((page) => read('learn', page) as Partial<PageFields>);
  const kept = ({ page, counted }: Partial<PageFields>) => (part === undefined ? { page, counted } : {});
  return [
    ...first.map((page, at) => ({ ...read('label', page), ...kept(learned[at] as Partial<PageFields>) })),
    ...given.slice(settle).map((page) => read('learn', page)),
  ];
}

const wish = { settle: 0, fields: FIELDS };

for (const [name, adapter] of Object.entries({ ...SINGLE, ...WAITING })) {
  test(`${name}: has the records of a detector, in the order of the pages`, async () => {
    assert.equal(await adapter(pages, wish), await expected(pages, wish));
  });

  test(`${name}: writes the chosen part`, async () => {
    for (const part of ['template', 'main+comments'] as const) {
      const chosen = { settle: 0, fields: ['text'] as const, part };
      assert.equal(await adapter(pages.slice(0, 6), chosen), await expected(pages.slice(0, 6), chosen));
    }
  });

  test(`${name}: counts a page once`, async () => {
    const [one, two] = pages as [CrawlPage, CrawlPage];
    const made = await adapter([one, one, two, one], { settle: 0, fields: ['page', 'counted'] });
    assert.equal(made, [
      { page: 1, counted: true },
      { page: 1, counted: false },
      { page: 2, counted: true },
      { page: 2, counted: false },
    ]);
  });

  test(`${name}: a refused page is an error in its position, and the others are judged`, async () => {
    const [one, two] = pages as [CrawlPage, CrawlPage];
    const pdf = { url: `https://${site}/pdf`, html: '%PDF-1.4', site };
    const made = await adapter([one, pdf, two], { settle: 0, fields: ['url', 'page'] });
    assert.equal(
      made.filter((record) => name.startsWith('the command') || record !== 'NOT_HTML'),
      [
        { url: one.url, page: 1 },
        { url: two.url, page: 2 },
      ],
    );
    assert.is(made.length, name.startsWith('the command') ? 2 : 3);
  });
}

for (const [name, adapter] of Object.entries(WAITING)) {
  test(`${name}: the first pages of a site are judged by all of them`, async () => {
    for (const settle of [2, 8, 100]) {
      const waiting = { ...wish, settle };
      assert.equal(await adapter(pages, waiting), await expected(pages, waiting), `${settle}`);
    }
    const refused = { url: `https://${site}/pdf`, html: '%PDF-1.4', site };
    const made = await adapter([...pages.slice(0, 3), refused, ...pages.slice(3)], { settle: 8, fields: ['page'] });
    assert.equal(
      made.filter((record) => record !== 'NOT_HTML'),
      pages.map((_, at) => ({ page: at + 1 })),
    );
  });
}

test('a part that needs a model is refused before a page is read, and fields by their names', async () => {
  const sites = await Sites.open({ store: new MemoryLevel(), preset: 'paper' });
  for (const [code, options] of [
    ['NO_MAIN', { part: 'main' }],
    ['OPTION_INVALID', { part: 'rest' }],
    ['OPTION_INVALID', { fields: ['titel'] }],
    ['OPTION_INVALID', { mode: 'read' }],
  ] as const) {
    assert.is(await rejectedCode(async () => sites.documents([], options as never)), code);
    assert.is(await rejectedCode(async () => withTemplates(sites, options as never, () => undefined)), code);
  }
  await sites.close();
});

test('few pages are read in advance, and mode label counts none', async () => {
  const sites = await open();
  let requested = 0;
  function* endless(): Generator<CrawlPage> {
    for (;;) {
      requested += 1;
      yield samplePage(1, requested);
    }
  }
  const documents = sites.documents(endless(), { mode: 'label', fields: ['counted'] });
  for (let read = 0; read < 5; read += 1) assert.equal((await documents.next()).value?.document, { counted: false });
  assert.is(requested, 5);
  await documents.return(undefined);
  assert.is(sites.stats().pages, 0);
  await sites.close();
});

test.run();
