/** Collects the newest whole record of each site, and the ids of its pages, from the changes in the files of a store. */
import { InputError } from 'refrain';
import { type Core, checkSite } from 'refrain/internal';
import { StoreError } from '../errors.ts';
import type { SavedSite, StoreCheck } from './check-store.ts';
import type { Change } from './leveldb/log.ts';
import { markOf, openRecord, readNumbers } from './record.ts';
import { makeTemplate } from './template-maker.ts';

/** A version of a value of a site. */
interface Version {
  readonly sequence: number;
  /** Undefined where it was removed. */
  readonly located: Located | undefined;
}

/** A value, or where it is in the files of the store, which need not fit into memory. */
export type Located = Uint8Array | { readonly file: string; readonly start: number; readonly length: number };

interface Site {
  /** Its newest whole record, with the numbers of pages and of evicted ids. */
  record: (Version & { readonly pages: number; readonly evicted: number }) | undefined;
  template: (Version & { readonly isWhole: boolean }) | undefined;
  /** Sequence numbers of the newest deletion, and of the newest record that is damaged. */
  deleted: number;
  damaged: number;
  /** Ids of pages, and when they were evicted from the record, or removed. */
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

  /** Adds a change, whose value is at a place in the files. False where a record or template is not what was written. */
  add({ key, sequence, value }: Change, located: Located | undefined): boolean {
    const [kind, name] = [key[0], key.slice(1)];
    if (kind === 'p') {
      const [, site, id] = PAGE.exec(name) ?? [];
      if (site === undefined || id === undefined) return false;
      const { ids } = this.#site(site);
      if (sequence >= (ids.get(id)?.sequence ?? 0)) ids.set(id, { sequence, isRemoved: value === undefined });
      return true;
    }
    if (!isSiteName(name)) return false;
    const site = this.#site(name);
    return kind === 's'
      ? this.#addRecord(name, site, { sequence, value, located })
      : this.#addTemplate(name, site, { sequence, value, located });
  }

  #addRecord(name: string, site: Site, { sequence, value, located }: Version & Pick<Change, 'value'>): boolean {
    if (value === undefined) {
      site.deleted = Math.max(site.deleted, sequence);
      return true;
    }
    if (sequence <= (site.record?.sequence ?? -1)) return true;
    const isWhole = opens(() => this.#core.releaseTable(openRecord(this.#core, name, markOf(this.#core, name), value)));
    const numbers = isWhole ? readNumbers(value) : undefined;
    if (numbers === undefined) site.damaged = Math.max(site.damaged, sequence);
    else site.record = { sequence, located, pages: numbers.pages, evicted: numbers.pages - numbers.ids };
    return isWhole;
  }

  #addTemplate(name: string, site: Site, { sequence, value, located }: Version & Pick<Change, 'value'>): boolean {
    if (sequence <= (site.template?.sequence ?? -1)) return true;
    const isWhole = value === undefined || opens(() => makeTemplate(name, value));
    site.template = { sequence, located, isWhole };
    return isWhole;
  }

  #site(name: string): Site {
    const known = this.#sites.get(name);
    if (known !== undefined) return known;
    const site: Site = { record: undefined, template: undefined, deleted: -1, damaged: -1, ids: new Map() };
    this.#sites.set(name, site);
    return site;
  }

  /** Names of sites without a whole record. */
  get lost(): string[] {
    const isLost = ({ record, deleted, damaged, ids }: Site): boolean => {
      if (record !== undefined && record.sequence > deleted) return false;
      return damaged > deleted || [...ids.values()].some(({ sequence, isRemoved }) => !isRemoved && sequence > deleted);
    };
    return [...this.#sites]
      .filter(([, site]) => isLost(site))
      .map(([name]) => name)
      .sort();
  }

  /** The sites with a whole record, by name. */
  *saved(): Generator<Saved> {
    for (const [name, { record, template, deleted, ids }] of [...this.#sites].sort(byName)) {
      if (record?.located === undefined || record.sequence < deleted) continue;
      const { sequence, pages, evicted, located } = record;
      const living = [...ids].filter(([, id]) => !id.isRemoved && id.sequence > deleted);
      living.sort(([, one], [, other]) => one.sequence - other.sequence);
      // Ids beyond those that the record has evicted belong to a later record, which is lost.
      const kept = living.slice(0, Math.max(0, evicted)).map(([id]) => id);
      const isNone = template === undefined || template.sequence < deleted || template.located === undefined;
      // A template is written right behind its record. A later one has layouts that the record does not know.
      const isFit = template?.isWhole === true && template.sequence <= sequence + 1;
      yield {
        ...{ site: name, pages, missingIds: Math.max(0, evicted - kept.length), ids: kept, record: located },
        template: isNone ? 'none' : isFit ? 'whole' : 'lost',
        savedTemplate: !isNone && isFit ? template.located : undefined,
      };
    }
  }

  /** What can be saved. `sites`: the number of sites that the store says it has. */
  summary(sites: number | undefined): Omit<StoreCheck, 'isWhole' | 'problems'> {
    const saved = [...this.saved()];
    const { lost } = this;
    return {
      sites: saved.map(({ site, pages, missingIds, template }) => ({ site, pages, missingIds, template })),
      lost,
      unnamed: sites === undefined ? undefined : Math.max(0, sites - saved.length - lost.length),
      ids: saved.reduce((sum, { ids }) => sum + ids.length, 0),
    };
  }
}

/** False for what is damaged. */
function opens(open: () => unknown): boolean {
  try {
    open();
    return true;
  } catch (error) {
    if (error instanceof StoreError && error.code === 'STORE_DAMAGED') return false;
    throw error;
  }
}

function isSiteName(name: string): boolean {
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
