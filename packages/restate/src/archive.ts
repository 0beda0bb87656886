/** Pages where they lie: records of WARC files in a folder that the loader and all services see. */
import { type FileHandle, open, realpath } from 'node:fs/promises';
import { isAbsolute, relative, resolve, sep } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { WarcPage, WarcRecord } from '@refrain/crawl/unstable';
import { headLength, isGzip, isRecordStart, pageRecord, parseRecordHead, toPage } from '@refrain/crawl/unstable';
import { InputError, LimitError } from 'refrain';
import { CallError } from './errors.ts';
import { OpenFiles } from './open-files.ts';
import type { WarcReference } from './request.ts';

/** What a record may have beside its page: heads, lines between chunks, and what does not get smaller by compression. */
const ROOM_BYTES = 1024 * 1024;

/** Room that most records fit in at once. */
const INFLATE_BYTES = 64 * 1024;

/** A page as its record has it. */
export interface ArchivedPage {
  readonly bytes: Uint8Array;
  readonly contentType: string | undefined;
}

/** What the system says where there is no such file, and never will be one. */
const MISSING: ReadonlySet<unknown> = new Set(['ENOENT', 'ENOTDIR', 'ELOOP', 'ENAMETOOLONG']);

const isMissing = (error: unknown): boolean => error instanceof Error && 'code' in error && MISSING.has(error.code);

const gone = (message: string): CallError => new CallError('RECORD_GONE', message);

const outside = (path: string): CallError =>
  new CallError('REFERENCE_INVALID', `${JSON.stringify(path)} is no file in the archive's folder`);

function isOutside(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way === '' || way === '..' || way.startsWith(`..${sep}`) || isAbsolute(way);
}

/**
 * A folder of WARC files. A file may grow, but what stands in it must never change: a call that is made again has to find the
 * same bytes. Errors are refusals, or those of the system, after which trying again may help.
 */
export class Archive {
  readonly #folder: string;
  readonly #maxPageBytes: number;
  readonly #files = new OpenFiles((path) => this.#open(path));
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
    // Nothing is set aside for what can not be a page, however long the call says that it is.
    const most = 2 * this.#maxPageBytes + ROOM_BYTES;
    if (length > most) throw new CallError('REFERENCE_INVALID', `a record of ${length} bytes is longer than ${most}`);
    const bytes = await this.#files.use(path, (file) => readRange(file, offset, length));
    if (bytes.length < length) throw gone(`${path} ends before ${offset + length}`);
    const name = `${path}:${offset}`;
    const page = readRecord(bytes, name, this.#maxPageBytes);
    if (page?.url !== url) throw gone(`at ${name} there is no page ${url}`);
    return page;
  }

  async #open(path: string): Promise<FileHandle> {
    const full = resolve(this.#folder, path);
    if (path.includes('\0') || isAbsolute(path) || isOutside(this.#folder, full)) throw outside(path);
    this.#realFolder ??= await realpath(this.#folder);
    try {
      // A link may lead out of the folder.
      const real = await realpath(full);
      if (isOutside(this.#realFolder, real)) throw outside(path);
      const file = await open(real);
      if ((await file.stat()).isFile()) return file;
      await file.close();
    } catch (error) {
      if (!isMissing(error)) throw error;
      // A folder that is not there is one that is not mounted: the error is the system's, and the call is made again.
      this.#realFolder = await realpath(this.#folder);
    }
    throw gone(`there is no file ${path}`);
  }
}

/** So many bytes of a file, or fewer where it ends. */
async function readRange(file: FileHandle, offset: number, length: number): Promise<Buffer> {
  const bytes = Buffer.allocUnsafe(length);
  for (let have = 0; have < length; ) {
    const { bytesRead } = await file.read(bytes, have, length - have, offset + have);
    if (bytesRead === 0) return bytes.subarray(0, have);
    have += bytesRead;
  }
  return bytes;
}

/** The page of the record that bytes begin with, if it is one. In one go, which takes half the time of `readWarc`. */
function readRecord(bytes: Buffer, source: string, maxPageBytes: number): WarcPage | undefined {
  const raw = isGzip(bytes) ? inflate(bytes, 2 * maxPageBytes + ROOM_BYTES) : bytes;
  const size = headLength(raw);
  if (size < 0 || !isRecordStart(raw)) return undefined;
  const headBytes = raw.subarray(0, size);
  const head = parseRecordHead(headBytes);
  if (typeof head === 'string') throw new InputError(`${source}: ${head}`, 'INPUT_DAMAGED');
  const block = raw.subarray(size, size + head.length);
  if (block.length < head.length) throw new InputError(`${source}: the record is cut off`, 'INPUT_DAMAGED');
  const record: WarcRecord = { place: '0', head, headBytes, block, isWhole: true, packed: undefined };
  const found = pageRecord(record);
  return found && toPage(record, found, { source, maxPageBytes });
}

function inflate(member: Buffer, most: number): Buffer {
  try {
    return gunzipSync(member, { maxOutputLength: most, chunkSize: INFLATE_BYTES });
  } catch (cause) {
    const isLarge = cause instanceof Error && 'code' in cause && cause.code === 'ERR_BUFFER_TOO_LARGE';
    if (isLarge) throw new LimitError('PAGE_TOO_LARGE', `the record has more than ${most} bytes`);
    throw new InputError('the gzip member of the record is damaged', 'INPUT_DAMAGED', { cause });
  }
}
