/**
 * Measures the throughput of calls with one page and with batches of pages by reference, and the state of a site.
 *
 * Run: node --import tsx integration/restate/bench.ts [--sites DIR] [--seconds N] [--processes N] [--plain]
 *
 * DIR contains a folder of HTML for each site; default: test/fixtures/sites.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { PageByReference, SiteStats } from '../../packages/restate/src/index.ts';
import { realSites } from '../../test/support/real-sites.ts';
import { type ArchivePage, writeArchive } from './support/archive.ts';
import { Client } from './support/client.ts';
import { ServiceProcess } from './support/process.ts';
import { freePorts, Server } from './support/server.ts';

const { values } = parseArgs({
  options: {
    sites: { type: 'string' },
    seconds: { type: 'string', default: '15' },
    processes: { type: 'string', default: '1' },
    plain: { type: 'boolean', default: false },
  },
});

function realPages(): Buffer[] {
  if (values.sites === undefined) return realSites().flatMap(({ pages }) => pages.map(({ html }) => Buffer.from(html)));
  const root = values.sites;
  return readdirSync(root).flatMap((site) =>
    readdirSync(join(root, site))
      .filter((file) => file.endsWith('.html'))
      .map((file) => readFileSync(join(root, site, file))),
  );
}

const MEAN_BYTES = 34 * 1024;
const SITES = 60;
const PAGES_PER_SITE = 400;
const SEED = 7;

/** Pages of medium size with the mean `MEAN_BYTES`, so that results of different sites are comparable. */
function chosen(pages: readonly Buffer[]): Buffer[] {
  const sorted = [...pages].sort((one, other) => one.length - other.length);
  let total = sorted.reduce((sum, { length }) => sum + length, 0);
  while (sorted.length > 1 && Math.abs(total / sorted.length - MEAN_BYTES) > MEAN_BYTES / 50) {
    const gone = total / sorted.length < MEAN_BYTES ? sorted.shift() : sorted.pop();
    total -= gone?.length ?? 0;
  }
  return sorted;
}

const folder = mkdtempSync(join(tmpdir(), 'refrain-restate-'));
const [port = 0] = await freePorts(1);
const pages = chosen(realPages());
function* crawl(): Generator<ArchivePage> {
  for (let site = 0; site < SITES; site += 1) {
    for (let page = 0; page < PAGES_PER_SITE; page += 1) {
      const html = pages[(page * 7 + site) % pages.length] ?? Buffer.alloc(0);
      yield { url: `https://s${site}.example/${page}`, html };
    }
  }
}
const made = await writeArchive(join(folder, 'crawl.warc.gz'), crawl(), { archive: folder, compressed: !values.plain });
const bySite = Array.from({ length: SITES }, (_, site) =>
  made.slice(site * PAGES_PER_SITE, (site + 1) * PAGES_PER_SITE),
);
const mean = pages.reduce((sum, { length }) => sum + length, 0) / pages.length;

// Spreads connections over the processes.
const server = await Server.start(join(folder, 'server'), ['[worker.invoker] http2-streams-per-connection-limit = 2']);
const service = await ServiceProcess.start(
  port,
  { archive: folder, seed: SEED },
  { log: join(folder, 'service.log'), processes: Number(values.processes) },
);
const client = new Client(server.ingress);
const report = (what: string, figure: string): boolean => process.stdout.write(`${what.padEnd(44)} ${figure}\n`);

/** Each batch has pages of one site, in order. */
function batches<P>(sites: readonly (readonly P[])[], of: number): P[][] {
  const order: P[][] = [];
  for (let at = 0; at < PAGES_PER_SITE; at += of) for (const site of sites) order.push(site.slice(at, at + of));
  return order;
}

function childrenOf(pid: number): number[] {
  const listed = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim();
  return listed === '' ? [] : listed.split(' ').map(Number);
}

/** Processor seconds of each process with its children, on systems that report them. */
function used(): Readonly<Record<string, number>> {
  const { user, system } = process.cpuUsage();
  const of = (pid = 0): number => {
    try {
      const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
        .replace(/^.*\) /s, '')
        .split(' ');
      const children = childrenOf(pid).reduce((sum, child) => sum + of(child), 0);
      return children + (Number(fields[11]) + Number(fields[12])) / 100;
    } catch {
      return Number.NaN;
    }
  };
  return { server: of(server.pid), service: of(service.pid), client: (user + system) / 1e6 };
}

async function measure<P>(
  object: string,
  { given, size, concurrency }: { given: readonly (readonly P[])[]; size: number; concurrency: number },
  run: (batch: P[]) => Promise<unknown>,
) {
  const left = batches(given, size).values();
  const end = performance.now() + Number(values.seconds) * 1000;
  const times: number[] = [];
  let done = 0;
  const before = used();
  const start = performance.now();
  await Promise.all(
    Array.from({ length: concurrency }, async () => {
      for (const batch of left) {
        if (performance.now() > end) return;
        const sent = performance.now();
        await run(batch);
        times.push(performance.now() - sent);
        done += batch.length;
      }
    }),
  );
  const seconds = (performance.now() - start) / 1000;
  times.sort((one, other) => one - other);
  const quantile = (share: number): string => (times[Math.floor(times.length * share)] ?? 0).toFixed(1);
  report(
    object,
    `${(done / seconds).toFixed(0)} pages/s, ${(times.length / seconds).toFixed(0)} calls/s, ` +
      `${done} pages in ${seconds.toFixed(1)} s; a call takes ${quantile(0.5)} ms, of 100 the slowest ${quantile(0.99)}`,
  );
  const after = used();
  const taken = Object.entries(after).map(([name, at]) => [name, at - (before[name] ?? 0)] as const);
  const list = (of: (took: number) => string): string => taken.map(([name, took]) => `${name} ${of(took)}`).join(', ');
  report(
    '  processors in use',
    list((took) => (took / seconds).toFixed(2)),
  );
  report(
    '  CPU µs a page',
    list((took) => ((1e6 * took) / done).toFixed(0)),
  );
}

const siteOf = (page: PageByReference | undefined): string => new URL(page?.url ?? '').host;

try {
  await server.register(port);
  report('pages', `${mean.toFixed(0)} bytes on average, ${values.plain ? 'not compressed' : 'gzip'}`);
  report(
    'load',
    loadavg()
      .map((load) => load.toFixed(1))
      .join(' '),
  );
  // Compilation and first allocations are not measured.
  for (const site of bySite.slice(0, 8))
    await client.call(`w${siteOf(site[0])}`, 'learnMany', { pages: site.slice(0, 50) });
  const forget = async (): Promise<void> => {
    for (const site of bySite) await client.call(siteOf(site[0]), 'forget');
  };
  const single = { given: bySite, size: 1, concurrency: 32 };
  await measure('one page a call', single, ([page]) => client.call(siteOf(page), 'learn', page));
  await forget();
  await measure('batches of 50', { given: bySite, size: 50, concurrency: 8 }, (batch) =>
    client.call(siteOf(batch[0]), 'learnMany', { pages: batch }),
  );
  const full = bySite[0] ?? [];
  for (let at = 0; at < full.length; at += 50)
    await client.call('full', 'learnMany', { pages: full.slice(at, at + 50) });
  const { pages: counted, entries, stateBytes } = await client.call<SiteStats>('full', 'stats');
  report('state of a site', `${stateBytes} bytes, ${counted} pages, ${entries} entries`);
  report(
    'load',
    loadavg()
      .map((load) => load.toFixed(1))
      .join(' '),
  );
} finally {
  client.close();
  await service.end();
  await server.end();
  rmSync(folder, { recursive: true, force: true });
}
