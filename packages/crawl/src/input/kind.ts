import { startsIndex } from '../archive/entry.ts';
import { inflateHead, isGzip } from '../reading/gzip.ts';

/** Records of a WARC, WARCs in a ZIP file, an index of WARCs (`cdx`), lines of NDJSON, or one page. */
export type InputKind = 'warc' | 'wacz' | 'cdx' | 'ndjson' | 'html';

/** Bytes that `kindOf` requires. */
export const HEAD_BYTES = 16 * 1024;

const WARC_NAME = /\.(warc|arc)(\.gz|\.zst)?$/i;
const WACZ_NAME = /\.wacz$/i;
const NDJSON_NAME = /\.(ndjson|jsonl)(\.gz)?$/i;

/** Start of an object, with its first key. */
const OBJECT_START = /^\{\s*"(?:[^"\\]|\\.)*"\s*:/;

/**
 * Detects the kind of an input by its first bytes, otherwise by its name, so that a damaged archive is not read as a
 * page.
 *
 * @param head the first `HEAD_BYTES` bytes, or all; plain or gzip
 */
export function kindOf(head: Uint8Array, name: string): InputKind {
  const plain = isGzip(head) ? inflateHead(head) : head;
  const start = decoder.decode(plain.subarray(0, HEAD_BYTES)).trimStart();
  if (start.startsWith('WARC/') || start.startsWith('filedesc://')) return 'warc';
  if (WARC_NAME.test(name)) return 'warc';
  if (WACZ_NAME.test(name)) return 'wacz';
  if (startsIndex(start)) return 'cdx';
  if (NDJSON_NAME.test(name) || startsWithObject(start)) return 'ndjson';
  return 'html';
}

const decoder = new TextDecoder();

function startsWithObject(text: string): boolean {
  if (!text.startsWith('{')) return false;
  const end = text.indexOf('\n');
  if (end < 0) return OBJECT_START.test(text);
  try {
    JSON.parse(text.slice(0, end));
    return true;
  } catch {
    return false;
  }
}
