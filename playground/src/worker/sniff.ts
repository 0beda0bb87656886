/** The kind of a file by its first bytes. Its name decides only where these do not. */
import { htmlRule } from 'refrain/engine';

/** A kind that is read, or the reason why a file is not. */
type FileKind = 'html' | 'ndjson' | 'warc' | { readonly reason: string };

const HEAD_BYTES = 4096;
const HTML_NAME = /\.(?:html?|xhtml?)$/i;
const OTHER = { reason: 'it is neither HTML nor a WARC nor NDJSON' };

export interface Sniffed {
  readonly kind: FileKind;
  readonly isGzip: boolean;
}

export async function sniff(file: File): Promise<Sniffed> {
  const head = new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer());
  if (head.length === 0) return { kind: { reason: 'it is empty' }, isGzip: false };
  const isGzip = head[0] === 0x1f && head[1] === 0x8b;
  const text = new TextDecoder('latin1').decode(isGzip ? await inflatedHead(head) : head);
  if (text.startsWith('WARC/')) return { kind: 'warc', isGzip };
  if (/^(?:\xef\xbb\xbf)?\s*\{/.test(text)) return { kind: 'ndjson', isGzip };
  return { kind: isGzip ? OTHER : kindOfPage(file.name, head), isGzip };
}

function kindOfPage(name: string, head: Uint8Array): FileKind {
  const other = htmlRule.nonHtmlKind(head);
  if (other !== undefined) return { reason: `it is ${other}, not HTML` };
  return HTML_NAME.test(name) || htmlRule.startsAsHtml(head) ? 'html' : OTHER;
}

/** As much of the beginning as the first bytes give. */
async function inflatedHead(head: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  const reader = new Blob([head]).stream().pipeThrough(new DecompressionStream('gzip')).getReader();
  try {
    return (await reader.read()).value ?? new Uint8Array();
  } catch {
    return new Uint8Array();
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}
