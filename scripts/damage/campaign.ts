/** Damages one file of a store at a time, and checks that the damage is found or harmless, and that all that is whole is saved. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { checkStore, repairStore, Sites, StoreError } from '@refrain/crawl';
import { inFolder } from '../../test/support/folder.ts';
import { seeded } from '../../test/support/random.ts';
import { DAMAGES, type Touched } from './damages.ts';
import { type Dump, dumpOf, filesIn, makeStores, type TestStore } from './stores.ts';

export interface DamageReport {
  readonly seed: number;
  readonly cases: number;
  /** Cases that the check found, and cases that left the store as it was. */
  readonly found: number;
  readonly harmless: number;
  /** Of the cases that were found: stores that were refused when they were opened, that were opened, and that ended the process. */
  readonly refused: number;
  readonly opened: number;
  readonly aborted: number;
  /** Over all cases that were found: sites that were saved with their newest record, with an older one, and not at all. */
  readonly newest: number;
  readonly older: number;
  readonly lost: number;
  /** What must not happen; empty without errors. */
  readonly failures: readonly string[];
  readonly seconds: number;
}

/** A record is certainly whole where nothing within this distance was touched: more than a block of a table. */
const MARGIN = 16 * 1024;

class Failure extends Error {}

const fail = (message: string): never => {
  throw new Failure(message);
};

const isSame = (one: ReadonlyMap<string, Buffer>, other: ReadonlyMap<string, Buffer>): boolean =>
  one.size === other.size && [...one].every(([name, bytes]) => other.get(name)?.equals(bytes) === true);

const isEqual = (one: Dump, other: Dump): boolean =>
  one.size === other.size && [...one].every(([key, value]) => other.get(key) === value);

/** Sites whose newest record is certainly whole: far from all that was touched, or in a log that was not touched. */
function mustBeSaved({ files, dump }: TestStore, touched: readonly Touched[]): string[] {
  const far = (file: string, start: number, end: number): boolean =>
    touched.every((one) => one.file !== file || one.start > end + MARGIN || one.end < start - MARGIN);
  const isFar = (record: Buffer): boolean => {
    for (const [file, bytes] of files) {
      const at = file.endsWith('.log') ? -1 : bytes.indexOf(record);
      if (at >= 0) return far(file, at, at + record.length);
    }
    // A log has batches of many records, which are written as a whole.
    return touched.every(({ file }) => !file.endsWith('.log'));
  };
  return [...dump]
    .filter(([key, value]) => key[0] === 's' && isFar(Buffer.from(value, 'base64')))
    .map(([key]) => key.slice(1));
}

class Campaign {
  readonly #scratch: string;
  #steps = 0;
  readonly opener = new Opener();
  found = 0;
  harmless = 0;
  refused = 0;
  opened = 0;
  aborted = 0;
  newest = 0;
  older = 0;
  lost = 0;

  constructor(scratch: string) {
    this.#scratch = scratch;
  }

  #path(): string {
    this.#steps += 1;
    return join(this.#scratch, String(this.#steps));
  }

  async try(store: TestStore, damage: (folder: string) => Touched[]): Promise<void> {
    const folder = this.#path();
    cpSync(store.folder, folder, { recursive: true });
    const touched = damage(folder);
    const before = filesIn(folder);
    const check = await checkStore(folder);
    if (check.isWhole) {
      if (!isEqual(await dumpOf(folder, this.#path()), store.dump)) fail('the check finds nothing');
      this.harmless += 1;
      return;
    }
    this.found += 1;
    const target = this.#path();
    const must = mustBeSaved(store, touched);
    const repaired = await repairStore(folder, target).catch((error: unknown) => {
      // Both copies of the options may have been in the files that were touched.
      if (must.length > 0 || !(error instanceof StoreError && error.code === 'STORE_DAMAGED')) throw error;
    });
    if (!isSame(before, filesIn(folder))) fail('the folder was changed');
    if (repaired !== undefined) {
      if (JSON.stringify(repaired) !== JSON.stringify(check)) fail('check and repair differ');
      await this.#compare(store, target, { ...check, must });
    }
    await this.#open(store, folder);
  }

  /** Opens a damaged store: it is not taken for a new one, and what LevelDB loses then is found afterwards. */
  async #open(store: TestStore, folder: string): Promise<void> {
    const opening = await this.opener.open(folder);
    if ('code' in opening) {
      if (opening.code === ABORTED) this.aborted += 1;
      else if (opening.code.startsWith('STORE_DAMAGED')) this.refused += 1;
      else fail(`opening ends with ${opening.code}`);
      return;
    }
    this.opened += 1;
    const sites = [...store.dump.keys()].filter((key) => key[0] === 's').length;
    if (opening.known !== sites) fail(`opened as a store of ${opening.known} sites, not ${sites}`);
    // What LevelDB opens may end with an error where it is read.
    const dump = await dumpOf(folder, this.#path()).catch(() => undefined);
    const isWhole = dump !== undefined && isEqual(dump, store.dump);
    if (!isWhole && (await checkStore(folder)).isWhole) fail('the check finds nothing after the store was opened');
  }

  async #compare(
    store: TestStore,
    target: string,
    { sites, must }: { sites: readonly { site: string; pages: number }[]; must: readonly string[] },
  ): Promise<void> {
    const dump = await dumpOf(target, this.#path());
    const opened = await Sites.open({ location: target });
    const listed: string[] = [];
    for await (const { site, pages } of opened.list()) listed.push(`${site} ${pages}`);
    await opened.close();
    if (listed.join() !== sites.map(({ site, pages }) => `${site} ${pages}`).join()) fail('other sites than listed');
    for (const [key, value] of dump) {
      if (key[0] === 'p' && !store.dump.has(key)) fail(`the id ${key} was never written`);
      if (key[0] === 's' && store.history.get(key.slice(1))?.has(value) !== true) fail(`${key} was never a record`);
    }
    for (const site of must) if (dump.get(`s${site}`) !== store.dump.get(`s${site}`)) fail(`${site} was not saved`);
    for (const [key, value] of store.dump) {
      if (key[0] !== 's') continue;
      const saved = dump.get(key);
      if (saved === value) this.newest += 1;
      else if (saved === undefined) this.lost += 1;
      else this.older += 1;
    }
  }
}

/** How opening a store ends. */
type Opening = { readonly known: number } | { readonly code: string };

const ABORTED = 'aborted';

/** Opens stores in another process, which is started again where LevelDB ends it. */
class Opener {
  #child: ChildProcess | undefined;

  async open(location: string): Promise<Opening> {
    this.#child ??= fork(new URL('./opener.mjs', import.meta.url), { stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });
    const child = this.#child;
    child.send(location);
    const answered = new AbortController();
    const { signal } = answered;
    const answer = once(child, 'message', { signal }).then(([opening]) => opening as Opening);
    const exit = once(child, 'exit', { signal }).then((): Opening => ({ code: ABORTED }));
    try {
      const opening = await Promise.race([answer, exit]);
      if ('code' in opening && opening.code === ABORTED) this.#child = undefined;
      return opening;
    } finally {
      Promise.allSettled([answer, exit]);
      answered.abort();
    }
  }

  close(): void {
    this.#child?.disconnect();
  }
}

/** Damages every file of every store in every way, again and again with other positions, until there are enough cases. */
export function runDamage({ cases, seed }: { cases: number; seed: number }): Promise<DamageReport> {
  return inFolder({}, (folder) => runIn(folder, cases, seed));
}

async function runIn(folder: string, cases: number, seed: number): Promise<DamageReport> {
  const start = performance.now();
  const random = seeded(seed);
  const campaign = new Campaign(join(folder, 'cases'));
  try {
    const stores = await makeStores(folder);
    const all = stores.flatMap((store) =>
      [...store.files.keys()].flatMap((file) => DAMAGES.map((damage) => ({ store, file, damage }))),
    );
    const failures: string[] = [];
    // A small number of cases is spread over all kinds. The stride has no factor in common with the number of kinds.
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
    const { found, harmless, refused, opened, aborted, newest, older, lost } = campaign;
    const counts = { found, harmless, refused, opened, aborted, newest, older, lost };
    return { seed, cases, ...counts, failures, seconds: (performance.now() - start) / 1000 };
  } finally {
    campaign.opener.close();
  }
}

const gcd = (one: number, other: number): number => (other === 0 ? one : gcd(other, one % other));
