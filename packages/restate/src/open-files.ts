import type { FileHandle } from 'node:fs/promises';

/** How long a file stays open that nobody reads, in milliseconds: calls come one after another. */
const IDLE = 1000;
/** Files that stay open so; beyond them each is closed at once. */
const MOST = 64;

interface OpenFile {
  readonly file: Promise<FileHandle>;
  users: number;
  timer: NodeJS.Timeout | undefined;
}

/** Files by name, each opened once for all who read it at about the same time. */
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
      // Whatever was wrong with it, the next one begins anew.
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
    if (this.#files.get(name) !== held || this.#files.size > MOST) close();
    else held.timer = setTimeout(close, IDLE).unref();
  }
}
