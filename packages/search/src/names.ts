/** Names of pages as the index stores them: URL and title in UTF-8, after the lengths of both in bytes. */
import type { SpoolFile } from './spool.ts';

export const NAME_HEAD_BYTES = 8;

export interface PageName {
  readonly url: string;
  readonly title: string;
}

const encoder = new TextEncoder();
const decoder = new TextDecoder();

export function encodeName({ url, title }: PageName): Uint8Array {
  const [first, second] = [encoder.encode(url), encoder.encode(title)];
  const bytes = new Uint8Array(NAME_HEAD_BYTES + first.length + second.length);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, first.length, true);
  view.setUint32(4, second.length, true);
  bytes.set(first, NAME_HEAD_BYTES);
  bytes.set(second, NAME_HEAD_BYTES + first.length);
  return bytes;
}

/** Length of a name with its head, in bytes. `bytes` has at least the head. */
export function nameBytes(bytes: Uint8Array): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, NAME_HEAD_BYTES);
  return NAME_HEAD_BYTES + view.getUint32(0, true) + view.getUint32(4, true);
}

export function decodeName(bytes: Uint8Array): PageName {
  const titleStart = NAME_HEAD_BYTES + new DataView(bytes.buffer, bytes.byteOffset).getUint32(0, true);
  return {
    url: decoder.decode(bytes.subarray(NAME_HEAD_BYTES, titleStart)),
    title: decoder.decode(bytes.subarray(titleStart)),
  };
}

/** The names in a file, with their heads, one after another. */
export function* namesIn(file: SpoolFile): Generator<Uint8Array> {
  let rest = new Uint8Array();
  for (const piece of file.pieces()) {
    const bytes = new Uint8Array(rest.length + piece.length);
    bytes.set(rest);
    bytes.set(piece, rest.length);
    let at = 0;
    while (at + NAME_HEAD_BYTES <= bytes.length) {
      const end = at + nameBytes(bytes.subarray(at));
      if (end > bytes.length) break;
      yield bytes.subarray(at, end);
      at = end;
    }
    rest = bytes.slice(at);
  }
}
