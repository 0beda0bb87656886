/** What a file is, by how it begins; its name is asked only where that does not say. */

export type FileKind = 'html' | 'ndjson' | 'warc' | 'empty' | 'other';

const HEAD_BYTES = 4096;
const HTML_NAME = /\.(?:html?|xhtml?)$/i;
const HTML_START =
  /^(?:\ufeff)?\s*(?:<\?xml[^>]*>\s*)?(?:<!--[\s\S]*?-->\s*)*<(?:!doctype\s+html|html|head|body)[\s>]/i;

export interface Sniffed {
  readonly kind: FileKind;
  readonly isGzip: boolean;
}

export async function sniff(file: File): Promise<Sniffed> {
  const head = new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer());
  if (head.length === 0) return { kind: 'empty', isGzip: false };
  const isGzip = head[0] === 0x1f && head[1] === 0x8b;
  const start = isGzip ? await inflatedHead(head) : head;
  const text = new TextDecoder('latin1').decode(start);
  if (text.startsWith('WARC/')) return { kind: 'warc', isGzip };
  if (/^(?:\xef\xbb\xbf)?\s*\{/.test(text)) return { kind: 'ndjson', isGzip };
  if (isGzip) return { kind: 'other', isGzip };
  return { kind: isHtml(file.name, head) ? 'html' : 'other', isGzip };
}

function isHtml(name: string, head: Uint8Array): boolean {
  const isWide = (head[0] === 0xff && head[1] === 0xfe) || (head[0] === 0xfe && head[1] === 0xff);
  // What has NUL in it is no text, but for two bytes a character.
  if (head.includes(0) && !isWide) return false;
  const label = isWide ? (head[0] === 0xff ? 'utf-16le' : 'utf-16be') : 'utf-8';
  return HTML_NAME.test(name) || HTML_START.test(new TextDecoder(label).decode(head));
}

/** As much of the beginning as can be had from so few bytes. */
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
