/**
 * The state of a site between steps; little endian.
 *
 *   0        4         12      16        20    24       28      32        36        40     56        …          …         …              …         end − 8
 *   │ format │ options │ pages │ entries │ ids │ recent │ older │ waiting │ settled │ seed │ entries │ ids │ layouts │ recent │ waiting │ checksum │
 *                                                                                     16 B   12 B each  8 B each       12 B each
 *
 * Seed, entries, ids and layouts are as the module writes them. `recent`: ids of the last counted pages with their content hashes.
 * `older`: number of ids in buckets (page-ids.ts). `waiting`: bytes of pages that are not judged yet (waiting-pages.ts). `options`: a
 * hash of the options of the table. The checksum covers the site's name too: the state of another site is refused.
 */

import { SnapshotError } from 'refrain';
import type { Core } from 'refrain/engine';
import { type CheckedPage, checkPage } from '../crawl-page.ts';
import { StoreError } from '../errors.ts';
import { PageIds } from './page-ids.ts';
import { readWaitingPages, writeWaitingPages } from './waiting-pages.ts';

const FORMAT = 4;
const NUMBERS_AT = 12;
const HEADER_BYTES = 40;
const CHECKSUM_BYTES = 8;

export interface SiteState {
  readonly pages: number;
  readonly entries: number;
  /** The table, as written by `Core.saveTable`. */
  readonly saved: Uint8Array;
  readonly recent: PageIds;
  readonly olderIds: number;
  /** First pages of the site, which are held until there are more. */
  readonly waiting: readonly CheckedPage[];
  /** True if pages are no longer held. */
  readonly isSettled: boolean;
}

/** The expected owner of a state. `mark` is a hash of the site's name, `options` of the options. */
export interface StateOwner {
  readonly site: string;
  readonly mark: bigint;
  readonly options: bigint;
}

const damaged = (what: string): SnapshotError => new SnapshotError('SNAPSHOT_DAMAGED', `${what} is damaged`);

export function sealState(core: Core, { mark, options }: StateOwner, state: SiteState): Uint8Array<ArrayBuffer> {
  const { pages, entries, saved, recent, olderIds, isSettled } = state;
  const waiting = writeWaitingPages(state.waiting);
  const recentAt = HEADER_BYTES + saved.length;
  const waitingAt = recentAt + PageIds.bytesOf(recent.size);
  const end = waitingAt + waiting.length;
  const bytes = new Uint8Array(end + CHECKSUM_BYTES);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, FORMAT, true);
  view.setBigUint64(4, options, true);
  const ids = core.savedIds(saved, entries);
  const numbers = [pages, entries, ids, recent.size, olderIds, waiting.length, Number(isSettled)];
  for (const [index, number] of numbers.entries()) view.setUint32(NUMBERS_AT + 4 * index, number, true);
  bytes.set(saved, HEADER_BYTES);
  recent.write(bytes, recentAt);
  bytes.set(waiting, waitingAt);
  view.setBigUint64(end, core.checksum(bytes.subarray(0, end)) ^ mark, true);
  return bytes;
}

export function openState(core: Core, { site, mark, options }: StateOwner, bytes: Uint8Array): SiteState {
  const what = `the state of ${site}`;
  const end = bytes.length - CHECKSUM_BYTES;
  if (end < HEADER_BYTES) throw damaged(what);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if ((core.checksum(bytes.subarray(0, end)) ^ mark) !== view.getBigUint64(end, true)) throw damaged(what);
  const format = view.getUint32(0, true);
  if (format !== FORMAT) {
    throw new SnapshotError('SNAPSHOT_VERSION', `${what} has format ${format}; this version reads format ${FORMAT}`);
  }
  if (view.getBigUint64(4, true) !== options)
    throw new StoreError('STORE_OPTIONS', `${what} was made with other table options`);
  const number = (index: number): number => view.getUint32(NUMBERS_AT + 4 * index, true);
  const [entries, recent, waiting] = [number(1), number(3), number(5)];
  const waitingAt = end - waiting;
  const recentAt = waitingAt - PageIds.bytesOf(recent);
  if (recentAt < HEADER_BYTES) throw damaged(what);
  const saved = bytes.subarray(HEADER_BYTES, recentAt);
  if (core.savedIds(saved, entries) !== number(2)) throw damaged(what);
  return {
    pages: number(0),
    entries,
    saved,
    recent: PageIds.read(bytes.subarray(recentAt, waitingAt)),
    olderIds: number(4),
    waiting: readWaitingPages(bytes.subarray(waitingAt, end)).map((page) => checkPage(page, () => site)),
    isSettled: number(6) !== 0,
  };
}

/** The bytes of a bucket: ids, and a checksum that covers also the name of the site and the number of the bucket. */
export function sealBucket(core: Core, mark: bigint, bucket: number, ids: PageIds): Uint8Array<ArrayBuffer> {
  const end = PageIds.bytesOf(ids.size);
  const bytes = new Uint8Array(end + CHECKSUM_BYTES);
  ids.write(bytes);
  const sum = core.checksum(bytes.subarray(0, end)) ^ mark ^ BigInt(bucket);
  new DataView(bytes.buffer).setBigUint64(end, sum, true);
  return bytes;
}

/** The ids of a bucket. A missing bucket counts as damaged. */
export function openBucket(core: Core, { site, mark }: StateOwner, bucket: number, bytes: Uint8Array | null): PageIds {
  const end = (bytes?.length ?? 0) - CHECKSUM_BYTES;
  const what = `bucket ${bucket} of the page ids of ${site}`;
  if (bytes === null || end < 0 || end % PageIds.bytesOf(1) !== 0) throw damaged(what);
  const ids = bytes.subarray(0, end);
  const sum = new DataView(bytes.buffer, bytes.byteOffset + end).getBigUint64(0, true);
  if ((core.checksum(ids) ^ mark ^ BigInt(bucket)) !== sum) throw damaged(what);
  return PageIds.read(ids);
}
