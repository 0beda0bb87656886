/**
 * The example of a Durable Object per site, on workerd.
 *
 * Run: npm run build && node --import tsx integration/durable-object/test.ts [WORD…]
 */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { Miniflare } from 'miniflare';
import { Detector } from 'refrain';
import * as assert from 'uvu/assert';
import { LIMITS } from '../../examples/durable-object/site.ts';
import { seedOf } from '../../test/support/keys.ts';
import { realSites } from '../../test/support/real-sites.ts';
import { runChecks } from '../checks.ts';

const ENTRY = fileURLToPath(new URL('../../examples/durable-object/worker.ts', import.meta.url));

/** Bundles the worker next to `core.wasm` and `model.bin`; returns the folder. */
async function bundle(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'refrain-edge-'));
  await build({
    entryPoints: [ENTRY],
    outdir: folder,
    bundle: true,
    format: 'esm',
    target: 'es2022',
    conditions: ['workerd', 'worker', 'browser'],
    loader: { '.wasm': 'copy', '.bin': 'copy' },
    logLevel: 'warning',
  });
  return folder;
}

const TYPES = [
  ['.js', 'ESModule'],
  ['.wasm', 'CompiledWasm'],
  ['.bin', 'Data'],
] as const;

interface Answer {
  readonly status: number;
  readonly bytes: Uint8Array;
  /** Properties that the checks read. */
  readonly json: {
    readonly page: number;
    readonly pages: number;
    readonly counted: boolean;
    readonly title: string;
    readonly code: string;
  };
}

/** A running worker whose state is in a folder. */
interface Edge {
  call(method: string, path: string, body?: string | Uint8Array, headers?: Record<string, string>): Promise<Answer>;
  stop(): Promise<void>;
}

async function start(code: string, state: string): Promise<Edge> {
  const modules = readdirSync(code)
    .flatMap((name) =>
      TYPES.filter(([end]) => name.endsWith(end)).map(([, type]) => ({ type, path: join(code, name) })),
    )
    .sort((a, b) => Number(b.type === 'ESModule') - Number(a.type === 'ESModule'));
  const miniflare = new Miniflare({
    modules,
    modulesRoot: code,
    compatibilityDate: '2025-11-01',
    durableObjects: { SITES: { className: 'Site', useSQLite: true } },
    durableObjectsPersist: state,
  });
  await miniflare.ready;
  let stopped: Promise<void> | undefined;
  return {
    async call(method, path, body, headers = {}) {
      const response = await miniflare.dispatchFetch(`http://edge${path}`, {
        method,
        headers,
        ...(body === undefined ? {} : { body }),
      });
      const bytes = new Uint8Array(await response.arrayBuffer());
      const isJson = response.headers.get('content-type')?.startsWith('application/json');
      return { status: response.status, bytes, json: isJson ? JSON.parse(new TextDecoder().decode(bytes)) : undefined };
    },
    stop() {
      stopped ??= miniflare.dispose();
      return stopped;
    },
  };
}

async function withEdge(use: (start: () => Promise<Edge>) => Promise<void>): Promise<void> {
  const code = await bundle();
  const state = mkdtempSync(join(tmpdir(), 'refrain-edge-state-'));
  const started: Edge[] = [];
  try {
    await use(async () => {
      const edge = await start(code, state);
      started.push(edge);
      return edge;
    });
  } finally {
    await Promise.all(started.map((edge) => edge.stop()));
    for (const folder of [code, state]) rmSync(folder, { recursive: true, force: true });
  }
}

const pages = (realSites().find(({ name }) => name === 'admin-lte')?.pages ?? []).slice(0, 40);

const urlOf = (name: string, host = 'one.example'): string => `https://${host}/${name}`;
const at = (path: string, url: string): string => `${path}?url=${encodeURIComponent(url)}`;

async function inNode(urls: readonly string[], seed: string): Promise<{ verdicts: object[]; snapshot: Uint8Array }> {
  const detector = await Detector.create({ ...LIMITS, seed });
  const verdicts = urls.map((url, place) => {
    const page = detector.learn(new TextEncoder().encode(pages[place]?.html), { id: url });
    return { title: page.title, lengths: page.lengths, ...page.toJSON() };
  });
  return { verdicts, snapshot: detector.snapshot() };
}

await runChecks({
  'returns the verdicts and the snapshot of Node, also after a restart': () =>
    withEdge(async (start) => {
      const urls = pages.map(({ name }) => urlOf(name));
      let edge = await start();
      const verdicts: unknown[] = [];
      for (const [place, url] of urls.entries()) {
        if (place === 17) {
          await edge.stop();
          edge = await start();
        }
        const { status, json } = await edge.call('POST', at('/learn', url), pages[place]?.html ?? '');
        assert.is(status, 200);
        verdicts.push(json);
      }
      const snapshot = await edge.call('GET', '/snapshot?site=one.example');
      const expected = await inNode(urls, seedOf(snapshot.bytes));
      assert.equal(verdicts, expected.verdicts);
      assert.equal(snapshot.bytes, expected.snapshot);
      const { json } = await edge.call('GET', '/stats?site=one.example');
      assert.is(json.pages, pages.length);
      assert.is((await Detector.restore(snapshot.bytes)).stats.pages, pages.length);
    }),

  'counts a page once, however long ago; label counts no page': () =>
    withEdge(async (start) => {
      let edge = await start();
      const learn = (url: string, place = 0) => edge.call('POST', at('/learn', url), pages[place]?.html ?? '');
      assert.is((await learn(urlOf('first'))).json.counted, true);
      for (let place = 0; place < 300; place += 1) await learn(urlOf(`${place}`), place % pages.length);
      assert.is((await learn(urlOf('first'))).json.counted, false);
      await edge.stop();
      edge = await start();
      const { json } = await learn(urlOf('first'), 1);
      assert.equal([json.counted, json.page], [false, 301]);
      assert.is((await edge.call('POST', at('/label', urlOf('new')), pages[2]?.html ?? '')).json.counted, false);
      assert.is(
        (await edge.call('POST', `${at('/learn', urlOf('first'))}&id=again`, pages[0]?.html)).json.counted,
        true,
      );
      await edge.call('DELETE', '/?site=one.example');
      assert.is((await learn(urlOf('first'))).json.page, 1);
    }),

  'stores a snapshot that is larger than one value of the storage': () =>
    withEdge(async (start) => {
      const large = (of: string): string =>
        Array.from({ length: 50_000 }, (_, number) => `<p>${of} ${number}`).join('');
      let edge = await start();
      const letters = ['a', 'a', 'b', 'b'];
      for (const [number, of] of letters.entries()) {
        const url = urlOf(`${number}`);
        assert.is((await edge.call('POST', at('/learn', url), large(of))).json.counted, true);
      }
      const { bytes } = await edge.call('GET', '/snapshot?site=one.example');
      const detector = await Detector.create({ ...LIMITS, seed: seedOf(bytes) });
      for (const [number, of] of letters.entries()) detector.learn(large(of), { id: urlOf(`${number}`) });
      const expected = new Uint8Array(detector.snapshot());
      assert.ok(expected.length > 1_100_000, `${expected.length} bytes are too few for the test`);
      assert.equal(bytes, expected);
      await edge.stop();
      edge = await start();
      assert.equal((await edge.call('GET', '/snapshot?site=one.example')).bytes, expected);
    }),

  'sites are independent': () =>
    withEdge(async (start) => {
      const edge = await start();
      const hosts = ['one.example', 'two.example:8080'];
      await Promise.all(
        hosts.flatMap((host, odd) =>
          pages.slice(0, 10 + odd).map(({ name, html }) => edge.call('POST', at('/learn', urlOf(name, host)), html)),
        ),
      );
      for (const [odd, host] of hosts.entries()) {
        const { json } = await edge.call('GET', `/stats?site=${host}`);
        assert.is(json.pages, 10 + odd);
      }
      assert.is((await edge.call('DELETE', '/?site=one.example')).status, 204);
      const forgotten = await edge.call('GET', '/stats?site=one.example');
      assert.equal([forgotten.status, forgotten.json.code], [404, 'SITE_UNKNOWN']);
      assert.is((await edge.call('GET', '/stats?site=two.example:8080')).json.pages, 11);
    }),

  'counts every page once when requests are concurrent and repeated': () =>
    withEdge(async (start) => {
      let edge = await start();
      const large = ' '.repeat((LIMITS.maxPageBytes ?? 0) + 1);
      const answers = await Promise.all([
        ...[...pages, ...pages].map(({ name, html }) => edge.call('POST', at('/learn', urlOf(name)), html)),
        ...[1, 2].map((number) => edge.call('POST', at('/learn', urlOf(`large-${number}`)), large)),
      ]);
      const counted = answers.filter(({ json }) => json.counted);
      assert.is(counted.length, pages.length);
      assert.equal(
        counted.map(({ json }) => json.page).sort((a, b) => a - b),
        pages.map((_, number) => number + 1),
      );
      assert.equal(
        answers.slice(-2).map(({ status, json }) => [status, json.code]),
        [
          [413, 'PAGE_TOO_LARGE'],
          [413, 'PAGE_TOO_LARGE'],
        ],
      );
      const order = [...pages.keys()].sort((a, b) => pageOf(answers, a) - pageOf(answers, b));
      const { bytes } = await edge.call('GET', '/snapshot?site=one.example');
      const detector = await Detector.create({ ...LIMITS, seed: seedOf(bytes) });
      for (const place of order) detector.learn(pages[place]?.html ?? '', { id: urlOf(pages[place]?.name ?? '') });
      assert.equal(bytes, new Uint8Array(detector.snapshot()));
      await edge.stop();
      edge = await start();
      assert.equal((await edge.call('GET', '/snapshot?site=one.example')).bytes, bytes);
    }),

  'decodes a page by the character set of its header': () =>
    withEdge(async (start) => {
      const edge = await start();
      const body = Buffer.from('<title>\xcf\xf0\xe8\xe2\xe5\xf2</title><p>\xcf\xf0\xe8\xe2\xe5\xf2', 'latin1');
      const answer = (type: string) => edge.call('POST', at('/label', urlOf('1')), body, { 'content-type': type });
      assert.is((await answer('text/html; charset=windows-1251')).json.title, 'Привет');
      assert.is((await answer('text/html; charset=no-such')).json.title, 'Ïðèâåò', 'as browsers read it');
    }),

  'answers invalid input with a status and a code': () =>
    withEdge(async (start) => {
      const edge = await start();
      const codeOf = async (method: string, path: string, body?: string): Promise<unknown[]> => {
        const { status, json } = await edge.call(method, path, body);
        return [status, json?.code];
      };
      assert.equal(await codeOf('POST', '/learn', '<p>'), [400, 'URL_INVALID']);
      assert.equal(await codeOf('POST', '/learn?url=nonsense', '<p>'), [400, 'URL_INVALID']);
      assert.equal(await codeOf('POST', '/learn?url=mailto:a', '<p>'), [400, 'URL_INVALID']);
      assert.equal(await codeOf('GET', '/snapshot?site=one.example'), [404, 'SITE_UNKNOWN']);
      assert.equal(await codeOf('POST', at('/learn', urlOf('1')), ''), [200, undefined]);
      assert.equal(await codeOf('GET', '/nothing?site=one.example'), [404, 'NOT_FOUND']);
      assert.equal(await codeOf('PUT', at('/learn', urlOf('1')), ''), [404, 'NOT_FOUND']);
    }),
});

function pageOf(answers: readonly { json: { counted: boolean; page: number } }[], place: number): number {
  const two = [answers[place], answers[place + pages.length]];
  return two.find((answer) => answer?.json.counted)?.json.page ?? 0;
}
