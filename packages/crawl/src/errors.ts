import { InputError, LimitError, RefrainError } from 'refrain';

/** Codes of {@link StoreError}. */
export type StoreCode =
  /** A record or the database is damaged. */
  | 'STORE_DAMAGED'
  /** This version cannot read the format of the store. */
  | 'STORE_VERSION'
  /** The store was created with other options. */
  | 'STORE_OPTIONS'
  /** The store is open in another process, or in another object of this process. */
  | 'STORE_LOCKED'
  /** The store could not be read or written, for example because the disk is full; see `cause`. */
  | 'STORE_FAILED'
  /** The store does not know the site. */
  | 'SITE_UNKNOWN';

/** A store cannot be opened, read or written: `STORE_…`, `SITE_UNKNOWN`. */
export class StoreError extends RefrainError<StoreCode> {}

/** A required package is not installed: `PACKAGE_MISSING`. */
export class PackageError extends RefrainError<'PACKAGE_MISSING'> {
  constructor(message: string, options?: ErrorOptions) {
    super('PACKAGE_MISSING', message, options);
  }
}

/** An input contains no page: `NO_PAGES`. */
export class NoPagesError extends RefrainError<'NO_PAGES'> {
  constructor(message: string) {
    super('NO_PAGES', message);
  }
}

/** Codes of {@link ArchiveError}. */
export type ArchiveCode =
  /** The archive is missing, or not readable at the location in the index. */
  | 'ARCHIVE_UNREADABLE'
  /** The server did not return the requested range. */
  | 'RANGE_WRONG'
  /** The record's URL or digest differs from the index. */
  | 'RECORD_WRONG'
  /** The server does not respond, or only with errors. */
  | 'ARCHIVES_DOWN'
  /** Requests to the server are forbidden. */
  | 'ARCHIVES_REFUSED';

/** A page of an archive index cannot be read. */
export class ArchiveError extends RefrainError<ArchiveCode> {}

/** A page with the same id and other bytes was counted, or is held: `PAGE_ID_REUSED`. */
export class PageIdError extends RefrainError<'PAGE_ID_REUSED'> {
  constructor(id: string) {
    super('PAGE_ID_REUSED', `a page with the id ${id} was passed before, with other bytes: pass another id`);
  }
}

/** True if the error concerns only this page: a retry would fail, other pages can be read. */
export const isRefusal = (error: unknown): error is InputError | LimitError =>
  error instanceof InputError || error instanceof LimitError;

/** The code of an error of this library or of the system. */
export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

/**
 * Imports an optional package. `user`: the feature that needs it, for the message.
 *
 * @throws {PackageError} `PACKAGE_MISSING`, with the command that installs it
 */
export async function importPackage<T>(name: string, user: string, load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (error) {
    // False if the package is installed, but one of its dependencies is not.
    const isMissing = codeOf(error) === 'ERR_MODULE_NOT_FOUND' && String(error).includes(`'${name}'`);
    if (!isMissing) throw error;
    throw new PackageError(`${user} needs the package ${name}, which is not installed: npm install ${name}`, {
      cause: error,
    });
  }
}
