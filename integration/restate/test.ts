/** Sites as virtual objects of Restate, with a real server and a real service. */
import { appendFileSync, mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { MemoryLevel } from 'memory-level';
import { Detector } from 'refrain';
import * as assert from 'uvu/assert';
import { Sites } from '../../packages/crawl/src/sites/sites.ts';
import {
  type PageAnswer,
  type PageByReference,
  type PagesAnswer,
  type RefusedPage,
  refusalCode,
  type SiteStats,
} from '../../packages/restate/src/index.ts';
import { samplePage, siteName } from '../../test/support/crawl.ts';
import { realSites } from '../../test/support/real-sites.ts';
import { warcRecord } from '../../test/support/warc.ts';
import { runChecks } from '../checks.ts';
import { writeArchive } from './support/archive.ts';
import { Balancer } from './support/balancer.ts';
import { runCampaign } from './support/campaign.ts';
import { Client, RefusalError } from './support/client.ts';
import { ServiceProcess } from './support/process.ts';
import { freePorts, Server } from './support/server.ts';

const root = mkdtempSync(join(tmpdir(), 'refrain-restate-'));
process.once('exit', () => rmSync(root, { recursive: true, force: true }));

const archive = join(root, 'archive');
mkdirSync(archive);
const options = { archive, siteOf: 'host', maxPageBytes: 300_000, maxPages: 500, seed: 7 } as const;
const { siteOf, maxPageBytes, seed } = options;

const [port = 0, nextPort = 0, otherPort = 0] = await freePorts(3);
// With this limit, the service must request the rest of a large site's state.
const server = await Server.start(join(root, 'server'), [
  '[worker.invoker] eager-state-size-limit = "64KiB"\nhttp2-streams-per-connection-limit = 4',
]);
const service = await ServiceProcess.start(port, options, { log: join(root, 'service.log') });
await server.register(port);
const client = new Client(server.ingress);

interface TestPage {
  readonly url: string;
  readonly html: string;
}

const made = (site: number, pages: number): TestPage[] =>
  Array.from({ length: pages }, (_, page) => samplePage(site, page));
const real: readonly TestPage[] = realSites().flatMap(({ name, pages }) =>
  pages.slice(0, 20).map((page, number) => ({ url: `https://${name}.example/${number}`, html: page.html })),
);
const hostOf = (url: string): string => new URL(url).host;

/** Snapshots by site when one process learns the pages. */
async function inOneProcess(pages: readonly (TestPage & { readonly id?: string })[]): Promise<Map<string, Uint8Array>> {
  const sites = await Sites.open({ store: new MemoryLevel(), siteOf, maxPageBytes, seed });
  for (const { url, html, id } of pages) await sites.learn(url, html, id === undefined ? {} : { id });
  const found = new Map<string, Uint8Array>();
  for (const site of new Set(pages.map(({ url }) => hostOf(url)))) found.set(site, await sites.snapshot(site));
  await sites.close();
  return found;
}

async function sameAsOneProcess(pages: readonly TestPage[], object: Client = client): Promise<void> {
  for (const [site, snapshot] of await inOneProcess(pages)) {
    assert.ok((await object.bytes(site, 'snapshot')).equals(snapshot), site);
  }
}

const forget = (...sites: string[]): Promise<boolean[]> =>
  Promise.all(sites.map((site) => client.call<boolean>(site, 'forget')));

/** Makes a call that must be refused with a code, at the first attempt and without a change of state. */
async function refused(code: string, site: string, handler: string, body: unknown, status?: number): Promise<string> {
  const before = await server.states('Site', site);
  const attempts = await service.attempts();
  const error = await client.call(site, handler, body).then(
    (answer) => assert.unreachable(`${code}: ${JSON.stringify(answer).slice(0, 200)}`),
    (thrown: unknown) => thrown,
  );
  assert.instance(error, RefusalError);
  const { message, status: came } = error as RefusalError;
  assert.is(refusalCode(message), code, message);
  if (status !== undefined) assert.is(came, status);
  // Within this time, Restate would retry once.
  await sleep(100);
  assert.is((await service.attempts()) - attempts, 1, `${code}: attempts`);
  assert.equal(await server.states('Site', site), before, `${code}: state`);
  return message;
}

const answersOf = ({ answers }: PagesAnswer): PageAnswer[] =>
  answers.map((answer) => ('error' in answer ? assert.unreachable(JSON.stringify(answer)) : answer) as PageAnswer);

await runChecks({
  'learn, label, stats and snapshot agree with a detector': async () => {
    const detector = await Detector.create({ maxPageBytes, maxMemory: 256 * 2 ** 20, seed });
    for (const { url, html } of made(1, 30)) {
      const page = detector.learn(html, { id: url });
      const { lengths } = page;
      const wanted = {
        page: page.number,
        counted: true,
        lengths,
        templateShare: Math.round((1e4 * lengths.template) / (lengths.template + lengths.content)) / 1e4,
        blocks: page.toJSON().blocks,
        text: page.text(),
        ...(page.kind === undefined ? {} : { kind: page.kind, kindConfidence: page.kindConfidence }),
      };
      assert.equal(await client.call('s1.example', 'learn', { url, html, fields: ['blocks', 'text'] }), wanted);
    }
    const { url, html } = samplePage(1, 30);
    const labelled = await client.call<PageAnswer>('s1.example', 'label', { url, html, fields: ['blocks'] });
    assert.equal(labelled.blocks, detector.label(html).toJSON().blocks);
    assert.is(labelled.counted, false);
    const main = await client.call<PageAnswer>('s1.example', 'label', { url, html, fields: ['text'], part: 'main' });
    assert.is(main.text, detector.label(html).text('main'));
    const stats = await client.call<SiteStats>('s1.example', 'stats');
    assert.is(stats.pages, 30);
    assert.is(stats.entries, detector.stats.entries);
    const snapshot = await client.bytes('s1.example', 'snapshot');
    assert.ok(snapshot.equals(detector.snapshot()));
    assert.is((await Detector.restore(snapshot)).stats.pages, 30);
  },

  'forget removes the whole state': async () => {
    assert.is(await client.call('s1.example', 'forget'), true);
    assert.is(await client.call('s1.example', 'forget'), false);
    assert.is((await server.states('Site', 's1.example')).size, 0);
    assert.equal(await client.call('s1.example', 'stats'), { pages: 0, entries: 0, stateBytes: 0, olderIds: 0 });
    const { url, html } = samplePage(1, 0);
    assert.is((await client.call<PageAnswer>('s1.example', 'learn', { url, html })).page, 1);
  },

  'single pages and batches have the snapshots of one process': async () => {
    const pages = [...made(2, 40), ...real];
    const sites = [...new Set(pages.map(({ url }) => hostOf(url)))];
    for (const { url, html } of pages) await client.call(hostOf(url), 'learn', { url, html });
    await sameAsOneProcess(pages);
    await forget(...sites);
    for (const site of sites) {
      const own = pages.filter(({ url }) => hostOf(url) === site);
      for (let at = 0; at < own.length; at += 17) {
        const given = own.slice(at, at + 17);
        const answer = await client.call<PagesAnswer>(site, 'learnMany', { pages: given });
        assert.is(answer.counted, given.length);
        assert.equal(
          answersOf(answer).map(({ page }) => page),
          given.map((_, index) => at + index + 1),
        );
      }
    }
    await sameAsOneProcess(pages);
    await forget(...sites);
  },

  'pages by reference, compressed or not, have the snapshots of pages by value': async () => {
    const pages = [...real, ...made(3, 20)];
    for (const [file, compressed] of [
      ['real.warc.gz', true],
      ['real.warc', false],
    ] as const) {
      mkdirSync(join(archive, 'deep'), { recursive: true });
      const references = await writeArchive(join(archive, 'deep', file), pages, { archive, compressed });
      assert.equal(
        references.map(({ url }) => url),
        pages.map(({ url }) => url),
      );
      const sites = [...new Set(pages.map(({ url }) => hostOf(url)))];
      for (const site of sites) {
        const own = references.filter(({ url }) => hostOf(url) === site);
        await client.call(site, 'learn', own[0]);
        await client.call(site, 'learnMany', { pages: own.slice(1) });
      }
      await sameAsOneProcess(pages);
      for (const { url, html } of pages.slice(0, 5)) {
        assert.is((await client.call<PageAnswer>(hostOf(url), 'learn', { url, html })).counted, false);
      }
      await forget(...sites);
    }
  },

  'decodes bytes by the character set of the content type': async () => {
    const word = Buffer.from([0xb0, 0xa1, 0xb3, 0xaa]);
    const bytes = Buffer.concat([Buffer.from('<p>'), word, Buffer.from('</p>')]);
    const html = { base64: bytes.toString('base64') };
    const page = { url: 'https://k.example/', html, contentType: 'text/html; charset=euc-kr', fields: ['text'] };
    assert.is((await client.call<PageAnswer>('k.example', 'learn', page)).text?.trim(), '가나');
    const sites = await Sites.open({ store: new MemoryLevel(), siteOf, maxPageBytes, seed });
    await sites.learn(page.url, bytes, { contentType: page.contentType });
    assert.ok((await client.bytes('k.example', 'snapshot')).equals(await sites.snapshot('k.example')));
    await sites.close();
  },

  'counts a page once, however often and with whatever other pages it is sent': async () => {
    const pages = made(4, 12);
    await client.call('s4.example', 'learnMany', { pages: pages.slice(0, 8) });
    const again = await client.call<PagesAnswer>('s4.example', 'learnMany', {
      pages: [...pages.slice(5, 12), ...pages.slice(5, 12)],
    });
    assert.equal(
      answersOf(again).map(({ counted }) => counted),
      [...[false, false, false, true, true, true, true], ...Array.from({ length: 7 }, () => false)],
    );
    assert.is(again.pages, 12);
    await sameAsOneProcess(pages);
    const [page] = pages;
    assert.is((await client.call<PageAnswer>('s4.example', 'learn', page)).counted, false);
    // The URL identifies a page without id.
    const other = await client.call<PageAnswer>('s4.example', 'learn', { ...page, id: 'another' });
    assert.is(other.counted, true);
    const key = 'a call that is made twice';
    const { url, html } = samplePage(4, 12);
    for (const _ of [1, 2]) {
      const { answer } = await client.insist<PageAnswer>(key, 's4.example', 'learn', { url, html });
      assert.is(answer.counted, true);
      assert.is(answer.page, 14);
    }
  },

  'stores ids of a large site in buckets, reads few of them per call, and counts no page twice': async () => {
    const large = Array.from({ length: 6000 }, (_, number) => ({
      url: `https://large.example/${number}`,
      html: `<p>menu</p><p>story ${number}</p>`,
    }));
    let maxBytes = 0;
    for (let at = 0; at < large.length; at += 400) {
      const pages = large.slice(at, at + 400);
      assert.is((await client.call<PagesAnswer>('large.example', 'learnMany', { pages })).counted, 400);
      maxBytes = Math.max(maxBytes, (await client.call<SiteStats>('large.example', 'stats')).stateBytes);
    }
    assert.ok(maxBytes < 24 * 1024, `${maxBytes} bytes`);
    const states = await server.states('Site', 'large.example');
    const sizes = [...states].filter(([key]) => key !== 'site').map(([, { length }]) => length);
    // More than the server sends with a call.
    assert.ok(sizes.reduce((sum, size) => sum + size, 0) > 64 * 1024);
    assert.ok(Math.max(...sizes) < 8 * 1024, `${Math.max(...sizes)} bytes in one bucket`);
    await sameAsOneProcess(large);
    for (let at = 0; at < large.length; at += 500) {
      const answer = await client.call<PagesAnswer>('large.example', 'learnMany', { pages: large.slice(at, at + 500) });
      assert.is(answer.counted, 0);
    }
    assert.equal(await server.states('Site', 'large.example'), states);
    const reused = { url: 'https://large.example/17', html: '<p>another story</p>' };
    await refused('PAGE_ID_REUSED', 'large.example', 'learn', reused, 409);
    assert.is(await client.call('large.example', 'forget'), true);
    assert.is((await server.states('Site', 'large.example')).size, 0);
  },

  'concurrent calls: learns one after another, labels at the same time': async () => {
    const pages = made(5, 40);
    const [first, ...rest] = pages;
    await client.call('s5.example', 'learn', first);
    const answers = await Promise.all([
      ...rest.map((page) => client.call<PageAnswer>('s5.example', 'learn', page)),
      ...rest.map((page) => client.call<PageAnswer>('s5.example', 'label', page)),
    ]);
    const numbers = answers.slice(0, rest.length).map(({ page }) => page);
    assert.equal(
      [...numbers].sort((one, other) => one - other),
      rest.map((_, index) => index + 2),
    );
    assert.is((await client.call<SiteStats>('s5.example', 'stats')).pages, 40);
  },

  'rejects invalid requests at the first attempt without a change': async () => {
    const url = 'https://s6.example/';
    await client.call('s6.example', 'learn', { url, html: '<p>text' });
    const bad: unknown[] = [
      ...[
        null,
        7,
        'page',
        [],
        {},
        { url },
        { html: '<p>' },
        { url: '', html: '' },
        { url, html: 7 },
        { url, id: '', html: '' },
      ],
      ...[
        { url, id: 7, html: '' },
        { url, html: { base64: '!' } },
        { url, html: '', warc: { path: 'a', offset: 0, length: 1 } },
      ],
      ...[
        { url, html: '', fields: 'title' },
        { url, contentType: 7, html: '' },
        { url, warc: { path: 'a', offset: -1, length: 1 } },
      ],
      ...[
        { url, warc: { path: 'a', offset: 0, length: 0.5 } },
        { url, warc: { path: '', offset: 0, length: 1 } },
      ],
    ];
    for (const request of bad) await refused('INPUT_INVALID', 's6.example', 'learn', request, 400);
    for (const pages of [undefined, 'pages', { 0: bad[0] }]) {
      await refused('INPUT_INVALID', 's6.example', 'learnMany', { pages }, 400);
    }
    await refused('URL_INVALID', 's6.example', 'learn', { url: 'no url', html: '' }, 400);
    await refused('SITE_MISMATCH', 's6.example', 'learn', { url: 'https://s7.example/', html: '' }, 400);
    const many = Array.from({ length: 501 }, (_, page) => ({ url: `${url}${page}`, html: '' }));
    await refused('TOO_MANY_PAGES', 's6.example', 'learnMany', { pages: many }, 400);
    await refused('SITE_UNKNOWN', 'unknown.example', 'snapshot', undefined, 404);
  },

  'rejects a page that is too large or reuses an id; of a batch it rejects the batch or, with skipRefused, the page':
    async () => {
      const pages = made(7, 6);
      await client.call('s7.example', 'learnMany', { pages: pages.slice(0, 3) });
      const large = { url: 'https://s7.example/large', html: `<p>${'large '.repeat(60_000)}` };
      const reused = { url: pages[1]?.url, html: '<p>other bytes' };
      await refused('PAGE_TOO_LARGE', 's7.example', 'learn', large, 413);
      await refused('PAGE_ID_REUSED', 's7.example', 'learn', reused, 409);
      for (const [code, page] of [
        ['PAGE_TOO_LARGE', large],
        ['PAGE_ID_REUSED', reused],
        ['INPUT_INVALID', { url: 'https://s7.example/none' }],
      ] as const) {
        await refused(code, 's7.example', 'learnMany', { pages: [pages[3], page, pages[4]] });
      }
      const answer = await client.call<PagesAnswer>('s7.example', 'learnMany', {
        pages: [pages[3], large, pages[4], reused, { url: 7 }, pages[5]],
        skipRefused: true,
      });
      assert.equal(
        answer.answers.map((one) => ('error' in one ? (one as RefusedPage).error.code : one.page)),
        [4, 'PAGE_TOO_LARGE', 5, 'PAGE_ID_REUSED', 'INPUT_INVALID', 6],
      );
      await sameAsOneProcess(pages);
    },

  'rejects references to missing records and to files outside the archive': async () => {
    const pages = made(8, 3);
    const [one, two, three] = (await writeArchive(join(archive, 'eight.warc.gz'), pages, { archive })) as [
      ...[PageByReference, PageByReference, PageByReference],
    ];
    await client.call('s8.example', 'learn', one);
    const { warc, url } = two;
    const refer = (changed: Partial<typeof warc>): object => ({ url, warc: { ...warc, ...changed } });
    writeFileSync(join(root, 'secret.warc'), warcRecord({ url }));
    symlinkSync(join(root, 'secret.warc'), join(archive, 'link.warc'));
    for (const path of [
      '../secret.warc',
      join(root, 'secret.warc'),
      'link.warc',
      'deep/../../secret.warc',
      '.',
      'a\0b',
      '..',
    ]) {
      await refused('REFERENCE_INVALID', 's8.example', 'learn', refer({ path, offset: 0 }), 400);
    }
    await refused('REFERENCE_INVALID', 's8.example', 'learn', refer({ length: 2 ** 40 }), 400);
    for (const path of ['gone.warc.gz', 'deep', 'eight.warc.gz/deeper', 'x'.repeat(1000)]) {
      await refused('RECORD_GONE', 's8.example', 'learn', refer({ path }), 410);
    }
    await refused('RECORD_GONE', 's8.example', 'learn', refer({ offset: 2 ** 40 }), 410);
    await refused('RECORD_GONE', 's8.example', 'learn', refer({ length: three.warc.length + warc.length + 1 }), 410);
    // First the offset of another record, then an offset inside a record.
    await refused('RECORD_GONE', 's8.example', 'learn', { ...three, warc }, 410);
    await refused('RECORD_GONE', 's8.example', 'learn', refer({ offset: warc.offset + 5, length: 40 }), 410);
    await refused('INPUT_DAMAGED', 's8.example', 'learn', refer({ length: warc.length - 20 }), 422);
    const large = { url, html: `<p>${'large '.repeat(60_000)}` };
    for (const [file, compressed] of [
      ['large.warc.gz', true],
      ['large.warc', false],
    ] as const) {
      const [reference] = await writeArchive(join(archive, file), [large], { archive, compressed });
      await refused('PAGE_TOO_LARGE', 's8.example', 'learn', reference, 413);
    }
    const [once] = await writeArchive(join(archive, 'once.warc.gz'), [{ url, html: '<p>once' }], { archive });
    await client.call('s8.example', 'label', once);
    rmSync(join(archive, 'once.warc.gz'));
    // The service keeps a file open for a second.
    await sleep(1200);
    await refused('RECORD_GONE', 's8.example', 'label', once, 410);
    // Bytes after a record do not affect it.
    appendFileSync(join(archive, 'eight.warc.gz'), 'garbage');
    await client.call('s8.example', 'learnMany', { pages: [two, three] });
    await sameAsOneProcess(pages);
  },

  'retries while the archive is unavailable': async () => {
    const pages = made(9, 2);
    const references = await writeArchive(join(archive, 'nine.warc.gz'), pages, { archive });
    renameSync(archive, `${archive}.away`);
    const before = await service.attempts();
    const answer = client.call<PagesAnswer>('s9.example', 'learnMany', { pages: references });
    for (const end = Date.now() + 20_000; (await service.attempts()) - before < 2 && Date.now() < end; )
      await sleep(50);
    renameSync(`${archive}.away`, archive);
    assert.is((await answer).counted, 2);
    assert.ok((await service.attempts()) - before > 1);
    await sameAsOneProcess(pages);
  },

  'rejects a state that is damaged, of another site or with other options, and does not change it': async () => {
    const pages = made(10, 5);
    await client.call('s10.example', 'learnMany', { pages });
    const states = await server.states('Site', 's10.example');
    const whole = states.get('site') as Buffer;
    /** Restate applies the state asynchronously, so this waits until it is visible. */
    const put = async (site: string, bytes: Uint8Array): Promise<void> => {
      await server.setState('Site', site, { site: bytes });
      for (const end = Date.now() + 10_000; Date.now() < end; await sleep(20)) {
        if ((await server.states('Site', site)).get('site')?.equals(bytes)) return;
      }
      assert.unreachable('the state was not set');
    };
    const page = samplePage(10, 5);
    for (const at of [0, 5, 12, 40, whole.length - 30, whole.length - 1]) {
      const altered = Buffer.from(whole);
      altered[at] = (altered[at] ?? 0) ^ 4;
      await put('s10.example', altered);
      await refused('SNAPSHOT_DAMAGED', 's10.example', 'learn', page, 500);
    }
    for (const length of [1, 30, whole.length - 1]) {
      await put('s10.example', whole.subarray(0, length));
      await refused('SNAPSHOT_DAMAGED', 's10.example', 'learn', page, 500);
      await refused('SNAPSHOT_DAMAGED', 's10.example', 'label', page, 500);
    }
    await put('s11.example', whole);
    await refused('SNAPSHOT_DAMAGED', 's11.example', 'learn', samplePage(11, 5), 500);
    await put('s10.example', whole);
    const other = await ServiceProcess.start(
      otherPort,
      { ...options, templateDf: 9 },
      { log: join(root, 'other.log') },
    );
    await server.register(otherPort);
    const error = await client.call('s10.example', 'learn', page).catch((thrown: unknown) => thrown);
    assert.is(refusalCode((error as RefusalError).message), 'STORE_OPTIONS');
    await server.register(port, true);
    await other.end();
    assert.equal(await server.states('Site', 's10.example'), states);
    assert.is((await client.call<PageAnswer>('s10.example', 'learn', page)).page, 6);
  },

  'rejects the state of the next version and does not change it': async () => {
    const pages = made(12, 4);
    await client.call('s12.example', 'learn', pages[0]);
    const flags = ['--import', pathToFileURL(join(import.meta.dirname, 'support', 'next-version.ts')).href];
    const next = await ServiceProcess.start(nextPort, options, { log: join(root, 'next.log'), flags });
    await server.register(nextPort);
    // The test needs a state of the next version.
    const old = await client.call('s12.example', 'learn', pages[1]).catch((thrown: unknown) => thrown);
    assert.is(refusalCode((old as RefusalError).message), 'SNAPSHOT_VERSION');
    await client.call('s12.example', 'forget');
    assert.is((await client.call<PageAnswer>('s12.example', 'learn', pages[1])).page, 1);
    await server.register(port, true);
    for (const handler of ['learn', 'label']) await refused('SNAPSHOT_VERSION', 's12.example', handler, pages[2], 409);
    await refused('SNAPSHOT_VERSION', 's12.example', 'learnMany', { pages, skipRefused: true }, 409);
    for (const handler of ['stats', 'snapshot']) {
      await refused('SNAPSHOT_VERSION', 's12.example', handler, undefined, 409);
    }
    await server.register(nextPort, true);
    assert.is((await client.call<PageAnswer>('s12.example', 'learn', pages[2])).page, 2);
    await server.register(port, true);
    await next.end();
  },

  'references() fails for records that share a gzip member': async () => {
    const { references } = await import('../../packages/restate/src/index.ts');
    const { gzipSync } = await import('node:zlib');
    const file = join(archive, 'joined.warc.gz');
    const records = made(13, 4).map(({ url, html }) => warcRecord({ url, body: html }));
    const info = warcRecord({ type: 'warcinfo', body: 'software: a test' });
    writeFileSync(
      file,
      Buffer.concat([
        gzipSync(info),
        gzipSync(Buffer.concat(records.slice(0, 2))),
        ...records.slice(2).map((one) => gzipSync(one)),
      ]),
    );
    const failures: string[] = [];
    const found: string[] = [];
    for await (const { url, warc } of references(file, {
      archive,
      onFailure: ({ error }) => failures.push(error.message),
    })) {
      found.push(url);
      assert.is(warc.path, 'joined.warc.gz');
      const { counted } = await client.call<PageAnswer>('s13.example', 'learn', { url, warc });
      assert.ok(counted, url);
    }
    assert.equal(
      found,
      [0, 2, 3].map((page) => samplePage(13, page).url),
    );
    assert.is(failures.length, 1);
  },

  'nodes behind one address: one is added and one killed while a crawl runs, and every page is counted once':
    async () => {
      const [address = 0, ...ports] = await freePorts(4);
      const start = (node: number): Promise<ServiceProcess> =>
        ServiceProcess.start(node, { ...options, name: 'Nodes' }, { log: join(root, `node-${node}.log`) });
      const nodes = [await start(ports[0] ?? 0), await start(ports[1] ?? 0)];
      const balancer = await Balancer.start(address, ports.slice(0, 2));
      await server.register(address);
      const object = new Client(server.ingress, { object: 'Nodes' });
      const given: TestPage[] = [];
      const round = async (): Promise<void> => {
        const calls = Array.from({ length: 12 }, async (_, at) => {
          const site = 20 + at;
          const from = given.length / 12;
          const pages = Array.from({ length: 5 }, (_page, page) => samplePage(site, from + page));
          assert.is((await object.call<PagesAnswer>(siteName(site), 'learnMany', { pages })).counted, 5);
          return pages;
        });
        given.push(...(await Promise.all(calls)).flat());
      };
      for (let at = 0; at < 4; at += 1) await round();
      const added = await start(ports[2] ?? 0);
      balancer.add(added.port);
      for (const end = Date.now() + 60_000; (await added.attempts()) === 0 && Date.now() < end; ) await round();
      assert.ok((await added.attempts()) > 0, 'the node that was added has work');
      const [first, second] = nodes as [ServiceProcess, ServiceProcess];
      assert.ok((await first.attempts()) > 0 && (await second.attempts()) > 0);
      const last = round();
      balancer.remove(first.port);
      await first.end('SIGKILL');
      await last;
      await round();
      await sameAsOneProcess(given, object);
      object.close();
      balancer.end();
      await second.end();
      await added.end();
    },

  'every site has the snapshot of an undisturbed crawl after three kills of service and server': async () => {
    const report = await runCampaign({
      kills: 3,
      pages: 1000,
      sites: 20,
      seed: 20_260_101,
      folder: join(root, 'crash'),
    });
    assert.equal(report.differences, []);
    assert.is(report.serviceKills, 3);
    assert.is(report.serverKills, 3);
  },
});
