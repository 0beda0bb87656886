/** Templates as bytes: a version, deflated JSON, and a checksum. */
import { deflateSync, Inflate, strFromU8, strToU8 } from 'fflate';
import { SnapshotError } from 'refrain';
import { list, row, rowsOf, type ValueOf, WHOLE, whole } from '../apply/schema.ts';
import { SAVED_CHANGES } from '../changes/changes.ts';
import { SAVED_LAYOUT } from './layout-template.ts';

const VERSION = 5;
const CHECKSUM_BYTES = 4;

const SAVED_TEMPLATE = row({ pages: whole, layouts: list(SAVED_LAYOUT), changes: SAVED_CHANGES });

export type SavedTemplate = ValueOf<typeof SAVED_TEMPLATE>;

export function writeTemplate(template: SavedTemplate): Uint8Array<ArrayBuffer> {
  const json = deflateSync(strToU8(rowsOf(SAVED_TEMPLATE(template, WHOLE))));
  const bytes = new Uint8Array(1 + json.length + CHECKSUM_BYTES);
  bytes[0] = VERSION;
  bytes.set(json, 1);
  const end = 1 + json.length;
  new DataView(bytes.buffer).setUint32(end, checksum(bytes.subarray(0, end)), true);
  return bytes;
}

/** @throws {SnapshotError} `SNAPSHOT_DAMAGED`, `SNAPSHOT_VERSION` */
export function readTemplate(bytes: Uint8Array): SavedTemplate {
  const end = bytes.length - CHECKSUM_BYTES;
  if (end < 1) throw damaged();
  const sum = new DataView(bytes.buffer, bytes.byteOffset + end).getUint32(0, true);
  if (sum !== checksum(bytes.subarray(0, end))) throw damaged();
  const [version] = bytes;
  if (version !== VERSION) {
    throw new SnapshotError(
      'SNAPSHOT_VERSION',
      `the template has format ${version}; this version reads format ${VERSION}: observe the site again`,
    );
  }
  try {
    return SAVED_TEMPLATE(JSON.parse(inflated(bytes.subarray(1, end))), WHOLE);
  } catch {
    throw damaged();
  }
}

/** Maximum bytes of JSON: many times that of the largest template. */
const JSON_MAX = 1 << 26;
const CHUNK_BYTES = 1 << 14;

/** Inflates with a limit, because forged bytes may inflate to any length. */
function inflated(bytes: Uint8Array): string {
  let text = '';
  const stream = new Inflate((chunk) => {
    text += strFromU8(chunk, true);
    if (text.length > JSON_MAX) throw damaged();
  });
  for (let at = 0; at < bytes.length; at += CHUNK_BYTES)
    stream.push(bytes.subarray(at, at + CHUNK_BYTES), at + CHUNK_BYTES >= bytes.length);
  return strFromU8(strToU8(text, true));
}

const damaged = (): SnapshotError => new SnapshotError('SNAPSHOT_DAMAGED', 'the saved template is cut off or altered');

/** FNV-1a. Detects damage, not forgery. */
function checksum(bytes: Uint8Array): number {
  let hash = 0x811c9dc5;
  for (const byte of bytes) hash = Math.imul(hash ^ byte, 0x01000193);
  return hash >>> 0;
}
