/** Collects the newest versions of each site's values from the changes in the files of a store. */
import type { Core } from 'refrain/engine';
import { codeOf } from '../errors.ts';
import type { SavedSite, StoreCheck } from './check-store.ts';
import type { Change } from './leveldb/log.ts';
import { checkRecord, makeTemplate, markOf, type RecordNumbers } from './record.ts';

/** A value, or where it is in the files of the store, which need not fit into memory. */
export type Located = Uint8Array | { readonly file: string; readonly start: number; readonly length: number };

/** A change, and where its value is; undefined where it is a deletion. */
export interface Found extends Change {
  readonly file: string;
  readonly located: Located | undefined;
}

/** The newest version of a value; `whole` is undefined where it is damaged or deleted. */
interface Version<T> {
  readonly sequence: number;
  readonly located: Located | undefined;
  readonly whole: T | undefined;
}

interface Site {
  record?: Version<RecordNumbers>;
  template?: Version<true>;
  /** Ids of pages, by when they were evicted from the record, or removed. */
  readonly ids: Map<string, { readonly sequence: number; readonly isRemoved: boolean }>;
}

const PAGE = /^([^\0]+)\0([0-9a-f]{16})$/;

/** A site that can be written to another store. */
export interface Saved extends SavedSite {
  readonly record: Located;
  readonly savedTemplate: Located | undefined;
  readonly ids: readonly string[];
}

export class Contents {
  readonly #core: Core;
  readonly #sites = new Map<string, Site>();

  constructor(core: Core) {
    this.#core = core;
  }

  /** Adds a change. False where a record or template is not what was written. */
  add({ key, sequence, value, located }: Found): boolean {
    const name = key.slice(1);
    if (key.startsWith('p')) {
      const [, site, id] = PAGE.exec(name) ?? [];
      if (site === undefined || id === undefined) return false;
      const { ids } = this.#site(site);
      if (sequence >= (ids.get(id)?.sequence ?? 0)) ids.set(id, { sequence, isRemoved: value === undefined });
      return true;
    }
    const site = this.#site(name);
    const kind = key.startsWith('s') ? 'record' : 'template';
    if (sequence <= (site[kind]?.sequence ?? -1)) return true;
    if (kind === 'record') {
      const whole = value && checkRecord(this.#core, name, markOf(this.#core, name), value);
      site.record = { sequence, located, whole };
    } else {
      site.template = { sequence, located, whole: value && (isTemplate(name, value) || undefined) };
    }
    return value === undefined || site[kind]?.whole !== undefined;
  }

  #site(name: string): Site {
    const known = this.#sites.get(name);
    if (known !== undefined) return known;
    const site: Site = { ids: new Map() };
    this.#sites.set(name, site);
    return site;
  }

  /** The sites with a whole record, by name. */
  *saved(): Generator<Saved> {
    for (const [site, { record, template, ids }] of [...this.#sites].sort(byName)) {
      if (record?.located === undefined || record.whole === undefined) continue;
      const { sequence, located, whole } = record;
      const evicted = whole.pages - whole.ids;
      const living = [...ids].filter(([, { isRemoved }]) => !isRemoved);
      living.sort(([, one], [, other]) => one.sequence - other.sequence);
      // Ids beyond those that the record has evicted belong to a later record, which is lost.
      const kept = living.slice(0, Math.max(0, evicted)).map(([id]) => id);
      // A template is written right behind its record. A later one has layouts that the record does not know.
      const isFit = template?.whole === true && template.sequence <= sequence + 1;
      yield {
        site,
        pages: whole.pages,
        missingIds: Math.max(0, evicted - kept.length),
        template: template?.located === undefined ? 'none' : isFit ? 'whole' : 'lost',
        ids: kept,
        record: located,
        savedTemplate: isFit ? template.located : undefined,
      };
    }
  }

  /** What can be saved. `sites`: the number of sites that the store says it has. */
  summary(sites: number): Omit<StoreCheck, 'isWhole' | 'problems'> {
    const saved = [...this.saved()];
    const isLost = ({ record, ids }: Site): boolean =>
      record === undefined
        ? [...ids.values()].some(({ isRemoved }) => !isRemoved)
        : record.located !== undefined && record.whole === undefined;
    const lost = [...this.#sites].filter(([, site]) => isLost(site)).map(([name]) => name);
    return {
      sites: saved.map(({ site, pages, missingIds, template }) => ({ site, pages, missingIds, template })),
      lost: lost.sort(),
      unnamed: Math.max(0, sites - saved.length - lost.length),
      ids: saved.reduce((sum, { ids }) => sum + ids.length, 0),
    };
  }
}

function isTemplate(site: string, saved: Uint8Array): boolean {
  try {
    makeTemplate(site, saved);
    return true;
  } catch (error) {
    if (codeOf(error) === 'STORE_DAMAGED') return false;
    throw error;
  }
}

const byName = ([one]: readonly [string, unknown], [other]: readonly [string, unknown]): number =>
  one < other ? -1 : 1;
