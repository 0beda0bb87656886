/** Stores of real pages, young and old ones, that the campaign damages. */
import { cpSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Sites } from '@refrain/crawl';
import { ClassicLevel } from 'classic-level';
import { realSites } from '../../test/support/real-sites.ts';

/** All keys and values of a database; values as base64. */
export type Dump = ReadonlyMap<string, string>;

export interface TestStore {
  readonly name: string;
  readonly folder: string;
  readonly files: ReadonlyMap<string, Buffer>;
  readonly dump: Dump;
  /** Every record that each site ever had, as base64. */
  readonly history: ReadonlyMap<string, ReadonlySet<string>>;
}

export const filesIn = (folder: string): Map<string, Buffer> =>
  new Map(
    readdirSync(folder)
      .sort()
      .map((name) => [name, readFileSync(join(folder, name))]),
  );

const openLevel = (folder: string): ClassicLevel<string, Uint8Array> =>
  new ClassicLevel<string, Uint8Array>(folder, { keyEncoding: 'utf8', valueEncoding: 'view', compression: false });

/** The contents of a copy of a store, so that the store itself is not changed. */
export async function dumpOf(folder: string, copy: string): Promise<Dump> {
  cpSync(folder, copy, { recursive: true });
  const level = openLevel(copy);
  const all = await level.iterator().all();
  await level.close();
  return new Map(all.map(([key, value]) => [key, Buffer.from(value).toString('base64')]));
}

/** Sites of each kind of real site. */
const COPIES = 8;
/** A site with so many pages has evicted page ids. */
const LONG_SITE_PAGES = 300;

/** Feeds a round of pages: a few of each site, and some of the long site. */
async function feed(sites: Sites, round: number, longPages: number): Promise<void> {
  for (const { name, pages } of realSites()) {
    for (let copy = 0; copy < COPIES; copy += 1) {
      for (let number = 0; number < 2; number += 1) {
        const { html } = pages[(copy * 7 + round * 2 + number) % pages.length] as { html: string };
        await sites.learn(`https://${name}-${copy}.example/${round}/${number}`, html);
      }
    }
  }
  for (let number = 0; number < longPages; number += 1) {
    await sites.learn(
      `https://long.example/${round}/${number}`,
      `<p>Page ${round} ${number}<div>Menu of the long site</div>`,
    );
  }
}

class Making {
  readonly #folder: string;
  readonly #history = new Map<string, Set<string>>();
  #dumps = 0;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Remembers the records of the store. */
  async remember(location: string): Promise<Dump> {
    this.#dumps += 1;
    const dump = await dumpOf(location, join(this.#folder, `${this.#dumps}.dump`));
    for (const [key, value] of dump) {
      if (!key.startsWith('s')) continue;
      const known = this.#history.get(key.slice(1)) ?? new Set();
      this.#history.set(key.slice(1), known.add(value));
    }
    return dump;
  }

  async end(name: string, folder: string): Promise<TestStore> {
    const dump = await this.remember(folder);
    const history = new Map([...this.#history].map(([site, records]) => [site, new Set(records)]));
    return { name, folder, files: filesIn(folder), dump, history };
  }
}

/** Makes a young store, one that was killed, an old one and a compacted one. */
export async function makeStores(folder: string): Promise<TestStore[]> {
  const making = new Making(folder);
  const location = join(folder, 'store');
  const at = (name: string): string => join(folder, name);
  const keep = (name: string): Promise<TestStore> => {
    cpSync(location, at(name), { recursive: true });
    return making.end(name, at(name));
  };
  const stores: TestStore[] = [];
  const young = await Sites.open({ location });
  await feed(young, 0, 0);
  await young.flush();
  stores.push(await keep('young, open'));
  await feed(young, 1, 100);
  await young.close();
  stores.push(await keep('young, closed'));
  for (let round = 2; round < 6; round += 1) {
    const sites = await Sites.open({ location });
    await feed(sites, round, LONG_SITE_PAGES / 4);
    if (round === 4) await sites.forget('brpc-3.example');
    await sites.flush();
    await making.remember(location);
    await sites.close();
  }
  stores.push(await keep('old'));
  const level = openLevel(location);
  await level.open();
  await level.compactRange('', '~', { keyEncoding: 'utf8' });
  await level.close();
  const last = await Sites.open({ location });
  await feed(last, 6, 10);
  await last.close();
  stores.push(await keep('compacted'));
  return stores;
}
