/** Pages by reference: records of WARC files in a folder that the loader and all services can read. */
import { type FileHandle, open, realpath } from 'node:fs/promises';
import { isAbsolute, relative, resolve, sep } from 'node:path';
import { errors } from '@refrain/crawl/engine';
import { type InputPage, readWarc } from '@refrain/crawl/input';
import { CallError } from './errors.ts';
import type { WarcReference } from './messages.ts';

/** Bytes of a record in addition to its page: headers, chunk lines, and growth by compression. */
const OVERHEAD_BYTES = 1024 * 1024;

interface Reference {
  readonly url: string;
  readonly warc: WarcReference;
}

export type ArchivedPage = Pick<InputPage, 'url' | 'html' | 'contentType'>;

/** Codes of system errors for a path without a file. */
const MISSING: ReadonlySet<string | undefined> = new Set(['ENOENT', 'ENOTDIR', 'ELOOP', 'ENAMETOOLONG']);

const gone = (message: string): CallError => new CallError('RECORD_GONE', message);

const outside = (path: string): CallError =>
  new CallError('REFERENCE_INVALID', `${JSON.stringify(path)} is not a file in the archive's folder`);

function isOutside(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way === '' || way === '..' || way.startsWith(`..${sep}`) || isAbsolute(way);
}

/**
 * A folder of WARC files. A file may grow, but its existing bytes must never change, so that a retry reads the same
 * bytes. Errors are refusals, or system errors after which a retry may succeed.
 */
export class Archive {
  readonly #folder: string;
  readonly #maxPageBytes: number;
  #realFolder: string | undefined;

  constructor(folder: string, maxPageBytes: number) {
    this.#folder = resolve(folder);
    this.#maxPageBytes = maxPageBytes;
  }

  /**
   * @throws {CallError} `REFERENCE_INVALID`, `RECORD_GONE`
   * @throws {InputError} `INPUT_DAMAGED`, `INPUT_INVALID`
   * @throws {LimitError} `PAGE_TOO_LARGE`
   * @throws errors of the system
   */
  async page({ url, warc: { path, offset, length } }: Reference): Promise<ArchivedPage> {
    const file = await this.#open(path);
    try {
      const most = 2 * this.#maxPageBytes + OVERHEAD_BYTES;
      // The length is from a request and may be wrong.
      if (length > most)
        throw new CallError('REFERENCE_INVALID', `a record must have at most ${most} bytes, not ${length}`);
      const { buffer, bytesRead } = await file.read(Buffer.allocUnsafeSlow(length), 0, length, offset);
      if (bytesRead < length) throw gone(`${path} ends before ${offset + length}`);
      const name = `${path}:${offset}`;
      const page = await pageIn(buffer, name, this.#maxPageBytes);
      if (page?.url !== url) throw gone(`the record at ${name} is not the page ${url}`);
      return page;
    } finally {
      await file.close();
    }
  }

  async #open(path: string): Promise<FileHandle> {
    const full = resolve(this.#folder, path);
    if (path.includes('\0') || isAbsolute(path) || isOutside(this.#folder, full)) throw outside(path);
    // A second attempt, because the archive may have been mounted after the first.
    const file = (await this.#find(full, path)) ?? (await this.#find(full, path));
    if (file !== undefined) {
      if ((await file.stat()).isFile()) return file;
      await file.close();
    }
    throw gone(`the archive has no file ${path}`);
  }

  /** Opens a file; returns undefined if the file is missing and its archive exists. */
  async #find(full: string, path: string): Promise<FileHandle | undefined> {
    this.#realFolder ??= await realpath(this.#folder);
    try {
      // A symbolic link may lead out of the folder.
      const real = await realpath(full);
      if (isOutside(this.#realFolder, real)) throw outside(path);
      return await open(real);
    } catch (error) {
      if (!MISSING.has(errors.codeOf(error))) throw error;
      // If the archive is not mounted, this throws the system's error, after which Restate retries the call.
      this.#realFolder = await realpath(this.#folder);
      return undefined;
    }
  }
}

/** True if a record may begin with these bytes, which start a gzip member or a WARC header. */
const isStart = (bytes: Buffer): boolean =>
  (bytes[0] === 0x1f && bytes[1] === 0x8b) || bytes.toString('latin1', 0, 5) === 'WARC/';

async function* inOne(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
}

/** The page of the record that begins with the bytes; undefined if none does. */
async function pageIn(bytes: Buffer, name: string, maxPageBytes: number): Promise<ArchivedPage | undefined> {
  if (!isStart(bytes)) return undefined;
  for await (const page of readWarc(inOne(bytes), { name, maxPageBytes })) return page;
  return undefined;
}
