import { LimitError, RefrainError } from 'refrain';

/** An error with an HTTP status. */
export class HttpError extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

/** Statuses of errors that a request causes. Other errors are 500. */
const STATUS: Readonly<Record<string, number>> = {
  URL_INVALID: 400,
  INPUT_INVALID: 400,
  PAGE_TOO_LARGE: 413,
  TOO_MANY_NODES: 413,
  PAGE_TOO_COMPLEX: 413,
  TABLE_FULL: 507,
  OUT_OF_MEMORY: 507,
};

/** The response for an error. */
export function failure(error: unknown): Response {
  const { message } = error instanceof Error ? error : { message: String(error) };
  if (error instanceof HttpError) return Response.json({ code: error.code, message }, { status: error.status });
  const code = error instanceof RefrainError ? error.code : 'FAILED';
  return Response.json({ code, message }, { status: STATUS[code] ?? 500 });
}

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
