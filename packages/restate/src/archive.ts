/** Pages by reference: records of WARC files in a folder that the loader and all services can read. */
import { type FileHandle, open, realpath } from 'node:fs/promises';
import { isAbsolute, relative, resolve, sep } from 'node:path';
import { Readable } from 'node:stream';
import { errors } from '@refrain/crawl/engine';
import { type CrawlPage, readWarc } from '@refrain/crawl/input';
import { CallError } from './errors.ts';
import type { WarcReference } from './messages.ts';

/** Bytes that a record may have beside its page: heads, lines between chunks, and growth by compression. */
const OVERHEAD_BYTES = 1024 * 1024;

/** The page of a record. */
export type ArchivedPage = Pick<CrawlPage, 'url' | 'bytes' | 'contentType'>;

/** Codes of the system for a path without a file. */
const MISSING: ReadonlySet<string | undefined> = new Set(['ENOENT', 'ENOTDIR', 'ELOOP', 'ENAMETOOLONG']);

const gone = (message: string): CallError => new CallError('RECORD_GONE', message);

const outside = (path: string): CallError =>
  new CallError('REFERENCE_INVALID', `${JSON.stringify(path)} is not a file in the archive's folder`);

function isOutside(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way === '' || way === '..' || way.startsWith(`..${sep}`) || isAbsolute(way);
}

/**
 * A folder of WARC files. A file may grow, but its bytes must never change: a call that Restate retries must read the same bytes.
 * Errors are refusals, or those of the system, after which a retry may help.
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
   * The page at a reference.
   *
   * @throws {CallError} `REFERENCE_INVALID`, `RECORD_GONE`
   * @throws {InputError} `INPUT_DAMAGED`, `INPUT_INVALID`
   * @throws {LimitError} `PAGE_TOO_LARGE`
   */
  async read(url: string, { path, offset, length }: WarcReference): Promise<ArchivedPage> {
    // The length comes from the network: it is checked before memory is allocated.
    const maxLength = 2 * this.#maxPageBytes + OVERHEAD_BYTES;
    if (length > maxLength) {
      throw new CallError('REFERENCE_INVALID', `a record must have at most ${maxLength} bytes, not ${length}`);
    }
    const bytes = await this.#range(path, offset, length);
    if (bytes.length < length) throw gone(`${path} ends before ${offset + length}`);
    const name = `${path}:${offset}`;
    const page = await pageIn(bytes, name, this.#maxPageBytes);
    if (page?.url !== url) throw gone(`the record at ${name} is not the page ${url}`);
    return page;
  }

  /** A range of a file; shorter where the file ends. */
  async #range(path: string, offset: number, length: number): Promise<Buffer> {
    const file = await this.#open(path);
    try {
      const bytes = Buffer.allocUnsafeSlow(length);
      for (let have = 0; have < length; ) {
        const { bytesRead } = await file.read(bytes, have, length - have, offset + have);
        if (bytesRead === 0) return bytes.subarray(0, have);
        have += bytesRead;
      }
      return bytes;
    } finally {
      await file.close();
    }
  }

  async #open(path: string): Promise<FileHandle> {
    const full = resolve(this.#folder, path);
    if (path.includes('\0') || isAbsolute(path) || isOutside(this.#folder, full)) throw outside(path);
    // A file that is missing is looked for again: the archive may have been mounted just after the first look.
    const file = (await this.#find(full, path)) ?? (await this.#find(full, path));
    if (file !== undefined) {
      if ((await file.stat()).isFile()) return file;
      await file.close();
    }
    throw gone(`the archive has no file ${path}`);
  }

  /** Opens a file of the archive; undefined if the folder is there without the file. */
  async #find(full: string, path: string): Promise<FileHandle | undefined> {
    this.#realFolder ??= await realpath(this.#folder);
    try {
      // A link may lead out of the folder.
      const real = await realpath(full);
      if (isOutside(this.#realFolder, real)) throw outside(path);
      return await open(real);
    } catch (error) {
      if (!MISSING.has(errors.codeOf(error))) throw error;
      // A missing archive folder is not mounted: this throws the system's error, after which Restate retries the call.
      this.#realFolder = await realpath(this.#folder);
      return undefined;
    }
  }
}

/** Whether a record may begin like this: a member of gzip, the version of WARC, or the URL of ARC. */
const isStart = (bytes: Buffer): boolean =>
  (bytes[0] === 0x1f && bytes[1] === 0x8b) || /^(WARC\/|[a-z][a-z\d+.-]*:)/i.test(bytes.toString('latin1', 0, 64));

/** The page of the record that the bytes have; undefined where no record begins there, or one that is not a page. */
async function pageIn(bytes: Buffer, name: string, maxPageBytes: number): Promise<ArchivedPage | undefined> {
  if (!isStart(bytes)) return undefined;
  for await (const page of readWarc(Readable.from([bytes]), { name, maxPageBytes })) return page;
  return undefined;
}
