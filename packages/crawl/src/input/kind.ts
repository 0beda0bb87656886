import { inflateHead, isGzip } from './gzip.ts';

/** What an input holds: records of a WARC, lines of NDJSON, or one page. */
export type InputKind = 'warc' | 'ndjson' | 'html';

/** How much of an input `kindOf` should see. */
export const HEAD_BYTES = 16 * 1024;

const WARC_NAME = /\.warc(\.gz)?$/i;
const NDJSON_NAME = /\.(ndjson|jsonl)(\.gz)?$/i;

/** A line that is longer than what is seen of it, and as far as it is seen an object with a first key. */
const OBJECT_START = /^\{\s*"(?:[^"\\]|\\.)*"\s*:/;

/**
 * Tells by its first bytes what an input holds; by its name where they say nothing, so that one that is damaged from
 * the start is called that, and not taken for a page.
 *
 * @param head first bytes, `HEAD_BYTES` of them or all; compressed by gzip or not
 */
export function kindOf(head: Uint8Array, name: string): InputKind {
  const start = decoder.decode(isGzip(head) ? inflateHead(head) : head).trimStart();
  if (start.startsWith('WARC/')) return 'warc';
  if (WARC_NAME.test(name)) return 'warc';
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
