/** Crawls, each killed again and again and fed again from an earlier position, until it is through. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Sites } from '@refrain/crawl';
import { MemoryLevel } from 'memory-level';
import type { DetectorOptions } from 'refrain';
import { type Random, seeded } from '../../test/support/random.ts';
import { type Crawl, type CrawlSize, writeCrawl } from './crawl.ts';
import { type Life, live, type Moment, type Phase } from './life.ts';

const MIB = 2 ** 20;

export interface CampaignOptions {
  readonly kills: number;
  readonly seed: number;
  readonly size: CrawlSize;
}

export interface CampaignReport {
  readonly seed: number;
  readonly kills: number;
  /** What the process was doing when it was killed. */
  readonly killedWhile: Readonly<Record<Phase, number>>;
  readonly crawls: number;
  /** Of a crawl. */
  readonly pages: number;
  readonly sites: number;
  /** Pages fed between a start and the kill, and pages that the store was further after it, on average. */
  readonly meanFed: number;
  readonly meanProgress: number;
  readonly evicted: number;
  readonly loaded: number;
  /** What is not as in a crawl that nobody killed; empty if all is well. */
  readonly differences: readonly string[];
  readonly seconds: number;
}

/**
 * Tables of two kinds: small ones that forget as the paper's do, and large ones that forget nothing, so that what waits for the store is
 * written in several batches. Memory is for a part of them.
 */
const KINDS: readonly (DetectorOptions & { readonly maxMemory: number })[] = [
  { maxMemory: 1.125 * MIB, baseLifetime: 5, lifetimeGrowth: 8 },
  { maxMemory: 12 * MIB, baseLifetime: Number.POSITIVE_INFINITY },
];

/** Page ids that are asked for after a crawl: one in so many. */
const ASKED = 5;

type Snapshots = ReadonlyMap<string, Uint8Array>;

async function snapshots(sites: Sites, names: Iterable<string>): Promise<Snapshots> {
  const found = new Map<string, Uint8Array>();
  for (const name of names) found.set(name, await sites.snapshot(name));
  return found;
}

/** What an uninterrupted run with memory for everything ends with. */
async function uninterrupted(crawl: Crawl, options: DetectorOptions): Promise<Snapshots> {
  const sites = await Sites.open({ store: new MemoryLevel(), ...options, maxMemory: 256 * MIB });
  for (let position = 0; position < crawl.size.pages; position += 1) {
    const { url, html } = crawl.page(position);
    await sites.learn(url, html);
  }
  return snapshots(sites, crawl.pagesOf.keys());
}

/** What the store at a location has otherwise than it should. */
async function differences(
  location: string,
  crawl: Crawl,
  options: DetectorOptions,
  wanted: Snapshots,
): Promise<string[]> {
  const found: string[] = [];
  const sites = await Sites.open({ location, ...options, maxMemory: 256 * MIB });
  if (sites.stats().sites !== crawl.pagesOf.size) found.push(`${sites.stats().sites} sites`);
  for await (const { site, pages } of sites.list()) {
    if (pages !== crawl.pagesOf.get(site)) found.push(`${site}: ${pages} pages, not ${crawl.pagesOf.get(site)}`);
  }
  for (const [site, snapshot] of wanted) {
    if (Buffer.compare(await sites.snapshot(site), snapshot) !== 0) found.push(`${site}: another snapshot`);
  }
  for (let position = 0; position < crawl.size.pages; position += ASKED) {
    const { url, html } = crawl.page(position);
    if ((await sites.learn(url, html)).counted) found.push(`${url}: counted again`);
  }
  await sites.close();
  return found;
}

/** A number between two others, small ones as likely as large ones. */
const spread = (random: Random, least: number, most: number): number =>
  Math.round(least * (most / least) ** (random.below(1001) / 1000));

/** When to kill: any time, but more often than by chance where the store is opened, written and closed. */
function chooseMoment(random: Random): Moment {
  const kind = random.below(10);
  if (kind === 0) return { line: undefined, count: 0, milliseconds: random.below(80) };
  if (kind === 1) return { line: 'opening', count: 1, milliseconds: random.below(25) };
  if (kind < 4) return { line: 'flushing', count: 1 + random.below(3), milliseconds: random.below(12) };
  if (kind === 4) return { line: 'closing', count: 1, milliseconds: random.below(15) };
  return { line: 'at', count: spread(random, 1, 60), milliseconds: random.below(4) };
}

/** A safe position to go on from: what is before it was flushed. Mostly it is not the last. */
function chooseStart(random: Random, flushed: number): number {
  const kind = random.below(10);
  if (kind === 0) return 0;
  return kind < 4 ? flushed : flushed - random.below(Math.min(flushed, 1500) + 1);
}

class Campaign {
  readonly #crawl: Crawl;
  readonly #random: Random;
  readonly #wanted: readonly Snapshots[];
  readonly killedWhile: Record<Phase, number> = { starting: 0, opening: 0, feeding: 0, flushing: 0, closing: 0 };
  readonly differences: string[] = [];
  kills = 0;
  crawls = 0;
  fed = 0;
  progress = 0;
  evicted = 0;
  loaded = 0;

  constructor(crawl: Crawl, random: Random, wanted: readonly Snapshots[]) {
    this.#crawl = crawl;
    this.#random = random;
    this.#wanted = wanted;
  }

  /** One crawl into a new store, with at most so many kills. */
  async crawl(location: string, most: number): Promise<void> {
    const kind = this.crawls % KINDS.length;
    const options = KINDS[kind] ?? {};
    const { pages } = this.#crawl.size;
    const end = this.kills + most;
    this.crawls += 1;
    let flushed = 0;
    for (let isThrough = false; !isThrough; ) {
      const life = await this.#live(location, options, { flushed, isKilled: this.kills < end });
      if (life.failure !== undefined) {
        this.differences.push(`crawl ${this.crawls}: ${life.failure}`);
        return;
      }
      const safe = Math.max(flushed, life.flushed ?? 0);
      if (life.killedWhile !== undefined) this.progress += safe - flushed;
      flushed = safe;
      isThrough = life.killedWhile === undefined && flushed === pages;
    }
    const found = await differences(location, this.#crawl, options, this.#wanted[kind] ?? new Map());
    this.differences.push(...found.map((what) => `crawl ${this.crawls}: ${what}`));
  }

  async #live(
    location: string,
    options: DetectorOptions,
    { flushed, isKilled }: { flushed: number; isKilled: boolean },
  ): Promise<Life> {
    const random = this.#random;
    const { pages } = this.#crawl.size;
    const from = chooseStart(random, flushed);
    const killed = isKilled ? chooseMoment(random) : undefined;
    const until = killed?.line === 'closing' ? from + random.below(pages - from + 1) : pages;
    const life = await live({
      ...{ crawl: this.#crawl, from, until, killed },
      flushedEvery: spread(random, 20, pages / 4),
      options: { ...options, location, flushEvery: { pages: spread(random, 10, pages) } },
    });
    this.evicted += life.evicted;
    this.loaded += life.loaded;
    if (life.killedWhile !== undefined) {
      this.kills += 1;
      this.killedWhile[life.killedWhile] += 1;
      this.fed += life.reached - from;
    }
    return life;
  }
}

/** Kills as often as it is told, over as many crawls as that takes. */
export async function runCampaign({ kills, seed, size }: CampaignOptions): Promise<CampaignReport> {
  const folder = mkdtempSync(join(tmpdir(), 'refrain-crash-'));
  const start = performance.now();
  try {
    const crawl = writeCrawl(folder, size, seed);
    const wanted: Snapshots[] = [];
    for (const options of KINDS) wanted.push(await uninterrupted(crawl, options));
    const campaign = new Campaign(crawl, seeded(seed), wanted);
    while (campaign.kills < kills && campaign.differences.length === 0) {
      const location = join(folder, `state-${campaign.crawls}`);
      await campaign.crawl(location, kills - campaign.kills);
      rmSync(location, { recursive: true, force: true });
    }
    return {
      ...{ seed, kills: campaign.kills, killedWhile: campaign.killedWhile, crawls: campaign.crawls },
      ...{ pages: size.pages, sites: size.sites },
      meanFed: campaign.fed / campaign.kills,
      meanProgress: campaign.progress / campaign.kills,
      ...{ evicted: campaign.evicted, loaded: campaign.loaded, differences: campaign.differences },
      seconds: (performance.now() - start) / 1000,
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
