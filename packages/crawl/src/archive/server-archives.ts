/** Archives on a server: HTTP range requests with congestion control. */

import { setMaxListeners } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import pLimit from 'p-limit';
import { LimitError, RefrainError } from 'refrain';
import { ArchiveError } from '../errors.ts';
import { asError } from '../reading/failures.ts';
import { collect } from '../reading/join.ts';
import { secondsUntil } from '../reading/retry-after.ts';
import { type Archives, type ByteRange, stepsOf } from './ranges.ts';

interface RangeRequest {
  readonly headers: Readonly<Record<string, string>>;
  readonly maxBytes: number;
  readonly signal: AbortSignal;
}

interface RangeResponse {
  readonly status: number;
  /** Headers by their names in lower case. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly bytes: Uint8Array;
}

/**
 * Sends one request. A `LimitError` means that the response has too many bytes, an `ArchiveError` ends the reading; any
 * other error is retried.
 */
export type RequestRange = (url: string, question: RangeRequest) => Promise<RangeResponse>;

/** Maximum concurrent requests. Reduced after a response that requires a delay. */
const REQUESTS_MAX = 16;
const TIMEOUT_MS = 60_000;
/** Bytes by which a response may exceed the range, for the body of an error. */
const ANSWER_REST = 256 * 1024;

export interface RetryLimits {
  readonly attempts: number;
  /** First delay in milliseconds. Each retry doubles it, up to `most`. */
  readonly first: number;
  readonly most: number;
  /** Maximum sum of delays in milliseconds. A `Retry-After` that exceeds it is a failure. */
  readonly total: number;
}

/** About two minutes if the server does not answer at all. */
const RETRY_LIMITS: RetryLimits = { attempts: 10, first: 250, most: 60_000, total: 600_000 };

/** A temporary failure, with its `Retry-After` in seconds. */
interface TemporaryFailure {
  readonly problem: string;
  readonly isBusy?: boolean;
  readonly retryAfter?: number | undefined;
}

export class ServerArchives implements Archives {
  readonly #base: string;
  readonly #request: RequestRange;
  readonly #patience: RetryLimits;
  readonly #limit = pLimit({ concurrency: REQUESTS_MAX, rejectOnClear: true });
  readonly #closing = new AbortController();
  #good: ByteRange | undefined;
  #slowedAt = Number.NEGATIVE_INFINITY;
  #until = 0;
  /** Ranges received since the last change of concurrency. */
  #answered = 0;

  constructor(base: string, request: RequestRange = requestByFetch, patience: RetryLimits = RETRY_LIMITS) {
    this.#base = base.endsWith('/') ? base : `${base}/`;
    this.#request = request;
    this.#patience = patience;
    // Each request and each delay adds a listener.
    setMaxListeners(3 * REQUESTS_MAX, this.#closing.signal);
  }

  close(): void {
    this.#limit.clearQueue();
    this.#closing.abort();
  }

  async read(range: ByteRange): Promise<Buffer> {
    const { attempts, first, most, total } = this.#patience;
    const began = performance.now();
    for (let attempt = 1; ; attempt += 1) {
      const delay = Math.min(first * 2 ** (attempt - 1), most) * (0.5 + Math.random() / 2);
      const isLate = (wait: number): boolean => performance.now() + wait - began > total;
      // Each attempt waits again, because concurrency may have been reduced.
      const answer = await this.#limit(async () => {
        await this.#rest();
        const requestedAt = performance.now();
        const found = await this.#try(range);
        if (!('problem' in found)) return found;
        const wait = Math.max(delay, 1000 * (found.retryAfter ?? 0));
        if (found.isBusy) this.#slow(requestedAt, isLate(wait) ? delay : wait);
        return { ...found, wait };
      });
      if (!('problem' in answer)) return answer;
      const { problem, isBusy, wait } = answer;
      if (isLate(wait) || attempt === attempts) throw await this.#failure(attempt, problem);
      if (!isBusy) await this.#pause(wait);
    }
  }

  async #rest(): Promise<void> {
    for (;;) {
      const left = this.#until - performance.now();
      if (left <= 0) return;
      await this.#pause(left);
    }
  }

  #pause(milliseconds: number): Promise<void> {
    return pause(milliseconds, undefined, { signal: this.#closing.signal });
  }

  /** Concurrent requests that fail together reduce concurrency once. */
  #slow(requestedAt: number, wait: number): void {
    const now = performance.now();
    this.#until = Math.max(this.#until, now + wait);
    if (requestedAt < this.#slowedAt) return;
    this.#slowedAt = now;
    this.#answered = 0;
    this.#limit.concurrency = Math.ceil(this.#limit.concurrency / 2);
  }

  /** Increases concurrency from N to N + 1 after N responses. */
  #quicken(): void {
    this.#answered += 1;
    const { concurrency } = this.#limit;
    if (this.#answered < concurrency || concurrency === REQUESTS_MAX) return;
    this.#answered = 0;
    this.#limit.concurrency = concurrency + 1;
  }

  /**
   * Requests a byte that the server has sent before: if this fails too, the server is down, and not only the range
   * fails.
   */
  async #failure(attempts: number, problem: string): Promise<ArchiveError> {
    return (await this.#isUp())
      ? new ArchiveError('ARCHIVE_UNREADABLE', `${problem}, ${attempts} times`)
      : new ArchiveError('ARCHIVES_DOWN', `${this.#base}: ${problem}, ${attempts} times; reading ends here`);
  }

  async #isUp(): Promise<boolean> {
    if (this.#good === undefined) return false;
    const answer = await this.#try({ ...this.#good, length: 1 }).catch(asError);
    return answer instanceof Error || !('problem' in answer);
  }

  async #try(range: ByteRange): Promise<Buffer | TemporaryFailure> {
    const { offset, length, file } = range;
    const url = this.#base + stepsOf(file).map(encodeURIComponent).join('/');
    let answer: RangeResponse;
    try {
      answer = await this.#request(url, {
        headers: { accept: '*/*', 'accept-encoding': 'identity', range: `bytes=${offset}-${offset + length - 1}` },
        maxBytes: length + ANSWER_REST,
        signal: this.#closing.signal,
      });
    } catch (error) {
      if (error instanceof LimitError) throw wrong('more bytes than requested');
      if (error instanceof RefrainError || this.#closing.signal.aborted) throw error;
      return { problem: messageOf(error) };
    }
    const trouble = troubleOf(answer);
    if (trouble !== undefined) return trouble;
    const bytes = bytesOf(answer, range);
    this.#good = range;
    this.#quicken();
    return bytes;
  }
}

const messageOf = (error: unknown): string => {
  const { message, cause } = asError(error);
  return cause instanceof Error && cause.message !== '' ? cause.message : message;
};

/** Statuses of temporary failures; below, those that require a delay. */
const TEMPORARY: ReadonlySet<number> = new Set([408, 425, 429, 500, 502, 503, 504]);
const BUSY: ReadonlySet<number> = new Set([429, 503]);

function troubleOf({ status, headers }: RangeResponse): TemporaryFailure | undefined {
  if (!TEMPORARY.has(status)) return undefined;
  const retryAfter = secondsUntil(headerOf(headers, 'retry-after'));
  const more = retryAfter === undefined ? '' : ` and requests a delay of ${Math.ceil(retryAfter)} seconds`;
  return { problem: `the server answers with status ${status}${more}`, isBusy: BUSY.has(status), retryAfter };
}

const headerOf = (headers: RangeResponse['headers'], name: string): string | undefined =>
  headers[name]?.toString().trim();

const WHOLE = 200;

const wrong = (what: string): ArchiveError => new ArchiveError('RANGE_WRONG', `the server sends ${what}`);

function bytesOf({ status, headers, bytes }: RangeResponse, { offset, length }: ByteRange): Buffer {
  if (status === WHOLE) throw wrong('the whole archive instead of the requested range');
  if (status !== 206) throw new ArchiveError('ARCHIVE_UNREADABLE', `the server answers with status ${status}`);
  const encoding = headerOf(headers, 'content-encoding') ?? 'identity';
  if (encoding !== 'identity') throw wrong(`the range in the encoding ${encoding}`);
  const contentRange = headerOf(headers, 'content-range') ?? '';
  const [, from, to] = /^bytes (\d+)-(\d+)\/(?:\d+|\*)$/i.exec(contentRange) ?? [];
  const [first, last] = [Number(from), Number(to)];
  if (from === undefined || first !== offset || last >= offset + length)
    throw wrong(`the range ${JSON.stringify(contentRange)} instead of bytes ${offset}-${offset + length - 1}`);
  if (bytes.length !== last - first + 1) throw wrong(`${bytes.length} bytes with the Content-Range ${contentRange}`);
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
}

const requestByFetch: RequestRange = async (url, { headers, maxBytes, signal }) => {
  const response = await fetch(url, { headers, signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]) });
  if (response.status === WHOLE) {
    // A server without range support would send the whole archive.
    await response.body?.cancel();
    return { status: WHOLE, headers: {}, bytes: new Uint8Array() };
  }
  const bytes = response.body === null ? new Uint8Array() : await collect(response.body, maxBytes, 'answer');
  return { status: response.status, headers: Object.fromEntries(response.headers), bytes };
};
