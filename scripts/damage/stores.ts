/** Makes young and old stores of real pages, which are then damaged. */
import { createHash } from 'node:crypto';
import { cpSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { Sites, StoreError } from '@refrain/crawl';
import { isLock } from '../../packages/crawl/src/store/folder/lock.ts';
import { realSites } from '../../test/support/real-sites.ts';

export interface TestPage {
  readonly url: string;
  readonly html: string;
}

export interface TestStore {
  readonly name: string;
  readonly folder: string;
  readonly files: ReadonlyMap<string, Buffer>;
  readonly older: ReadonlyMap<string, Buffer>;
  readonly states: States;
  readonly history: ReadonlyMap<string, ReadonlySet<string>>;
  /** Counted pages of the long site. Most of their ids are not in its record. */
  readonly longPages: readonly TestPage[];
}

/** A hash of all data of a site, or the error that refuses it. */
export type States = ReadonlyMap<string, string | StoreError>;

export const filesIn = (folder: string): Map<string, Buffer> =>
  new Map(
    readdirSync(folder)
      .filter((name) => !isLock(name))
      .map((name) => [name, readFileSync(join(folder, name))]),
  );

export async function statesIn(sites: Sites, names: Iterable<string>): Promise<States> {
  const states = new Map<string, string | StoreError>();
  for (const site of names) {
    try {
      const hash = createHash('sha256').update(await sites.snapshot(site));
      states.set(site, hash.update(JSON.stringify(await sites.layouts(site))).digest('hex'));
    } catch (error) {
      if (!(error instanceof StoreError)) throw error;
      states.set(site, error);
    }
  }
  return states;
}

export const openSites = (location: string): Promise<Sites> => Sites.open({ location, template: true });

const COPIES = 8;
/** Number of pages after which most ids of a site are no longer in its record. */
const LONG_SITE_PAGES = 1200;
const FORGOTTEN = 'brpc-3.example';

export const longPage = (number: number): TestPage => ({
  url: `https://long.example/${number}`,
  html: `<p>Page ${number}<div>Menu of the long site</div>`,
});

class StoreMaker {
  readonly #folder: string;
  readonly #location: string;
  readonly #history = new Map<string, Set<string>>();
  readonly #longPages: TestPage[] = [];
  #older = new Map<string, Buffer>();

  constructor(folder: string) {
    this.#folder = folder;
    this.#location = join(folder, 'store');
  }

  async open(use: (sites: Sites) => Promise<void>): Promise<void> {
    const sites = await openSites(this.#location);
    await use(sites);
    await sites.close();
  }

  async feed(sites: Sites, round: number, longPages: number): Promise<void> {
    for (const { name, pages } of realSites()) {
      for (let copy = 0; copy < COPIES; copy += 1) {
        for (let number = 0; number < 2; number += 1) {
          const { html } = pages[(copy * 7 + round * 2 + number) % pages.length] as { html: string };
          await sites.learn(`https://${name}-${copy}.example/${round}/${number}`, html);
        }
      }
    }
    for (let left = longPages; left > 0; left -= 1) {
      const page = longPage(this.#longPages.length);
      this.#longPages.push(page);
      await sites.learn(page.url, page.html);
    }
    await sites.flush();
    await this.#remember(sites);
  }

  async #remember(sites: Sites): Promise<States> {
    const names: string[] = [];
    for await (const { site } of sites.list()) names.push(site);
    const states = await statesIn(sites, names);
    for (const [site, state] of states) {
      const known = this.#history.get(site) ?? new Set();
      this.#history.set(site, known.add(String(state)));
    }
    return states;
  }

  /** Copies the current files, as older copies for later stores. */
  keepOlder(): void {
    this.#older = filesIn(this.#location);
  }

  async keep(name: string, sites: Sites): Promise<TestStore> {
    const folder = join(this.#folder, name);
    cpSync(this.#location, folder, { recursive: true, filter: (path) => !isLock(basename(path)) });
    const states = await this.#remember(sites);
    const history = new Map([...this.#history].map(([site, known]) => [site, new Set(known)]));
    const longPages = [...this.#longPages];
    return { name, folder, files: filesIn(folder), older: this.#older, states, history, longPages };
  }
}

/** Young stores, and an old one with a site that was forgotten and learned again. */
export async function makeStores(folder: string): Promise<TestStore[]> {
  const making = new StoreMaker(folder);
  const stores: TestStore[] = [];
  await making.open(async (sites) => {
    await making.feed(sites, 0, 0);
    making.keepOlder();
    await making.feed(sites, 1, 50);
    await making.feed(sites, 2, 50);
    stores.push(await making.keep('young', sites));
  });
  for (let round = 3; round < 7; round += 1) {
    await making.open(async (sites) => {
      if (round === 5) {
        making.keepOlder();
        await sites.forget(FORGOTTEN);
      }
      await making.feed(sites, round, LONG_SITE_PAGES / 4);
      if (round === 6) stores.push(await making.keep('old', sites));
    });
  }
  return stores;
}
