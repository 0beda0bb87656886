import { type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';
import pLimit from 'p-limit';
import { ArchiveError } from '../errors.ts';
import { asError } from '../reading/failures.ts';
import { type Archives, type ByteRange, stepsOf } from './ranges.ts';

/** Maximum concurrent reads, and open files. */
const READS_MAX = 16;
const FILES_MAX = 32;

export class FolderArchives implements Archives {
  readonly #folder: string;
  /** Least recently used first. */
  readonly #files = new Map<string, Promise<FileHandle>>();
  readonly #limit = pLimit({ concurrency: READS_MAX, rejectOnClear: true });

  constructor(folder: string) {
    this.#folder = folder;
  }

  read(range: ByteRange): Promise<Buffer> {
    return this.#limit(() => this.#read(range));
  }

  async #read({ file, offset, length }: ByteRange): Promise<Buffer> {
    try {
      const handle = await this.#open(join(this.#folder, ...stepsOf(file)));
      const { buffer, bytesRead } = await handle.read(Buffer.allocUnsafeSlow(length), 0, length, offset);
      return buffer.subarray(0, bytesRead);
    } catch (error) {
      if (error instanceof ArchiveError) throw error;
      throw new ArchiveError('ARCHIVE_UNREADABLE', `the archive cannot be read: ${asError(error).message}`, {
        cause: error,
      });
    }
  }

  close(): void {
    this.#limit.clearQueue();
    for (const file of this.#files.values()) close(file);
    this.#files.clear();
  }

  #open(path: string): Promise<FileHandle> {
    const file = this.#files.get(path) ?? open(path);
    this.#files.delete(path);
    this.#files.set(path, file);
    // Not kept, because a later attempt may succeed, for example if too many files are open now.
    file.catch(() => {
      if (this.#files.get(path) === file) this.#files.delete(path);
    });
    const [oldest] = this.#files.keys();
    if (this.#files.size > FILES_MAX && oldest !== undefined) {
      close(this.#files.get(oldest));
      this.#files.delete(oldest);
    }
    return file;
  }
}

/** Closes a file after its pending reads. Errors of opening were reported by the read. */
function close(file: Promise<FileHandle> | undefined): void {
  file?.then((handle) => handle.close()).catch(() => {});
}
