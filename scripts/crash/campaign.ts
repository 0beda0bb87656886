/** Crawls that are killed several times and fed again from an earlier position, until they are complete. */
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
  /** Number of kills by the phase of the process. */
  readonly killedWhile: Readonly<Record<Phase, number>>;
  readonly crawls: number;
  /** Pages of each crawl. */
  readonly pages: number;
  readonly sites: number;
  /** Means per kill: pages fed since the start of the process, and pages that were flushed for the first time. */
  readonly meanFed: number;
  readonly meanProgress: number;
  readonly evicted: number;
  readonly loaded: number;
  /** Differences from an uninterrupted crawl; empty without errors. */
  readonly differences: readonly string[];
  readonly seconds: number;
}

/**
 * Two kinds of tables: small tables with eviction, and large tables without it, so that a flush is written in several batches.
 * The memory limit is enough for a part of the tables.
 */
/** With one seed, sites that know the same are equal bytes. */
const SEED = 7;

const KINDS: readonly (DetectorOptions & { readonly maxMemory: number })[] = [
  { maxMemory: 1.125 * MIB, seed: SEED, baseLifetime: 5, lifetimeGrowth: 8 },
  { maxMemory: 12 * MIB, seed: SEED, baseLifetime: Number.POSITIVE_INFINITY },
];

/** After a crawl, one of this number of pages is learned again, to check that its id is known. */
const CHECKED_EVERY = 5;

type Snapshots = ReadonlyMap<string, Uint8Array>;

async function snapshots(sites: Sites, names: Iterable<string>): Promise<Snapshots> {
  const found = new Map<string, Uint8Array>();
  for (const name of names) found.set(name, await sites.snapshot(name));
  return found;
}

/** The snapshots after an uninterrupted run without a tight memory limit. */
async function uninterrupted(crawl: Crawl, options: DetectorOptions): Promise<Snapshots> {
  const sites = await Sites.open({ store: new MemoryLevel(), ...options, maxMemory: 256 * MIB });
  for (let position = 0; position < crawl.size.pages; position += 1) {
    const { url, html } = crawl.page(position);
    await sites.learn(url, html);
  }
  return snapshots(sites, crawl.pagesOf.keys());
}

/** The differences of a store from the expected state. */
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
    if (Buffer.compare(await sites.snapshot(site), snapshot) !== 0) found.push(`${site}: the snapshot differs`);
  }
  for (let position = 0; position < crawl.size.pages; position += CHECKED_EVERY) {
    const { url, html } = crawl.page(position);
    if ((await sites.learn(url, html)).counted) found.push(`${url}: counted twice`);
  }
  await sites.close();
  return found;
}

/** A random number between two others, uniform on a logarithmic scale. */
const spread = (random: Random, minimum: number, maximum: number): number =>
  Math.round(minimum * (maximum / minimum) ** (random.below(1001) / 1000));

/** A random moment for a kill. Moments while the store opens, flushes or closes are more frequent than by chance. */
function chooseMoment(random: Random): Moment {
  const kind = random.below(10);
  if (kind === 0) return { line: undefined, count: 0, milliseconds: random.below(80) };
  if (kind === 1) return { line: 'opening', count: 1, milliseconds: random.below(25) };
  if (kind < 4) return { line: 'flushing', count: 1 + random.below(3), milliseconds: random.below(12) };
  if (kind === 4) return { line: 'closing', count: 1, milliseconds: random.below(15) };
  return { line: 'at', count: spread(random, 1, 60), milliseconds: random.below(4) };
}

/** A position to continue from: everything before it was flushed. Usually an earlier position than the last flush. */
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

  /** One crawl into a new store, with at most `maximum` kills. */
  async crawl(location: string, maximum: number): Promise<void> {
    const kind = this.crawls % KINDS.length;
    const options = KINDS[kind] ?? {};
    const { pages } = this.#crawl.size;
    const end = this.kills + maximum;
    this.crawls += 1;
    let flushed = 0;
    for (let isComplete = false; !isComplete; ) {
      const life = await this.#live(location, options, { flushed, isKilled: this.kills < end });
      if (life.failure !== undefined) {
        this.differences.push(`crawl ${this.crawls}: ${life.failure}`);
        return;
      }
      const safe = Math.max(flushed, life.flushed ?? 0);
      if (life.killedWhile !== undefined) this.progress += safe - flushed;
      flushed = safe;
      isComplete = life.killedWhile === undefined && flushed === pages;
    }
    const found = await differences(location, this.#crawl, options, this.#wanted[kind] ?? new Map());
    this.differences.push(...found.map((difference) => `crawl ${this.crawls}: ${difference}`));
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

/** Runs crawls until the given number of kills is reached. */
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
