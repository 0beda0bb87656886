/** What a call is refused with. A refusal is final: the same call would be refused again, and nothing was changed by it. */

import type { StoreCode } from '@refrain/crawl';
import { TerminalError } from '@restatedev/restate-sdk';
import { type ErrorCode, RefrainError } from 'refrain';

/** What can be wrong with a call beside what {@link ErrorCode} has. */
export type CallCode =
  /** A page of this id was counted before, and it was made of other bytes. */
  | 'PAGE_ID_REUSED'
  /** There is no such file of the archive, or no such page in it. */
  | 'RECORD_GONE'
  /** A reference does not lead to a file in the archive's folder, or the service has no archive. */
  | 'REFERENCE_INVALID'
  /** More pages in one call than `maxPages`. */
  | 'TOO_MANY_PAGES'
  /** The page is of another site than the object's key says. */
  | 'SITE_MISMATCH';

/** Every code that a call can be refused with. */
export type RefusalCode = ErrorCode | StoreCode | CallCode;

/** A call that can not be answered as it is. */
export class CallError extends RefrainError<CallCode> {}

/** The status of HTTP with which a code comes back. A code that is not here is no refusal: Restate tries again. */
const STATUS: Readonly<Partial<Record<RefusalCode, number>>> = {
  INPUT_INVALID: 400,
  URL_INVALID: 400,
  REFERENCE_INVALID: 400,
  SITE_MISMATCH: 400,
  TOO_MANY_PAGES: 400,
  SITE_UNKNOWN: 404,
  PAGE_ID_REUSED: 409,
  STORE_OPTIONS: 409,
  SNAPSHOT_VERSION: 409,
  RECORD_GONE: 410,
  PAGE_TOO_LARGE: 413,
  TOO_MANY_NODES: 413,
  INPUT_DAMAGED: 422,
  SNAPSHOT_DAMAGED: 500,
  CORE_FAILED: 500,
  OUT_OF_MEMORY: 507,
  TABLE_FULL: 507,
};

/** What is wrong, as an answer has it. */
export interface Refusal {
  readonly code: RefusalCode;
  readonly message: string;
}

/** The refusal that an error means; undefined for one that may not come again. */
export function refusalOf(error: unknown): Refusal | undefined {
  if (!(error instanceof RefrainError) || !Object.hasOwn(STATUS, error.code)) return undefined;
  return { code: error.code as RefusalCode, message: error.message };
}

/** The error as Restate is to have it: final where it is a refusal; undefined where the call is to be tried again. */
export function terminalError(error: unknown): TerminalError | undefined {
  const refusal = refusalOf(error);
  if (refusal === undefined) return undefined;
  const { code, message } = refusal;
  return new TerminalError(`${code}: ${message}`, { errorCode: STATUS[code] ?? 500 });
}

/**
 * The code that a refused call came back with, from the message that a client of Restate has: `PAGE_TOO_LARGE`. Undefined where
 * it is no refusal of ours.
 */
export function refusalCode(message: string): RefusalCode | undefined {
  const [, code = ''] = /^([A-Z_]+): /.exec(message) ?? [];
  return Object.hasOwn(STATUS, code) ? (code as RefusalCode) : undefined;
}
