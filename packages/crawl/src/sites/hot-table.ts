import type { SiteTemplate } from '@refrain/rules';
import type { EvictedIds } from './evicted-ids.ts';

/** A table in linear memory. */
export interface HotTable {
  readonly site: string;
  /** The mark of the site's records. It is computed on loading, because computing it overwrites the current page. */
  readonly mark: bigint;
  table: number;
  pages: number;
  /** Whether the store, or the queue, has a record of the site. */
  known: boolean;
  /** Whether the table or the template has changed since it was saved. */
  dirty: boolean;
  /** Ids that the table has evicted since it was saved. */
  unsavedIds: Set<string> | undefined;
  /** All ids that the table has ever evicted; undefined where they are not known. */
  evictedIds: EvictedIds | undefined;
  /** The site's template, where templates are kept. */
  template: SiteTemplate | undefined;
  /** Whether the template that the store has is of a table that was replaced. */
  hasStaleTemplate: boolean;
  older: HotTable | undefined;
  newer: HotTable | undefined;
}

/** A host is a slice of its URL, which V8 would keep in memory as a whole. */
export const copyOf = (text: string): string => decoder.decode(encoder.encode(text));
const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** A page id in the form of the store. */
export const idDigits = (id: bigint): string => id.toString(16).padStart(16, '0');

/** Releases the evicted ids, which are then unknown. */
export function releaseIds(hot: HotTable): void {
  hot.evictedIds?.release();
  hot.evictedIds = undefined;
}
