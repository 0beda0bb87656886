import { InputError } from 'refrain';
import type { Entry, ZipFile } from 'yauzl';
import { codeOf, importPackage, NoPagesError } from '../errors.ts';
import { asError, reportFailure, untilFailure } from '../reading/failures.ts';
import type { WarcItem } from './capture.ts';
import { readWarc, type WarcOptions } from './read-warc.ts';

const WARC_PATH = /^archive\/.*\.warc(\.gz|\.zst)?$/i;

/**
 * Yields the items of all WARCs in a WACZ (a ZIP file of WARCs, their index and a list of pages), as `readWarc` does.
 * Their sources are `NAME:PATH:OFFSET`.
 *
 * Failures: those of `readWarc`; `INPUT_DAMAGED` for a broken ZIP file, `NO_PAGES` for one without a WARC; the system's
 * errors.
 *
 * @throws {PackageError} `PACKAGE_MISSING` without yauzl
 */
export async function* readWacz(
  path: string,
  options: WarcOptions & { readonly name: string },
): AsyncGenerator<WarcItem> {
  const { openPromise } = await importPackage('yauzl', 'a WACZ file', () => import('yauzl'));
  let isEmpty = true;
  const fail = (error: Error): void => {
    isEmpty = false;
    reportFailure(options, { source: options.name, error });
  };
  const zip = await openPromise(path, { lazyEntries: true, autoClose: false }).catch(asError);
  if (zip instanceof Error) return fail(damaged(zip));
  try {
    for await (const entry of untilFailure(zip.eachEntry(), (error) => fail(damaged(error)))) {
      if (!WARC_PATH.test(entry.fileName)) continue;
      isEmpty = false;
      yield* readWarc(bytesOf(zip, entry), { ...options, name: `${options.name}:${entry.fileName}` });
    }
  } finally {
    zip.close();
  }
  if (isEmpty) fail(new NoPagesError('the archive contains no WARC'));
}

async function* bytesOf(zip: ZipFile, entry: Entry): AsyncGenerator<Uint8Array> {
  try {
    yield* await zip.openReadStreamPromise(entry);
  } catch (error) {
    throw damaged(asError(error));
  }
}

/** Adds a code, because errors of yauzl have none. */
const damaged = (error: Error): Error =>
  codeOf(error) === undefined ? new InputError(`broken ZIP file: ${error.message}`, 'INPUT_DAMAGED') : error;
