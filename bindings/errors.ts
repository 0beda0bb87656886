/** Codes of the errors of `refrain`, for programs. */
export type ErrorCode =
  /** An option is unknown, of the wrong type or out of range. */
  | 'OPTION_INVALID'
  /** An input has the wrong type: a page is neither a string nor bytes, or the kind of a tree is unknown. */
  | 'INPUT_INVALID'
  /** First bytes or content type of a page are not those of HTML: a PDF, an image, JSON … */
  | 'NOT_HTML'
  /** A `Response` has a status other than 2xx, so its body is not the page. */
  | 'HTTP_STATUS'
  /** A WARC record or a line of NDJSON is invalid or truncated. */
  | 'INPUT_DAMAGED'
  /** The URL of a page is invalid, or has no site. */
  | 'URL_INVALID'
  /** A page has more bytes than `maxPageBytes`. */
  | 'PAGE_TOO_LARGE'
  /** A page's tree has more nodes than `maxNodes`. */
  | 'TOO_MANY_NODES'
  /** Reading or writing a page takes more steps than `maxWork`, or the paths of all blocks together are too long. */
  | 'PAGE_TOO_COMPLEX'
  /** The site's table would exceed `maxTableBytes`. */
  | 'TABLE_FULL'
  /** Linear memory would exceed `maxMemory`, or the host has no more. */
  | 'OUT_OF_MEMORY'
  /** A model is truncated, altered, or of another version, or the bytes are not a model. */
  | 'MODEL_INVALID'
  /** A snapshot is truncated or altered, or the bytes are not a snapshot. */
  | 'SNAPSHOT_DAMAGED'
  /** A snapshot has a format that this version does not read. */
  | 'SNAPSHOT_VERSION'
  /** A page was accessed after its detector had read another page. */
  | 'PAGE_STALE'
  /** The main content of a page was requested, and no model decides. */
  | 'NO_MAIN'
  /** The detector is disposed of, or the sites are closed. */
  | 'DISPOSED'
  /** The module is unavailable, or has failed because of a defect. The detector can no longer be used. */
  | 'CORE_FAILED';

/** Every error that refrain throws. `code` is one of {@link ErrorCode}, or one of the codes of the package that throws it. */
export class RefrainError<Code extends ErrorCode | (string & {}) = ErrorCode> extends Error {
  readonly code: Code;

  constructor(code: Code, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = new.target.name;
    this.code = code;
  }
}

/** An unknown option, or a value of the wrong type or out of range: `OPTION_INVALID`. */
export class OptionError extends RefrainError<'OPTION_INVALID'> {
  constructor(message: string) {
    super('OPTION_INVALID', message);
  }
}

/** An input that cannot be read: `INPUT_INVALID`, `NOT_HTML`, `HTTP_STATUS`, `INPUT_DAMAGED`, `URL_INVALID`. */
export class InputError extends RefrainError<
  'INPUT_INVALID' | 'NOT_HTML' | 'HTTP_STATUS' | 'INPUT_DAMAGED' | 'URL_INVALID'
> {
  constructor(message: string, code: InputError['code'] = 'INPUT_INVALID', options?: ErrorOptions) {
    super(code, message, options);
  }
}

/**
 * A page or table over a limit: `PAGE_TOO_LARGE`, `TOO_MANY_NODES`, `PAGE_TOO_COMPLEX`, `TABLE_FULL`, `OUT_OF_MEMORY`.
 * The table does not change.
 */
export class LimitError extends RefrainError<
  'PAGE_TOO_LARGE' | 'TOO_MANY_NODES' | 'PAGE_TOO_COMPLEX' | 'TABLE_FULL' | 'OUT_OF_MEMORY'
> {}

/** A model that cannot be used: `MODEL_INVALID`. */
export class ModelError extends RefrainError<'MODEL_INVALID'> {}

/** A snapshot that cannot be restored: `SNAPSHOT_DAMAGED`, `SNAPSHOT_VERSION`. */
export class SnapshotError extends RefrainError<'SNAPSHOT_DAMAGED' | 'SNAPSHOT_VERSION'> {}

/** A call at the wrong time, or on the wrong object: `PAGE_STALE`, `NO_MAIN`, `DISPOSED`, `CORE_FAILED`. */
export class UsageError extends RefrainError<'PAGE_STALE' | 'NO_MAIN' | 'DISPOSED' | 'CORE_FAILED'> {}
