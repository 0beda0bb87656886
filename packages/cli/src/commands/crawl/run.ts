/** `refrain crawl`: reads a site into a store, then runs over its pages as over any input. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { NoPagesError, siteFinder } from '@refrain/crawl';
import { count, plural } from 'refrain/engine';
import { type CommandContext, interruptible } from '../../arguments/command-line.ts';
import { resolveFlags } from '../../arguments/detector.ts';
import { describe } from '../../errors.ts';
import { tallyOf } from '../../judge/batch.ts';
import { crawlPlan } from '../../read/crawl/crawl-plan.ts';
import { type Crawlee, loadCrawlee } from '../../read/crawl/crawlee.ts';
import { SiteCrawl } from '../../read/crawl/crawler.ts';
import { type LastCrawl, type PageStore, ROBOTS, withPages } from '../../read/crawl/page-store.ts';
import type { Identity } from '../../read/identity/identity.ts';
import { newJars, withIdentity } from '../../read/identity/open-identity.ts';
import { writeLlms } from '../../write/llms.ts';
import { writeOthers } from '../../write/other-urls.ts';
import { Progress } from '../../write/progress.ts';
import { inUnit } from '../../write/summary.ts';
import { run as writePages } from '../pages/run.ts';
import type { CrawlRunOptions } from './flags.ts';

/** Folder of the crawl inside the folder of pages. No page can have this name. */
const HIDDEN = '.refrain';

/** Returns the exit code. After a signal, `main` replaces it with that of the signal. */
export async function run(options: CrawlRunOptions, streams: CommandContext): Promise<number> {
  const context = interruptible(streams);
  const { interrupted, stderr } = context;
  const { out } = options;
  const crawlee = await loadCrawlee(options.browser);
  const isFolder = out !== undefined && options.isFolder;
  const kept = options.state ?? (isFolder ? join(out, HIDDEN) : undefined);
  if (!options.quiet) stderr.write(newJars(options.identity));
  const hasOutput = isFolder && existsSync(join(out, 'index.tsv'));
  return withIdentity(options.identity, (identity) =>
    withPages(kept, async (store) => {
      const last = store.last();
      const number = last === undefined ? 1 : last.number + (last.isDone ? 1 : 0);
      // Not done until the output is written: after an interruption, the same command continues this crawl.
      if (last?.number !== number) store.setLast({ ...last, number, isDone: false });
      const failed = await readSite(store, number, options, { ...context, crawlee, identity, kept });
      if (interrupted.aborted) return 1;
      const siteOf = await siteFinder(options.siteOf);
      const home = homeOf(store, number);
      const output = outputOf({ ...options, home });
      const isSameOutput = isFolder ? hasOutput && last?.output === output : options.skipKnown && last !== undefined;
      const plan = crawlPlan(store, { ...options, siteOf, number, writesAll: !isSameOutput });
      if (plan.pages === 0) {
        stderr.write(`refrain: ${describe(new NoPagesError('no page could be read'))}\n`);
        return 1;
      }
      let code = failed > 0 ? 1 : 0;
      const writing = { ...options, home, state: undefined, skipKnown: false, relabel: true };
      if (plan.toWrite > 0) code = Math.max(code, await writePages(writing, context, plan));
      else if (!options.quiet) stderr.write('refrain: no page has changed: nothing was written\n');
      if (interrupted.aborted) return code;
      if (isFolder) await writeOthers(out, othersOf(store, number));
      if (isFolder && options.llms) await writeLlms(out, pagesOf(store, number), options.addresses[0] ?? '');
      finish(store, { number, isDone: true, output });
      return code;
    }),
  );
}

/** The host of all pages; undefined if there are several. */
function homeOf(store: PageStore, number: number): string | undefined {
  const hosts = new Set([...pagesOf(store, number)].map((address) => new URL(address).host));
  return hosts.size === 1 ? [...hosts][0] : undefined;
}

/** The flags that determine the output. After a change of these, a crawl writes all pages again. */
const outputOf = (options: CrawlRunOptions): string => JSON.stringify(OUTPUT_FLAGS.map((name) => options[name]));

const OUTPUT_FLAGS = [
  ...['out', 'format', 'frontmatter', 'cut', 'chunkWords', 'bulkIndex', 'fields', 'keep', 'structured', 'detector'],
  ...['rules', 'model', 'home'],
] as const satisfies readonly (keyof CrawlRunOptions)[];

/** Counts of URLs that are not pages, by reason. URLs that robots.txt forbids are omitted. */
function othersNotes(store: PageStore, number: number): string[] {
  const counts = new Map<string, number>();
  for (const [, { seen, reason, by }] of store.others())
    if (seen === number && by !== ROBOTS) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  const list = [...counts].sort().map(([reason, times]) => `${count(times)} ${reason}`);
  return list.length === 0 ? [] : [`other URLs: ${list.join(', ')}`];
}

function* othersOf(store: PageStore, number: number) {
  for (const [address, { seen, reason, by, length }] of store.others())
    if (seen === number) yield [address, reason, by, `${length ?? ''}`];
}

function* pagesOf(store: PageStore, number: number) {
  for (const [address, { seen, missing }] of store.heads()) if (seen === number && missing === undefined) yield address;
}

function finish(store: PageStore, last: LastCrawl): void {
  for (const [address, { seen }] of store.others()) if (seen !== last.number) store.removeOther(address);
  for (const [address, { seen }] of store.heads()) if (seen !== last.number) store.remove(address);
  store.setLast(last);
}

interface SiteContext extends CommandContext {
  readonly crawlee: Crawlee;
  readonly identity: Identity | undefined;
  readonly kept: string | undefined;
}

/** Returns the number of failures. */
async function readSite(
  store: PageStore,
  number: number,
  options: CrawlRunOptions,
  { stderr, interrupted, crawlee, identity, kept }: SiteContext,
): Promise<number> {
  const { quiet } = options;
  let crawl: SiteCrawl | undefined;
  using progress = new Progress({
    ...{ stream: stderr, quiet, passes: 1, interrupted },
    ...{ total: () => crawl && Math.min(crawl.sums.known, options.maxPages), isEstimate: () => true },
  });
  const { maxPageBytes } = resolveFlags(options.detector);
  const siteOf = await siteFinder(options.siteOf);
  const events = {
    interrupted,
    page: (bytes: number) => progress.batch(tallyOf({ pages: 1, bytes })),
    failure: (source: string, error: Error) => progress.failure({ source, error }),
  };
  const settings = { ...options, identity, maxPageBytes, siteOf };
  crawl = await SiteCrawl.create(store, number, settings, events, crawlee);
  await crawl.run();
  const { pages: current, failed, seconds, bytes } = progress.totals;
  const { pages, forbidden } = crawl.sums;
  const notes = [
    `${plural(pages, 'page')} read${current === pages ? '' : ` (${count(current)} now)`}, ${count(failed)} failed`,
    ...(forbidden === 0 ? [] : [`${count(forbidden)} forbidden by robots.txt`]),
    ...othersNotes(store, number),
    `${seconds.toFixed(1)} s, ${count(current / seconds)} pages/s, ${inUnit(bytes)}`,
  ];
  const end =
    kept === undefined ? 'nothing was kept, because there is no --state' : 'the same command continues from there';
  progress.summarise([notes.join('; '), ...(interrupted.aborted ? [`interrupted; ${end}`] : [])]);
  return failed;
}
