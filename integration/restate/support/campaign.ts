/**
 * Kills the service and the server at random moments of a crawl. Callers repeat a call until they get an answer. At the
 * end every site must have the state of an undisturbed crawl in one process.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { MemoryLevel } from 'memory-level';
import { Sites } from '../../../packages/crawl/src/sites/sites.ts';
import type { PageByReference, PagesAnswer, SiteStats } from '../../../packages/restate/src/index.ts';
import { samplePage, siteName } from '../../../test/support/crawl.ts';
import { type Random, seededRandom } from '../../../test/support/random.ts';
import { type ArchivePage, writeArchive } from './archive.ts';
import { Client } from './client.ts';
import { ServiceProcess } from './process.ts';
import { freePorts, Server } from './server.ts';

export interface CampaignOptions {
  /** Kills of the service, and of the server. */
  readonly kills: number;
  readonly pages: number;
  readonly sites: number;
  readonly seed: number;
  readonly folder: string;
}

export interface CampaignReport {
  readonly serviceKills: number;
  readonly serverKills: number;
  readonly pages: number;
  readonly sites: number;
  /** Calls with an answer, and attempts. */
  readonly calls: number;
  readonly attempts: number;
  /** Pages in calls with other keys. */
  readonly givenAgain: number;
  readonly seconds: number;
  /** Differences from an undisturbed crawl; empty on success. */
  readonly differences: readonly string[];
}

/** Number of sites that are crawled at the same time. */
const CALLERS = 16;
/** Maximum pages of a call. */
const MOST_PAGES = 12;
/** One of this many calls repeats pages. */
const AGAIN = 10;
/** Maximum milliseconds between the page that causes a kill and the kill. */
const DELAY = 150;

interface Progress {
  pages: number;
  calls: number;
  attempts: number;
  givenAgain: number;
  counted: number;
  isOver: boolean;
}

function* crawl({ sites, pages }: CampaignOptions): Generator<ArchivePage> {
  for (let page = 0; page < pages; page += 1) yield samplePage(page % sites, Math.floor(page / sites), 30);
}

async function undisturbed(options: CampaignOptions): Promise<ReadonlyMap<string, Uint8Array>> {
  const sites = await Sites.open({ store: new MemoryLevel(), seed: 1 });
  for (const { url, html } of crawl(options)) await sites.learn(url, html);
  const found = new Map<string, Uint8Array>();
  for (let site = 0; site < options.sites; site += 1) {
    found.set(siteName(site), await sites.snapshot(siteName(site)));
  }
  await sites.close();
  return found;
}

/** Sends the pages of a site in order, and repeats each call until it has an answer. */
async function feed(
  client: Client,
  site: string,
  pages: readonly PageByReference[],
  { random, progress, differences }: { random: Random; progress: Progress; differences: string[] },
): Promise<void> {
  const give = async (key: string, given: readonly PageByReference[]): Promise<PagesAnswer> => {
    const { answer, attempts } = await client.insist<PagesAnswer>(key, site, 'learnMany', { pages: given });
    progress.calls += 1;
    progress.attempts += attempts;
    return answer;
  };
  for (let at = 0; at < pages.length; ) {
    const given = pages.slice(at, at + 1 + random.below(MOST_PAGES));
    const answer = await give(`${site} ${at}`, given);
    if (answer.counted !== given.length)
      differences.push(`${site}: ${answer.counted} of ${given.length} at ${at} counted`);
    progress.counted += answer.counted;
    at += given.length;
    progress.pages += given.length;
    if (random.below(AGAIN) > 0) continue;
    const again = pages.slice(Math.max(at - MOST_PAGES, 0), at);
    const { counted } = await give(`${site} ${at} again`, again);
    progress.givenAgain += again.length;
    if (counted > 0) differences.push(`${site}: ${counted} before ${at} counted twice`);
  }
}

/** Kills and restarts service and server in turn, each time that a share of the pages was learned. */
async function kill(
  { service, server }: { service: ServiceProcess; server: Server },
  options: CampaignOptions,
  progress: Progress,
): Promise<{ serviceKills: number; serverKills: number }> {
  const random = seededRandom(options.seed + 1);
  const killed = { serviceKills: 0, serverKills: 0 };
  const total = 2 * options.kills;
  for (let number = 0; number < total; number += 1) {
    const due = Math.floor(((number + 0.5) / total) * options.pages);
    while (progress.pages < due && !progress.isOver) await sleep(5);
    await sleep(random.below(DELAY));
    // A kill after the end of the crawl would test nothing.
    if (progress.isOver) break;
    if (number % 2 === 0) {
      await service.end('SIGKILL');
      killed.serviceKills += 1;
      await service.restart();
    } else {
      await server.end('SIGKILL');
      killed.serverKills += 1;
      await server.restart();
    }
  }
  return killed;
}

export async function runCampaign(options: CampaignOptions): Promise<CampaignReport> {
  const { folder, seed, sites } = options;
  const archive = join(folder, 'archive');
  mkdirSync(archive, { recursive: true });
  const made = await writeArchive(join(archive, 'crawl.warc.gz'), crawl(options), { archive });
  const bySite = Array.from({ length: sites }, (_, site) => made.filter((_page, at) => at % sites === site));
  const wanted = await undisturbed(options);
  const [port = 0] = await freePorts(1);
  const server = await Server.start(join(folder, 'server'));
  const service = await ServiceProcess.start(port, { archive, seed: 1 }, { log: join(folder, 'service.log') });
  await server.register(port);
  const client = new Client(server.ingress);
  const differences: string[] = [];
  const progress: Progress = { pages: 0, calls: 0, attempts: 0, givenAgain: 0, counted: 0, isOver: false };
  const start = performance.now();
  const killing = kill({ service, server }, options, progress);
  const left = bySite.entries();
  await Promise.all(
    Array.from({ length: CALLERS }, async () => {
      for (const [site, pages] of left) {
        await feed(client, siteName(site), pages, { random: seededRandom(seed + site), progress, differences });
      }
    }),
  );
  progress.isOver = true;
  const killed = await killing;
  const seconds = (performance.now() - start) / 1000;
  if (progress.counted !== options.pages) differences.push(`${progress.counted} of ${options.pages} pages counted`);
  for (const [site, snapshot] of wanted) {
    const stats = await client.call<SiteStats>(site, 'stats');
    const { length } = bySite[Number(/\d+/.exec(site)?.[0])] ?? [];
    if (stats.pages !== length) differences.push(`${site}: ${stats.pages} pages, not ${length}`);
    if (!(await client.bytes(site, 'snapshot')).equals(snapshot)) differences.push(`${site}: another snapshot`);
  }
  client.close();
  await service.end();
  await server.end();
  const { calls, attempts, givenAgain } = progress;
  return { ...killed, pages: options.pages, sites, calls, attempts, givenAgain, seconds, differences };
}
