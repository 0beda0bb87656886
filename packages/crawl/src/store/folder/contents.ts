/** All versions of the values of each site in the blocks of a store. The newest intact ones are selected. */
import type { SavedSite } from '../check-store.ts';
import { readNumbers } from '../site-record.ts';
import { checksumOf, type Entry, entriesIn, KIND, type ValueLocation } from './blocks.ts';
import { countOf } from './id-buckets.ts';

interface Version extends Entry {
  isWhole: boolean;
  /** For an intact record: number of counted pages; number of their ids that the record does not contain. */
  pages: number;
  evicted: number;
}

/** A site that can be written to another store. */
export interface RecoverableSite extends SavedSite {
  readonly record: ValueLocation;
  readonly savedTemplate: ValueLocation | undefined;
  readonly savedIds: readonly ValueLocation[];
  /** Number of `savedIds`. */
  readonly ids: number;
}

export class Contents {
  readonly #sites = new Map<string, Map<string, Version>>();

  add(entries: Buffer): void {
    for (const entry of entriesIn(entries)) this.#add(entry);
  }

  #add(entry: Entry): void {
    const { site, kind, bucket, location } = entry;
    const versions = this.#sites.get(site) ?? new Map<string, Version>();
    this.#sites.set(site, versions);
    const key = [kind, bucket, ...Object.values(location)].join();
    if (!versions.has(key)) versions.set(key, { ...entry, isWhole: location.length === 0, pages: 0, evicted: 0 });
  }

  /** Marks the intact values of a file. */
  verify(file: number, bytes: Buffer): void {
    for (const versions of this.#sites.values()) {
      for (const version of versions.values()) {
        const { offset, length, checksum, file: of } = version.location;
        const value = bytes.subarray(offset, offset + length);
        if (of !== file || value.length !== length || checksumOf(value) !== checksum) continue;
        const { pages = 0, ids = 0 } = (version.kind === KIND.record && readNumbers(value)) || {};
        Object.assign(version, { isWhole: true, pages, evicted: pages - ids });
      }
    }
  }

  *damaged(): Generator<Entry> {
    for (const site of this.#names()) {
      const newest = new Set<string>();
      for (const version of this.#versions(site)) {
        const name = version.kind === KIND.ids ? `ids ${version.bucket}` : String(version.kind);
        if (!newest.has(name) && !version.isWhole) yield version;
        newest.add(name);
      }
    }
  }

  *saved(): Generator<RecoverableSite> {
    for (const site of this.#names()) {
      const versions = this.#versions(site);
      const record = versions.find(({ kind, isWhole }) => kind === KIND.record && isWhole);
      if (record === undefined) continue;
      // Values newer than the record belong to a later record, which is lost.
      const fitting = versions.filter(({ location }) => location.written <= record.location.written);
      const template = fitting.find(({ kind }) => kind === KIND.template);
      const hasTemplate = versions.some(({ kind }) => kind === KIND.template);
      const buckets = new Map<number, Version>();
      for (const version of fitting)
        if (version.kind === KIND.ids && !buckets.has(version.bucket)) buckets.set(version.bucket, version);
      const savedIds = [...buckets.values()].filter(({ isWhole }) => isWhole).map(({ location }) => location);
      const ids = savedIds.reduce((sum, { length }) => sum + countOf(length), 0);
      yield {
        ...{ site, pages: record.pages, missingIds: Math.max(0, record.evicted - ids), ids },
        template: template?.isWhole ? 'whole' : hasTemplate ? 'lost' : 'none',
        record: record.location,
        savedTemplate: template?.isWhole ? template.location : undefined,
        savedIds,
      };
    }
  }

  /** Names of sites without a tombstone and without an intact record. */
  lost(): string[] {
    const isValue = ({ kind }: Version): boolean => kind !== KIND.forgotten;
    const isRecord = ({ kind, isWhole }: Version): boolean => kind === KIND.record && isWhole;
    return this.#names().filter((site) => {
      const versions = this.#versions(site);
      return versions.some(isValue) && !versions.some(isRecord);
    });
  }

  #names(): string[] {
    return [...this.#sites.keys()].sort();
  }

  /** Versions since the last tombstone, newest first. */
  #versions(site: string): Version[] {
    const all = [...(this.#sites.get(site)?.values() ?? [])].sort((one, other) =>
      byLocation(other.location, one.location),
    );
    const forgotten = all.find(({ kind }) => kind === KIND.forgotten)?.location.written ?? 0;
    return all.filter(({ location }) => location.written >= forgotten);
  }
}

/** If a value has two copies, the later one was moved there. */
const byLocation = (one: ValueLocation, other: ValueLocation): number =>
  one.written - other.written || one.file - other.file || one.offset - other.offset;
