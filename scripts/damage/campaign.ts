/**
 * Damages one file of a store at a time. Checks that the damage is reported or harmless, that other sites work, and
 * that all undamaged data is saved.
 */
import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { checkStore, repairStore, type Sites, type StoreCheck, StoreError } from '@refrain/crawl';
import { inFolder } from '../../test/support/folder.ts';
import { seededRandom } from '../../test/support/random.ts';
import { DAMAGES } from './damages.ts';
import { filesIn, longPage, makeStores, openSites, type States, statesIn, type TestStore } from './stores.ts';

export interface DamageReport {
  readonly seed: number;
  readonly cases: number;
  /** Number of cases that the check reported; number of cases without a change of content. */
  readonly named: number;
  readonly harmless: number;
  /** Among reported cases: refused stores; stores with errors of single sites; stores without errors. */
  readonly refused: number;
  readonly met: number;
  readonly mended: number;
  /** Sites in reported cases: saved unchanged; saved with an older record; not saved. */
  readonly newest: number;
  readonly older: number;
  readonly lost: number;
  /** Empty on success. */
  readonly failures: readonly string[];
  readonly seconds: number;
}

class Failure extends Error {}

const fail = (message: string): never => {
  throw new Failure(message);
};

const isDamage = (error: unknown): error is StoreError => error instanceof StoreError && error.code === 'STORE_DAMAGED';

const isSame = (one: ReadonlyMap<string, Buffer>, other: ReadonlyMap<string, Buffer>): boolean =>
  one.size === other.size && [...one].every(([name, bytes]) => other.get(name)?.equals(bytes) === true);

class Campaign {
  readonly #scratch: string;
  #steps = 0;
  readonly counts = { named: 0, harmless: 0, refused: 0, met: 0, mended: 0, newest: 0, older: 0, lost: 0 };

  constructor(scratch: string) {
    this.#scratch = scratch;
  }

  #path(): string {
    this.#steps += 1;
    return join(this.#scratch, String(this.#steps));
  }

  async try(store: TestStore, damage: (folder: string) => string[]): Promise<void> {
    const folder = this.#path();
    cpSync(store.folder, folder, { recursive: true });
    const touched = damage(folder);
    const before = filesIn(folder);
    const check = await checkStore(folder);
    const target = this.#path();
    const repaired = await repairStore(folder, target).catch((error: unknown) => {
      // If two files were exchanged, the store may be refused.
      if (!isDamage(error) || new Set(touched).size < 2) throw error;
    });
    if (!isSame(before, filesIn(folder))) fail('the folder was changed');
    const whole = await this.#open(store, folder, check);
    if (check.isWhole) {
      this.counts.harmless += 1;
      return;
    }
    this.counts.named += 1;
    if (repaired === undefined) return;
    if (JSON.stringify(repaired) !== JSON.stringify(check)) fail('check and repair differ');
    // If the store is refused only because of the file STORE, all sites are undamaged.
    const must = whole ?? (touched.every((file) => file === 'STORE') ? [...store.states.keys()] : []);
    await this.#compare(store, target, { check, must });
  }

  /** Opens a damaged store. Returns the unchanged sites, or undefined if the store is refused. */
  async #open(store: TestStore, folder: string, check: StoreCheck): Promise<string[] | undefined> {
    let sites: Sites;
    try {
      sites = await openSites(folder);
    } catch (error) {
      if (!isDamage(error)) throw error;
      if (check.isWhole) fail(`refused, and the check finds nothing: ${error.message}`);
      this.counts.refused += 1;
      return undefined;
    }
    let isAll = false;
    let whole: string[];
    try {
      if (sites.stats().sites !== store.states.size) fail(`opened as a store of ${sites.stats().sites} sites`);
      whole = wholeSites(store, await statesIn(sites, store.states.keys()));
      const knowsIds = await learnAgain(sites, store);
      await goOn(sites, whole, knowsIds);
      isAll = knowsIds && whole.length === store.states.size;
    } finally {
      await sites.close();
    }
    if (isAll) {
      if (!check.isWhole) this.counts.mended += 1;
      return whole;
    }
    if (check.isWhole) fail('the check finds nothing');
    if ((await checkStore(folder)).isWhole) fail('the check finds nothing after the store was written to');
    this.counts.met += 1;
    return whole;
  }

  async #compare(
    store: TestStore,
    target: string,
    { check, must }: { check: StoreCheck; must: readonly string[] },
  ): Promise<void> {
    const sites = await openSites(target);
    const listed: string[] = [];
    for await (const { site, pages } of sites.list()) listed.push(`${site} ${pages}`);
    if (listed.join() !== check.sites.map(({ site, pages }) => `${site} ${pages}`).join())
      fail('other sites than listed');
    const states = await statesIn(sites, store.states.keys());
    await sites.close();
    const withoutTemplate = new Set(check.sites.filter(({ template }) => template === 'lost').map(({ site }) => site));
    for (const [site, state] of states) {
      if (state === store.states.get(site)) this.counts.newest += 1;
      else if (must.includes(site)) fail(`${site} was not saved`);
      else if (typeof state !== 'string') this.counts.lost += 1;
      else if (withoutTemplate.has(site) || store.history.get(site)?.has(state)) this.counts.older += 1;
      else fail(`${site} has what it never had`);
    }
  }
}

function wholeSites(store: TestStore, states: States): string[] {
  const whole: string[] = [];
  for (const [site, state] of states) {
    if (state === store.states.get(site)) whole.push(site);
    else if (!isDamage(state)) fail(`${site} was changed: ${state}`);
    else if (!state.message.includes(site)) fail(`${site} is not named: ${state.message}`);
  }
  return whole;
}

/** Counted pages must not be counted again. Returns true if all their ids are known. */
async function learnAgain(sites: Sites, { longPages }: TestStore): Promise<boolean> {
  let knowsAll = true;
  for (let at = 0; at < longPages.length; at += 7) {
    const { url, html } = longPages[at] as (typeof longPages)[number];
    try {
      if ((await sites.learn(url, html)).counted) fail(`${url} was counted again`);
    } catch (error) {
      if (!isDamage(error) || !error.message.includes('long.example')) throw error;
      knowsAll = false;
    }
  }
  return knowsAll;
}

/** Checks that undamaged sites and the store accept new pages. */
async function goOn(sites: Sites, whole: readonly string[], knowsIds: boolean): Promise<void> {
  const { html } = longPage(0);
  for (const site of whole) {
    if (site === 'long.example' && !knowsIds) continue;
    const url = `https://${site}/new`;
    if (!(await sites.learn(url, html)).counted) fail(`${url} was not counted`);
  }
  await sites.flush();
}

/** Damages every file of every store in every way at changing positions until there are enough cases. */
export function runDamage({ cases, seed }: { cases: number; seed: number }): Promise<DamageReport> {
  return inFolder({}, (folder) => runIn(folder, cases, seed));
}

async function runIn(folder: string, cases: number, seed: number): Promise<DamageReport> {
  const start = performance.now();
  const random = seededRandom(seed);
  const campaign = new Campaign(join(folder, 'cases'));
  const stores = await makeStores(folder);
  const all = stores.flatMap((store) =>
    [...store.files.keys()].flatMap((file) => DAMAGES.map((damage) => ({ store, file, damage }))),
  );
  const failures: string[] = [];
  // Distributes a small number of cases over all kinds: the stride has no common factor with their number.
  let stride = Math.max(1, Math.floor(all.length / cases));
  while (stride > 1 && gcd(stride, all.length) > 1) stride += 1;
  for (let number = 0; number < cases; number += 1) {
    const { store, file, damage } = all[(number * stride) % all.length] as (typeof all)[number];
    try {
      await campaign.try(store, (copy) => damage.apply(store, copy, file, random));
    } catch (error) {
      failures.push(`${store.name}: ${file} ${damage.name}: ${error instanceof Failure ? error.message : error}`);
    }
    rmSync(join(folder, 'cases'), { recursive: true, force: true });
  }
  return { seed, cases, ...campaign.counts, failures, seconds: (performance.now() - start) / 1000 };
}

const gcd = (one: number, other: number): number => (other === 0 ? one : gcd(other, one % other));
