import type { FileHandle } from 'node:fs/promises';

/** Milliseconds that a file stays open after its last use, because consecutive calls often read the same file. */
const IDLE = 1000;
/** Maximum of files that stay open; beyond it a file is closed after its use. */
const MAX_FILES = 64;

interface OpenFile {
  readonly file: Promise<FileHandle>;
  users: number;
  timer: NodeJS.Timeout | undefined;
}

/** Files by name; concurrent and consecutive users share one handle. */
export class OpenFiles {
  readonly #open: (name: string) => Promise<FileHandle>;
  readonly #files = new Map<string, OpenFile>();

  constructor(open: (name: string) => Promise<FileHandle>) {
    this.#open = open;
  }

  async use<T>(name: string, run: (file: FileHandle) => Promise<T>): Promise<T> {
    const held = this.#files.get(name) ?? { file: this.#open(name), users: 0, timer: undefined };
    this.#files.set(name, held);
    clearTimeout(held.timer);
    held.users += 1;
    try {
      return await run(await held.file);
    } catch (error) {
      // The next user opens the file again, whatever the error was.
      if (this.#files.get(name) === held) this.#files.delete(name);
      throw error;
    } finally {
      held.users -= 1;
      if (held.users === 0) this.#release(name, held);
    }
  }

  #release(name: string, held: OpenFile): void {
    const close = (): void => {
      if (this.#files.get(name) === held) this.#files.delete(name);
      held.file.then((file) => file.close()).catch(() => undefined);
    };
    if (this.#files.get(name) !== held || this.#files.size > MAX_FILES) close();
    else held.timer = setTimeout(close, IDLE).unref();
  }
}
