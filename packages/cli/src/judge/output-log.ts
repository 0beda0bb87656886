/**
 * The pages written by runs with `--skip-known`, in the folder of their state. Threads save the state from time to
 * time, so a killed run may have written pages that the state does not contain. The next run skips these pages,
 * truncates its output to the last logged length, and continues there.
 */
import { createHash } from 'node:crypto';
import { closeSync, openSync, readFileSync, renameSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { SiteStore } from '@refrain/crawl/engine';
import { asOutputError } from '../errors.ts';
import { isPage, type Task } from '../read/task.ts';

const NAME = 'WRITTEN';
const UNFINISHED = 'WRITTEN.tmp';
/** Digits of a hash of 64 bits. */
const KEY_DIGITS = 16;

/** Identifies a page, or another record. */
export function outputKey(task: Task): string {
  const identity = isPage(task) ? [task.site, task.id] : [task.source];
  return createHash('sha256').update(JSON.stringify(identity)).digest('hex').slice(0, KEY_DIGITS);
}

/**
 * A line begins with the length of the output in bytes. The first line of a run has `begun` and the path of the
 * output; each batch adds a line with the keys of its pages. When the state contains all pages, `saved` and the path
 * replace these lines.
 */
const [BEGUN, SAVED] = ['begun', 'saved'];

interface LogContent {
  readonly out: string;
  readonly length: number;
  readonly isSaved: boolean;
  readonly keys: ReadonlySet<string>;
}

function readLog(path: string): LogContent {
  const text = readFileSync(path, 'latin1');
  const end = text.lastIndexOf('\n') + 1;
  // The unfinished line of a killed run.
  if (end < text.length) truncateSync(path, end);
  let [out, length, isSaved] = ['', 0, true];
  const keys = new Set<string>();
  for (const line of text.slice(0, end).split('\n').slice(0, -1)) {
    const [first = '', word = '', ...more] = line.split(' ');
    length = Number(first);
    isSaved = word === SAVED;
    if (isSaved || word === BEGUN) out = Buffer.from(more[0] ?? '', 'base64').toString();
    else for (const key of [word, ...more]) keys.add(key);
  }
  return { out, length, isSaved, keys };
}

export class OutputLog {
  /** Bytes of the file that are kept; the run continues after them. */
  readonly length: number;
  /** True if the last run was killed, perhaps within a line. */
  readonly isCutOff: boolean;
  readonly #state: string;
  readonly #out: string | undefined;
  readonly #target: string;
  readonly #keys: ReadonlySet<string>;
  readonly #file: number;

  /** `out`: the file of the run; undefined for standard output, whose length is unknown. */
  constructor(state: string, out: string | undefined) {
    this.#state = state;
    this.#out = out;
    const target = out === undefined ? '' : resolve(out);
    this.#target = Buffer.from(target).toString('base64');
    const path = join(state, NAME);
    const [file, found, size] = this.#writing(() => [
      openSync(path, 'a'),
      readLog(path),
      out === undefined ? 0 : (statSync(target, { throwIfNoEntry: false })?.size ?? 0),
    ]);
    this.#file = file;
    this.#keys = found.keys;
    this.isCutOff = !found.isSaved;
    const length = found.isSaved ? size : Math.min(found.length, size);
    this.length = found.out === target ? length : 0;
    this.#append(`${this.length} ${BEGUN} ${this.#target}\n`);
  }

  /** Marks tasks that an interrupted run has written, even if the state does not contain them. */
  async *marked(tasks: AsyncIterable<Task>): AsyncGenerator<Task> {
    if (this.#keys.size === 0) yield* tasks;
    else for await (const task of tasks) yield this.#keys.has(outputKey(task)) ? { ...task, isWritten: true } : task;
  }

  /** Must be called in the order of the output. `length`: of the output including these pages. */
  add(keys: readonly string[], length: number): void {
    this.#append(`${[length, ...keys].join(' ')}\n`);
  }

  /** Synchronises the output and the log before each change of the store: the next run skips the pages in the store. */
  precede(store: Pick<SiteStore, 'write'>): void {
    const write = store.write.bind(store);
    store.write = (changes) => {
      this.#sync();
      return write(changes);
    };
  }

  #sync(): void {
    this.#writing(() => {
      // Pipes and devices cannot be synchronised.
      if (this.#out !== undefined && statSync(this.#out, { throwIfNoEntry: false })?.isFile())
        writeFileSync(this.#out, '', { flag: 'r+', flush: true });
      writeFileSync(this.#file, '', { flush: true });
    });
  }

  /** Records that the state contains all written pages. The log is replaced atomically. */
  saved(): void {
    const unfinished = join(this.#state, UNFINISHED);
    this.#writing(() => {
      writeFileSync(unfinished, `0 ${SAVED} ${this.#target}\n`, { flush: true });
      renameSync(unfinished, join(this.#state, NAME));
    });
  }

  close(): void {
    closeSync(this.#file);
  }

  #append(text: string): void {
    this.#writing(() => writeFileSync(this.#file, text));
  }

  #writing<T>(act: () => T): T {
    return asOutputError(`cannot write ${join(this.#state, NAME)}`, act);
  }
}
