/** Collects the newest whole record of each site, and the ids of its pages, from the changes of a store. */
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { InputError } from 'refrain';
import { type Core, checkSite } from 'refrain/internal';
import { StoreError } from '../errors.ts';
import { markOf, openRecord, readHead } from './record.ts';
import type { Found } from './salvage.ts';
import { COUNT_KEY } from './store-keys.ts';
import type { SavedSite } from './store-report.ts';
import { makeTemplate } from './template-maker.ts';

/** Bytes of a record or template, or where they are: those of a store need not fit into memory. */
type Located = Uint8Array | { readonly file: string; readonly start: number; readonly length: number };

interface SavedRecord {
  readonly sequence: number;
  readonly located: Located;
  readonly pages: number;
  readonly ids: number;
}

interface SavedTemplate {
  readonly sequence: number;
  /** Undefined where it was removed, and where it is damaged. */
  readonly located: Located | undefined;
  readonly isDamaged: boolean;
}

interface Site {
  /** The newest one, and the newest one of a batch that is whole: ids of the batch of the other may be lost. */
  record: SavedRecord | undefined;
  intact: SavedRecord | undefined;
  /** The newest template. */
  template: SavedTemplate | undefined;
  /** Sequence numbers of the newest deletion, and of the newest record that is damaged. */
  deleted: number;
  damaged: number;
  /** Ids of pages, and when they were evicted from the record; undefined: removed. */
  readonly ids: Map<string, { readonly sequence: number; readonly isDeleted: boolean }>;
}

/** A site that can be written to another store. */
export interface Saved extends SavedSite {
  readonly record: Uint8Array;
  readonly savedTemplate: Uint8Array | undefined;
  readonly ids: readonly string[];
}

/** A record with the ids of its time. */
interface Version extends Pick<SavedSite, 'pages' | 'missingIds'> {
  readonly sequence: number;
  readonly ids: readonly string[];
  readonly hasLaterIds: boolean;
  readonly located: Located;
}

const PAGE_KEY = /^p([^\0]+)\0([0-9a-f]{16})$/;

export class SavedSites {
  readonly #core: Core;
  readonly #isDamaged: boolean;
  readonly #sites = new Map<string, Site>();
  #count: { readonly sequence: number; readonly sites: number } | undefined;

  /** In a damaged store, ids that are later than a record belong to a record that is lost. */
  constructor(core: Core, isDamaged: boolean) {
    this.#core = core;
    this.#isDamaged = isDamaged;
  }

  /** Number of sites that the store says it has. */
  get count(): number | undefined {
    return this.#count?.sites;
  }

  add(found: Found): void {
    const key = keyOf(found);
    if (key === undefined) return;
    if (key === COUNT_KEY) this.#addCount(found);
    else if (key.startsWith('s') && isSite(key.slice(1))) this.#addRecord(key.slice(1), found);
    else if (key.startsWith('t') && isSite(key.slice(1))) this.#addTemplate(key.slice(1), found);
    const [, site, id] = PAGE_KEY.exec(key) ?? [];
    // An id has no checksum of its own.
    if (site === undefined || id === undefined || !found.isIntact) return;
    const { ids } = this.#site(site);
    const { sequence, value } = found;
    if (sequence >= (ids.get(id)?.sequence ?? 0)) ids.set(id, { sequence, isDeleted: value === undefined });
  }

  #addCount({ sequence, value, isIntact }: Found): void {
    const sites = Number(new TextDecoder().decode(value));
    if (!isIntact || sequence < (this.#count?.sequence ?? 0) || !Number.isSafeInteger(sites)) return;
    this.#count = { sequence, sites };
  }

  #addRecord(name: string, found: Found): void {
    const { sequence, value, isIntact } = found;
    if (value === undefined) {
      if (isIntact) this.#site(name).deleted = Math.max(this.#site(name).deleted, sequence);
      return;
    }
    const { pages, ids } = readHead(value) ?? { pages: 0, ids: 0 };
    const known = this.#sites.get(name);
    const isNewest = sequence > (known?.record?.sequence ?? -1);
    const isNewestIntact = isIntact && sequence > (known?.intact?.sequence ?? -1);
    if (!isNewest && !isNewestIntact) return;
    const site = this.#site(name);
    if (!this.#isWhole(name, value)) {
      site.damaged = Math.max(site.damaged, sequence);
      return;
    }
    const record: SavedRecord = { sequence, pages, ids, located: locate(found, value) };
    if (isNewest) site.record = record;
    if (isNewestIntact) site.intact = record;
  }

  /** A template has a checksum of its own. One that is lost is made again from the pages that follow. */
  #addTemplate(name: string, found: Found): void {
    const { sequence, value } = found;
    const site = this.#site(name);
    if (sequence < (site.template?.sequence ?? -1)) return;
    const isDamaged = value !== undefined && !isTemplate(name, value);
    site.template = { sequence, located: value && !isDamaged ? locate(found, value) : undefined, isDamaged };
  }

  #isWhole(name: string, record: Uint8Array): boolean {
    try {
      this.#core.releaseTable(openRecord(this.#core, name, markOf(this.#core, name), record));
      return true;
    } catch (error) {
      if (error instanceof StoreError && error.code === 'STORE_DAMAGED') return false;
      throw error;
    }
  }

  #site(name: string): Site {
    const known = this.#sites.get(name);
    if (known !== undefined) return known;
    const site: Site = {
      record: undefined,
      intact: undefined,
      template: undefined,
      deleted: -1,
      damaged: -1,
      ids: new Map(),
    };
    this.#sites.set(name, site);
    return site;
  }

  /** Names of sites without a whole record. */
  get lost(): string[] {
    const isLost = ({ record, deleted, damaged, ids }: Site): boolean => {
      if (record !== undefined && record.sequence > deleted) return false;
      return damaged > deleted || [...ids.values()].some(({ sequence, isDeleted }) => !isDeleted && sequence > deleted);
    };
    return [...this.#sites]
      .filter(([, site]) => isLost(site))
      .map(([name]) => name)
      .sort();
  }

  /** The sites with a whole record, by name, without their records. */
  *list(): Generator<SavedSite & Version> {
    for (const [name, site] of [...this.#sites].sort(byName)) {
      const { record, intact, deleted, damaged } = site;
      if (record === undefined || record.sequence < deleted) continue;
      const newest = this.#versionOf(record, site);
      const whole = intact === undefined || intact.sequence < deleted ? newest : this.#versionOf(intact, site);
      // Pages whose ids are missing would be counted again; pages that an older record lacks are counted once.
      const version = whole.missingIds < newest.missingIds ? whole : newest;
      const isOlder = version !== newest || damaged > record.sequence || version.hasLaterIds;
      yield { site: name, ...version, isOlder, template: this.#templateOf(version, site) };
    }
  }

  /** Whether the template of a record can be saved. A later one has layouts that the record does not know. */
  #templateOf({ sequence }: Version, { template, deleted }: Site): SavedSite['template'] {
    if (template === undefined || template.sequence < deleted) return 'none';
    // A template is written right behind its record.
    const isLater = template.sequence > sequence + 1;
    if (template.located !== undefined) return isLater ? 'lost' : 'whole';
    return template.isDamaged ? 'lost' : 'none';
  }

  #versionOf({ sequence: written, pages, ids: inRecord, located }: SavedRecord, { ids: all, deleted }: Site): Version {
    const evicted = pages - inRecord;
    const live = [...all].filter(([, { isDeleted, sequence }]) => !isDeleted && sequence > deleted);
    live.sort(([, one], [, other]) => one.sequence - other.sequence);
    const kept = this.#isDamaged ? live.slice(0, Math.max(0, evicted)) : live;
    const missingIds = Math.max(0, evicted - kept.length);
    return {
      sequence: written,
      pages,
      located,
      ids: kept.map(([id]) => id),
      missingIds,
      hasLaterIds: live.length > kept.length,
    };
  }

  /** The same with their records, which are read from the files of the store. */
  async *read(folder: string): AsyncGenerator<Saved> {
    for (const { located, ...site } of this.list()) {
      const template = site.template === 'whole' ? this.#site(site.site).template?.located : undefined;
      yield {
        ...{ ...site, record: await bytesAt(folder, located) },
        savedTemplate: template && (await bytesAt(folder, template)),
      };
    }
  }
}

function keyOf({ key }: Found): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(key);
  } catch {
    return undefined;
  }
}

function isTemplate(name: string, bytes: Uint8Array): boolean {
  try {
    makeTemplate(name, bytes);
    return true;
  } catch (error) {
    if (error instanceof StoreError) return false;
    throw error;
  }
}

function isSite(name: string): boolean {
  try {
    checkSite(name);
    return true;
  } catch (error) {
    if (error instanceof InputError) return false;
    throw error;
  }
}

const byName = ([one]: readonly [string, unknown], [other]: readonly [string, unknown]): number =>
  one < other ? -1 : 1;

function locate({ file, bytes }: Found, value: Uint8Array): Located {
  if (value.buffer !== bytes.buffer || !/\.(ldb|sst)$/.test(file)) return value.slice();
  return { file, start: value.byteOffset - bytes.byteOffset, length: value.length };
}

async function bytesAt(folder: string, located: Located): Promise<Uint8Array> {
  if (located instanceof Uint8Array) return located;
  const { file, start, length } = located;
  const opened = await open(join(folder, file));
  try {
    const bytes = new Uint8Array(length);
    await opened.read(bytes, 0, length, start);
    return bytes;
  } finally {
    await opened.close();
  }
}
