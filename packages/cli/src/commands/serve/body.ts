/** Bodies of requests, within bounds of one and of all together. */
import { LimitError } from 'refrain';
import type { Exchange } from './exchange.ts';
import { ServeError } from './problem.ts';

/** The memory of all requests: bytes that have arrived, and are not answered yet. */
export class RequestMemory {
  readonly #maxBytes: number;
  #bytes = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** @throws {ServeError} `SERVER_BUSY` */
  take(bytes: number): void {
    if (this.#bytes + bytes > this.#maxBytes)
      throw new ServeError('SERVER_BUSY', 'the server has no room for more requests of this size; ask again later');
    this.#bytes += bytes;
  }

  give(bytes: number): void {
    this.#bytes -= bytes;
  }
}

const tooLarge = (maxBytes: number): LimitError =>
  new LimitError('PAGE_TOO_LARGE', `the body has more than ${maxBytes} bytes`);

/**
 * Asks for the body of a request, whose client may wait for that.
 *
 * @throws {ServeError} `ENCODING_REFUSED`
 * @throws {LimitError} `PAGE_TOO_LARGE` where it says that it is longer
 */
export function beginBody({ request, response }: Exchange, maxBytes = Number.POSITIVE_INFINITY): void {
  const { 'content-encoding': encoding, 'content-length': length, expect } = request.headers;
  if (encoding !== undefined && encoding.trim().toLowerCase() !== 'identity')
    throw new ServeError('ENCODING_REFUSED', 'a body must have no Content-Encoding; send it as it is');
  if (Number(length ?? 0) > maxBytes) throw tooLarge(maxBytes);
  if (expect !== undefined) response.writeContinue();
}

/**
 * The body of a request. Its memory is given back when the response is closed.
 *
 * @throws {LimitError} `PAGE_TOO_LARGE`
 * @throws {ServeError} `SERVER_BUSY`, `ENCODING_REFUSED`
 */
export async function readBody(exchange: Exchange, memory: RequestMemory, maxBytes: number): Promise<Buffer> {
  beginBody(exchange, maxBytes);
  const { request, response } = exchange;
  const parts: Buffer[] = [];
  let length = 0;
  response.once('close', () => memory.give(length));
  await new Promise<void>((resolve, reject) => {
    const take = (part: Buffer): void => {
      try {
        if (length + part.length > maxBytes) throw tooLarge(maxBytes);
        memory.take(part.length);
        length += part.length;
        parts.push(part);
      } catch (error) {
        // What follows is passed.
        request.off('data', take).resume();
        parts.length = 0;
        reject(error);
      }
    };
    request.on('data', take).once('end', resolve).once('error', reject);
  });
  return parts.length === 1 ? (parts[0] as Buffer) : Buffer.concat(parts);
}

/** The body of a request that is answered while it comes. */
export class StreamBody {
  readonly #exchange: Exchange;
  readonly #memory: RequestMemory;
  /** Bytes that may be in memory, and those of them that came last. */
  #held = 0;
  #last = 0;

  constructor(exchange: Exchange, memory: RequestMemory) {
    this.#exchange = exchange;
    this.#memory = memory;
    exchange.response.once('close', () => {
      memory.give(this.#held);
      this.#held = 0;
    });
  }

  /** A line was read: of all that came, the last chunk may still be needed. */
  lineRead(): void {
    if (this.#held <= this.#last) return;
    this.#memory.give(this.#held - this.#last);
    this.#held = this.#last;
  }

  /** @throws the reason for which the exchange ends, {@link ServeError} `SERVER_BUSY`, and errors of the connection */
  async *chunks(): AsyncGenerator<Uint8Array> {
    const { request, signal } = this.#exchange;
    let wake = (): void => undefined;
    const go = (): void => wake();
    for (const event of ['readable', 'end', 'error', 'close']) request.on(event, go);
    signal.addEventListener('abort', go);
    for (;;) {
      signal.throwIfAborted();
      const chunk = request.read() as Buffer | null;
      if (chunk !== null) {
        this.#exchange.extend();
        this.#memory.take(chunk.length);
        this.#held += chunk.length;
        this.#last = chunk.length;
        yield chunk;
      } else if (request.errored) throw request.errored;
      else if (request.readableEnded) return;
      else {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    }
  }
}
