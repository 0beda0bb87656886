/** What went wrong, for programs; the message is for people. */
export type ErrorCode =
  /** An option is unknown, of the wrong type or out of range. */
  | 'OPTION_INVALID'
  /** A page is neither a string nor bytes, or a tree is of no known kind. */
  | 'INPUT_INVALID'
  /** A record of a WARC, or a line of NDJSON, is broken or cut off. */
  | 'INPUT_DAMAGED'
  /** A page's URL is none. */
  | 'URL_INVALID'
  /** A page has more bytes than `maxPageBytes`. */
  | 'PAGE_TOO_LARGE'
  /** A page's tree has more nodes than `maxNodes`. */
  | 'TOO_MANY_NODES'
  /** The site's table would outgrow `maxTableBytes`. */
  | 'TABLE_FULL'
  /** Linear memory would outgrow `maxMemory`, or the host has no more. */
  | 'OUT_OF_MEMORY'
  /** A model of the evidence is cut off, altered, of another version, or none at all. */
  | 'MODEL_INVALID'
  /** A snapshot is cut off, altered, or no snapshot at all. */
  | 'SNAPSHOT_DAMAGED'
  /** A snapshot of a format that this version does not know. */
  | 'SNAPSHOT_VERSION'
  /** A page was read after its detector went on to another. */
  | 'PAGE_STALE'
  /** A page that came as a tree has no source to cut. */
  | 'NO_SOURCE'
  /** The detector was disposed of. */
  | 'DISPOSED'
  /** The module failed in a way that it should not; this detector is of no more use. */
  | 'CORE_FAILED';

/**
 * Every error that refrain throws on purpose. `code` is one of {@link ErrorCode}, or one of the codes of the package that
 * throws it.
 */
export class RefrainError<Code extends string = string> extends Error {
  readonly code: Code;

  constructor(code: Code, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = new.target.name;
    this.code = code;
  }
}

/** An option that can not be: `OPTION_INVALID`. */
export class OptionError extends RefrainError<'OPTION_INVALID'> {
  constructor(message: string) {
    super('OPTION_INVALID', message);
  }
}

/** A page that can not be taken: `INPUT_INVALID`, `INPUT_DAMAGED`, `URL_INVALID`. */
export class InputError extends RefrainError {
  constructor(
    message: string,
    code: 'INPUT_INVALID' | 'INPUT_DAMAGED' | 'URL_INVALID' = 'INPUT_INVALID',
    options?: ErrorOptions,
  ) {
    super(code, message, options);
  }
}

/** A page or table over a limit: `PAGE_TOO_LARGE`, `TOO_MANY_NODES`, `TABLE_FULL`, `OUT_OF_MEMORY`. Nothing was changed by the page. */
export class LimitError extends RefrainError {
  constructor(code: 'PAGE_TOO_LARGE' | 'TOO_MANY_NODES' | 'TABLE_FULL' | 'OUT_OF_MEMORY', message: string) {
    super(code, message);
  }
}

/** A model of the evidence that can not be used: `MODEL_INVALID`. */
export class ModelError extends RefrainError {
  constructor(message: string, options?: ErrorOptions) {
    super('MODEL_INVALID', message, options);
  }
}

/** A snapshot that can not be restored: `SNAPSHOT_DAMAGED`, `SNAPSHOT_VERSION`. */
export class SnapshotError extends RefrainError {
  constructor(code: 'SNAPSHOT_DAMAGED' | 'SNAPSHOT_VERSION', message: string) {
    super(code, message);
  }
}

/** A call at the wrong time or on the wrong thing: `PAGE_STALE`, `NO_SOURCE`, `DISPOSED`, `CORE_FAILED`. */
export class UsageError extends RefrainError {
  constructor(code: 'PAGE_STALE' | 'NO_SOURCE' | 'DISPOSED' | 'CORE_FAILED', message: string, options?: ErrorOptions) {
    super(code, message, options);
  }
}
