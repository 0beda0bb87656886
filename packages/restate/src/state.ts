/**
 * The state of a site's object; little endian.
 *
 *   0        4         12      16        20    24       28      32     48          …          …         …           end − 8
 *   │ format │ options │ pages │ entries │ ids │ recent │ older │ seed │ entries   │ ids      │ layouts │ recent    │ checksum │
 *                                                                 16 B   12 B each   8 B each   16 B each
 *
 * Seed, entries, ids and layouts are as the module writes them. `recent` are the ids of the last counted pages with the hashes of their bytes, `older`
 * is the number of ids in buckets (page-ids.ts). `options` is a hash of the options of the table. The checksum covers the site's name
 * too: the state of another site is refused.
 */

import { StoreError } from '@refrain/crawl';
import { SnapshotError } from 'refrain';
import type { Core } from 'refrain/engine';
import { type Prints, printsBytes, readPrints, writePrints } from './page-ids.ts';

const FORMAT = 3;
const HEADER_BYTES = 32;
const CHECKSUM_BYTES = 8;

/** The state of a site. */
export interface SiteState {
  readonly pages: number;
  readonly entries: number;
  /** Seed, entries, ids and layouts of a table, as `Core.saveTable` writes them. */
  readonly saved: Uint8Array;
  readonly recent: Prints;
  readonly olderIds: number;
}

/** The site and the options of a state, for its checks. `mark` and `options` are hashes. */
export interface StateOwner {
  readonly site: string;
  readonly mark: bigint;
  readonly options: bigint;
}

export function sealState(core: Core, { mark, options }: StateOwner, state: SiteState): Uint8Array<ArrayBuffer> {
  const { pages, entries, saved, recent, olderIds } = state;
  const end = HEADER_BYTES + saved.length + printsBytes(recent.size);
  const bytes = new Uint8Array(end + CHECKSUM_BYTES);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, FORMAT, true);
  view.setBigUint64(4, options, true);
  const ids = core.savedIds(saved, entries);
  for (const [index, count] of [pages, entries, ids, recent.size, olderIds].entries()) {
    view.setUint32(12 + 4 * index, count, true);
  }
  bytes.set(saved, HEADER_BYTES);
  writePrints(recent, bytes, HEADER_BYTES + saved.length);
  view.setBigUint64(end, core.checksum(bytes.subarray(0, end)) ^ mark, true);
  return bytes;
}

/**
 * @throws {SnapshotError} `SNAPSHOT_DAMAGED`, `SNAPSHOT_VERSION`
 * @throws {StoreError} `STORE_OPTIONS`
 */
export function openState(core: Core, { site, mark, options }: StateOwner, bytes: Uint8Array): SiteState {
  const damaged = (): SnapshotError => new SnapshotError('SNAPSHOT_DAMAGED', `the state of ${site} is damaged`);
  const end = bytes.length - CHECKSUM_BYTES;
  if (end < HEADER_BYTES) throw damaged();
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if ((core.checksum(bytes.subarray(0, end)) ^ mark) !== view.getBigUint64(end, true)) throw damaged();
  const format = view.getUint32(0, true);
  if (format !== FORMAT) {
    throw new SnapshotError(
      'SNAPSHOT_VERSION',
      `the state of ${site} has format ${format}; this service reads format ${FORMAT}`,
    );
  }
  if (view.getBigUint64(4, true) !== options) {
    throw new StoreError(
      'STORE_OPTIONS',
      `the state of ${site} was made with other options than those of this service`,
    );
  }
  const [pages, entries, ids, recent, olderIds] = [12, 16, 20, 24, 28].map((at) => view.getUint32(at, true)) as [
    ...[number, number, number, number, number],
  ];
  const recentAt = end - printsBytes(recent);
  if (recentAt < HEADER_BYTES) throw damaged();
  const saved = bytes.subarray(HEADER_BYTES, recentAt);
  if (core.savedIds(saved, entries) !== ids) throw damaged();
  return {
    pages,
    entries,
    saved,
    recent: readPrints(bytes.subarray(recentAt, end)),
    olderIds,
  };
}
