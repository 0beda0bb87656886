import { LimitError } from 'refrain';

export const tooLargeError = (size: string, what = 'page'): LimitError =>
  new LimitError('PAGE_TOO_LARGE', `the ${what} has ${size}`);

/** @throws {LimitError} `PAGE_TOO_LARGE` */
export async function collect(
  chunks: AsyncIterable<Uint8Array>,
  maxBytes: number,
  what?: string,
): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of chunks) {
    length += chunk.length;
    if (length > maxBytes) throw tooLargeError(`more than ${maxBytes} bytes`, what);
    parts.push(chunk);
  }
  return concat(parts);
}

export function concat(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let offset = 0;
  for (const part of parts) {
    whole.set(part, offset);
    offset += part.length;
  }
  return whole;
}
