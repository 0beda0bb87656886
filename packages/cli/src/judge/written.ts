/**
 * What runs with `--skip-known` have written, as a file in the folder of their state. The state is saved from time to time, for each
 * thread on its own: a run that is killed between has written pages that the state does not know. The next run leaves them out, cuts
 * off what of its file is in no line of the log, and goes on behind it.
 */
import { createHash } from 'node:crypto';
import { closeSync, openSync, readFileSync, renameSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { writing } from '../errors.ts';
import { isPage, type Task } from '../read/task.ts';

const NAME = 'WRITTEN';
const UNFINISHED = 'WRITTEN.tmp';
/** Digits in the file of a hash of 64 bits. */
const KEY_DIGITS = 16;

/** Stands for a page, or for another record. */
export function writtenKey(task: Task): string {
  const identity = isPage(task) ? [task.site, task.id] : [task.source];
  return createHash('sha256').update(JSON.stringify(identity)).digest('hex').slice(0, KEY_DIGITS);
}

/**
 * Words of a line. Each begins with a length of the file, in bytes. A run begins with the path of its file; what it has written follows as
 * keys, a line for each batch. Where the state knows all of that, the path alone is left.
 */
const [BEGUN, SAVED] = ['begun', 'saved'];

interface Found {
  readonly out: string;
  readonly length: number;
  readonly isSaved: boolean;
  readonly keys: ReadonlySet<string>;
}

function readLog(path: string): Found {
  const text = readFileSync(path, 'latin1');
  const end = text.lastIndexOf('\n') + 1;
  // The line that a killed run has not finished.
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

export class WrittenLog {
  /** Bytes of the file that stay, behind which the run goes on. */
  readonly length: number;
  /** Whether the last run was killed, perhaps in the middle of a line. */
  readonly isCutOff: boolean;
  readonly #state: string;
  readonly #target: string;
  readonly #keys: ReadonlySet<string>;
  readonly #file: number;

  /** `out`: the file of the run; undefined for standard output, of which no length is known. */
  constructor(state: string, out: string | undefined) {
    this.#state = state;
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

  /** Tasks, with a mark where an interrupted run has written them: the state may not know it. */
  async *marked(tasks: AsyncIterable<Task>): AsyncGenerator<Task> {
    if (this.#keys.size === 0) yield* tasks;
    else for await (const task of tasks) yield this.#keys.has(writtenKey(task)) ? { ...task, isWritten: true } : task;
  }

  /** Must be called in the order of the output. `length`: of the file with these. */
  add(keys: readonly string[], length: number): void {
    this.#append(`${[length, ...keys].join(' ')}\n`);
  }

  /** The state knows all that was written. A process that is killed leaves the earlier log, or the new one. */
  saved(): void {
    const unfinished = join(this.#state, UNFINISHED);
    this.#writing(() => {
      writeFileSync(unfinished, `0 ${SAVED} ${this.#target}\n`);
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
    return writing(`cannot write ${join(this.#state, NAME)}`, act);
  }
}
