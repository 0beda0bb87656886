/**
 * The record of a site's table in the store; little endian.
 *
 *   0        4       8         12    16     32 …            …            …         end − 8
 *   │ format │ pages │ entries │ ids │ seed │ entries       │ page ids   │ layouts │ checksum │
 *                                      16 B   12 B each       8 B each
 *
 * Seed, entries, ids and layouts are as the module writes them: entries ascending by fingerprint, ids from the oldest on. So equal
 * tables have equal bytes. The seed is the secret of the table's keys, so a loaded table makes the same keys. The checksum covers the
 * site's name too: a record under another name is refused.
 */

import type { Core } from 'refrain/engine';
import { StoreError } from '../errors.ts';

const FORMAT = 3;
const HEADER_BYTES = 16;
const CHECKSUM_BYTES = 8;

export interface RecordNumbers {
  readonly pages: number;
  readonly entries: number;
  readonly ids: number;
}

/** A hash of a site's name, which identifies its records. */
export const markOf = (core: Core, site: string): bigint => core.checksum(new TextEncoder().encode(site));

function checksumOf(saved: bigint, mark: bigint, format: number, { pages, entries }: RecordNumbers): bigint {
  return saved ^ mark ^ ((BigInt(pages) << 32n) | BigInt(entries)) ^ BigInt(format);
}

/** Encodes a table as a record. The current page remains readable. */
export function sealRecord(core: Core, table: number, mark: bigint): Uint8Array<ArrayBuffer> {
  const { pages, entries } = core.tableState(table);
  const { bytes, checksum } = core.saveTableInto(table, HEADER_BYTES, CHECKSUM_BYTES);
  const ids = core.savedIds(bytes.subarray(HEADER_BYTES, -CHECKSUM_BYTES), entries);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, FORMAT, true);
  view.setUint32(4, pages, true);
  view.setUint32(8, entries, true);
  view.setUint32(12, ids, true);
  view.setBigUint64(bytes.length - CHECKSUM_BYTES, checksumOf(checksum, mark, FORMAT, { pages, entries, ids }), true);
  return bytes;
}

/** Checks only the length of the record. */
export function readNumbers(record: Uint8Array): RecordNumbers | undefined {
  if (record.length < HEADER_BYTES + CHECKSUM_BYTES) return undefined;
  const view = new DataView(record.buffer, record.byteOffset, record.byteLength);
  return { pages: view.getUint32(4, true), entries: view.getUint32(8, true), ids: view.getUint32(12, true) };
}

/** Verifies a record; undefined if it is damaged. */
function checkRecord(core: Core, site: string, mark: bigint, record: Uint8Array): RecordNumbers | undefined {
  const head = readNumbers(record);
  if (head === undefined) return undefined;
  const view = new DataView(record.buffer, record.byteOffset, record.byteLength);
  const end = record.length - CHECKSUM_BYTES;
  const saved = record.subarray(HEADER_BYTES, end);
  const format = view.getUint32(0, true);
  if (checksumOf(core.checksum(saved), mark, format, head) !== view.getBigUint64(end, true)) return undefined;
  if (format !== FORMAT) {
    throw new StoreError(
      'STORE_VERSION',
      `the store's record of ${site} has format ${format}; this version reads format ${FORMAT}`,
    );
  }
  return core.savedIds(saved, head.entries) === head.ids ? head : undefined;
}

/**
 * @throws {StoreError} `STORE_DAMAGED`, `STORE_VERSION`
 * @throws {LimitError} `TABLE_FULL`, `OUT_OF_MEMORY`
 */
export function openRecord(core: Core, site: string, mark: bigint, record: Uint8Array): number {
  const head = checkRecord(core, site, mark, record);
  if (head === undefined) throw new StoreError('STORE_DAMAGED', `the store's record of ${site} is damaged`);
  const saved = record.subarray(HEADER_BYTES, -CHECKSUM_BYTES);
  return core.loadTable(saved, { clock: head.pages, count: head.entries, ids: head.ids });
}
