import { LimitError } from 'refrain';

/** The bytes of a request. Stops reading and throws when they exceed the limit. */
export async function readBody(request: Request, limit: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  const reader = request.body?.getReader();
  for (let read = await reader?.read(); read && !read.done; read = await reader?.read()) {
    length += read.value.length;
    if (length > limit) {
      await reader?.cancel();
      throw new LimitError('PAGE_TOO_LARGE', `the page has more than ${limit} bytes`);
    }
    chunks.push(read.value);
  }
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}
