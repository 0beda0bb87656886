/** Errors of refused calls. A refused call has changed nothing, and a retry would be refused too. */

import type { PageIdError, StoreCode } from '@refrain/crawl';
import { errors } from '@refrain/crawl/engine';
import type { TerminalError } from '@restatedev/restate-sdk';
import { type ErrorCode, InputError, RefrainError } from 'refrain';
import { check } from 'refrain/engine';

/**
 * Restate's SDK is a peer dependency. It is imported dynamically, so that its absence is reported with the command that
 * installs it.
 */
const SDK = '@restatedev/restate-sdk';
// The SDK calls `Promise.withResolvers`, which Node 20 lacks.
(Promise as { withResolvers?: () => object }).withResolvers ??= () => {
  const resolvers = {};
  const promise = new Promise((resolve, reject) => Object.assign(resolvers, { resolve, reject }));
  return Object.assign(resolvers, { promise });
};
export const restate = await errors.importPackage(SDK, '@refrain/restate', () => import('@restatedev/restate-sdk'));

/** All codes of refusals. */
export type RefusalCode =
  | ErrorCode
  | StoreCode
  | PageIdError['code']
  /** The file is missing from the archive, or the page from the file. */
  | 'RECORD_GONE'
  /** The path of a reference is outside the archive's folder, or the service has no archive. */
  | 'REFERENCE_INVALID'
  /** More pages in one call than `maxPages`, or more bytes than 256 MiB. */
  | 'TOO_MANY_PAGES'
  /** The site of the page differs from the key of the object. */
  | 'SITE_MISMATCH';

type CallCode = Exclude<RefusalCode, ErrorCode | StoreCode | PageIdError['code']>;

export class CallError extends RefrainError<CallCode> {}

/** HTTP statuses of refusals. After an error with another code, Restate retries the call. */
const STATUS: Readonly<Partial<Record<RefusalCode, number>>> = {
  INPUT_INVALID: 400,
  NO_MAIN: 400,
  NOT_HTML: 415,
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
  PAGE_TOO_COMPLEX: 413,
  INPUT_DAMAGED: 422,
  SNAPSHOT_DAMAGED: 500,
  CORE_FAILED: 500,
  OUT_OF_MEMORY: 507,
  TABLE_FULL: 507,
};

/** A refusal in an answer. */
export interface Refusal {
  readonly code: RefusalCode;
  readonly message: string;
}

/** The refusal of an error; undefined if a retry may succeed. */
export function refusalOf(error: unknown): Refusal | undefined {
  if (!(error instanceof RefrainError) || !Object.hasOwn(STATUS, error.code)) return undefined;
  return { code: error.code as RefusalCode, message: error.message };
}

/** The terminal error for a refusal; undefined if Restate must retry the call. */
export function terminalError(error: unknown): TerminalError | undefined {
  const refusal = refusalOf(error);
  if (refusal === undefined) return undefined;
  const { code, message } = refusal;
  return new restate.TerminalError(`${code}: ${message}`, { errorCode: STATUS[code] ?? 500 });
}

/**
 * The code of a refusal, such as `PAGE_TOO_LARGE`, in an error message of Restate's client. Undefined for other
 * messages.
 *
 * @throws {InputError} `INPUT_INVALID` if the message is not a string
 */
export function refusalCode(message: string): RefusalCode | undefined {
  if (typeof message !== 'string') throw new InputError(`a message must be a string, not ${check.describe(message)}`);
  const [, code = ''] = /^([A-Z_]+): /.exec(message) ?? [];
  return Object.hasOwn(STATUS, code) ? (code as RefusalCode) : undefined;
}
