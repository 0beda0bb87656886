/** Archives on a server: their bytes by ranges, at the pace that the server bears. */

import { setMaxListeners } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import pLimit from 'p-limit';
import { LimitError, RefrainError } from 'refrain';
import { ArchiveError } from '../errors.ts';
import { collect } from '../reading/join.ts';
import { asError } from '../reading/page.ts';
import { secondsUntil } from '../reading/retry-after.ts';
import { type Archives, type ByteRange, stepsOf } from './ranges.ts';

/** What a server is asked. */
interface RangeQuestion {
  readonly headers: Readonly<Record<string, string>>;
  /** Bytes that the answer may have. */
  readonly maxBytes: number;
  readonly signal: AbortSignal;
}

/** What it answers. */
interface RangeAnswer {
  readonly status: number;
  /** By names in lower case. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly bytes: Uint8Array;
}

/**
 * Asks a server once. A `LimitError` says that the answer has more bytes, and an `ArchiveError` ends the reading; after another
 * error the server is asked again.
 */
export type AskRange = (url: string, question: RangeQuestion) => Promise<RangeAnswer>;

/** Requests at the same time; fewer for a while after the server has asked for time. */
const REQUESTS_MAX = 16;
/** Time for an answer, by `fetch`. */
const TIMEOUT_MS = 60_000;
/** Bytes of an answer beside the range: of what a server says with an error. */
const ANSWER_REST = 256 * 1024;

/** How long a range is asked for. */
export interface Patience {
  readonly attempts: number;
  /** Milliseconds between the first two attempts, which double, and at most between two. */
  readonly first: number;
  readonly most: number;
  /** Milliseconds in all. A `Retry-After` beyond them is not waited for. */
  readonly total: number;
}

/** About two minutes where the server does not answer at all. */
const PATIENCE: Patience = { attempts: 10, first: 250, most: 60_000, total: 600_000 };

/** What is wrong with an answer, or with the way to one, that may go by; seconds after which the server wants to be asked again. */
interface Trouble {
  readonly problem: string;
  readonly isBusy?: boolean;
  readonly retryAfter?: number | undefined;
}

export class ServerArchives implements Archives {
  readonly #base: string;
  readonly #ask: AskRange;
  readonly #patience: Patience;
  readonly #limit = pLimit({ concurrency: REQUESTS_MAX, rejectOnClear: true });
  readonly #closing = new AbortController();
  /** The last range that was answered. */
  #good: ByteRange | undefined;
  /** When the server was last given more time. */
  #slowedAt = Number.NEGATIVE_INFINITY;
  /** The server is left alone until then. */
  #until = 0;
  /** Ranges that were answered since then, or since there may be one more request. */
  #answered = 0;

  /** @param base an address, with or without a slash at its end */
  constructor(base: string, ask: AskRange = askByFetch, patience: Patience = PATIENCE) {
    this.#base = base.endsWith('/') ? base : `${base}/`;
    this.#ask = ask;
    this.#patience = patience;
    // Each request listens, and so does each pause.
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
      // Each attempt waits for its turn: after a busy answer there are fewer at the same time.
      const answer = await this.#limit(async () => {
        await this.#rest();
        const asked = performance.now();
        const found = await this.#try(range);
        if (!('problem' in found)) return found;
        const wait = Math.max(delay, 1000 * (found.retryAfter ?? 0));
        if (found.isBusy) this.#slow(asked, isLate(wait) ? delay : wait);
        return { ...found, wait };
      });
      if (!('problem' in answer)) return answer;
      const { problem, isBusy, wait } = answer;
      if (isLate(wait) || attempt === attempts) throw await this.#failure(attempt, problem);
      if (!isBusy) await this.#pause(wait);
    }
  }

  /** Waits as long as the server wants to be left alone. */
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

  /** Requests that were on their way together slow it down once. */
  #slow(asked: number, wait: number): void {
    const now = performance.now();
    this.#until = Math.max(this.#until, now + wait);
    if (asked < this.#slowedAt) return;
    this.#slowedAt = now;
    this.#answered = 0;
    this.#limit.concurrency = Math.ceil(this.#limit.concurrency / 2);
  }

  /** A range was answered: after as many answers as requests are under way, there may be one more. */
  #quicken(): void {
    this.#answered += 1;
    const { concurrency } = this.#limit;
    if (this.#answered < concurrency || concurrency === REQUESTS_MAX) return;
    this.#answered = 0;
    this.#limit.concurrency = concurrency + 1;
  }

  /** A range that fails where others are answered is a failure of its pages; else no other can be read either. */
  async #failure(attempts: number, problem: string): Promise<ArchiveError> {
    return (await this.#isUp())
      ? new ArchiveError('ARCHIVE_UNREADABLE', `${problem}, ${attempts} times`)
      : new ArchiveError('ARCHIVES_DOWN', `${this.#base}: ${problem}, ${attempts} times; reading ends here`);
  }

  /** Whether the server still gives a byte of what it has given before. */
  async #isUp(): Promise<boolean> {
    if (this.#good === undefined) return false;
    const answer = await this.#try({ ...this.#good, length: 1 }).catch(asError);
    return answer instanceof Error || !('problem' in answer);
  }

  async #try(range: ByteRange): Promise<Buffer | Trouble> {
    const { offset, length, file } = range;
    const url = this.#base + stepsOf(file).map(encodeURIComponent).join('/');
    let answer: RangeAnswer;
    try {
      answer = await this.#ask(url, {
        headers: { accept: '*/*', 'accept-encoding': 'identity', range: `bytes=${offset}-${offset + length - 1}` },
        maxBytes: length + ANSWER_REST,
        signal: this.#closing.signal,
      });
    } catch (error) {
      if (error instanceof LimitError) throw wrong('more bytes than it was asked for');
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

/** Statuses after which a server is asked again, and those that ask for time. */
const TEMPORARY: ReadonlySet<number> = new Set([408, 425, 429, 500, 502, 503, 504]);
const BUSY: ReadonlySet<number> = new Set([429, 503]);

function troubleOf({ status, headers }: RangeAnswer): Trouble | undefined {
  if (!TEMPORARY.has(status)) return undefined;
  const retryAfter = secondsUntil(headerOf(headers, 'retry-after'));
  const more = retryAfter === undefined ? '' : ` and wants ${Math.ceil(retryAfter)} seconds of time`;
  return { problem: `the server answers with status ${status}${more}`, isBusy: BUSY.has(status), retryAfter };
}

const headerOf = (headers: RangeAnswer['headers'], name: string): string | undefined =>
  headers[name]?.toString().trim();

/** Status of an answer that is no range. */
const WHOLE = 200;

const wrong = (what: string): ArchiveError => new ArchiveError('RANGE_WRONG', `the server sends ${what}`);

/**
 * The bytes of an answer.
 *
 * @throws {ArchiveError} `ARCHIVE_UNREADABLE`, `RANGE_WRONG`
 */
function bytesOf({ status, headers, bytes }: RangeAnswer, { offset, length }: ByteRange): Buffer {
  if (status === WHOLE) throw wrong('the whole archive, not the range that it was asked for');
  if (status !== 206) throw new ArchiveError('ARCHIVE_UNREADABLE', `the server answers with status ${status}`);
  const encoding = headerOf(headers, 'content-encoding') ?? 'identity';
  if (encoding !== 'identity') throw wrong(`the range in the encoding ${encoding}`);
  const said = headerOf(headers, 'content-range') ?? '';
  const [, from, to] = /^bytes (\d+)-(\d+)\/(?:\d+|\*)$/i.exec(said) ?? [];
  const [first, last] = [Number(from), Number(to)];
  if (from === undefined || first !== offset || last >= offset + length)
    throw wrong(`${JSON.stringify(said)}, and was asked for bytes ${offset}-${offset + length - 1}`);
  if (bytes.length !== last - first + 1) throw wrong(`${bytes.length} bytes, and says that they are ${said}`);
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
}

const askByFetch: AskRange = async (url, { headers, maxBytes, signal }) => {
  const response = await fetch(url, { headers, signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]) });
  if (response.status === WHOLE) {
    // A server without ranges sends all of the archive.
    await response.body?.cancel();
    return { status: WHOLE, headers: {}, bytes: new Uint8Array() };
  }
  const bytes = response.body === null ? new Uint8Array() : await collect(response.body, maxBytes, 'answer');
  return { status: response.status, headers: Object.fromEntries(response.headers), bytes };
};
