/** Which hand works on which site: each site's table has one owner, and its pages keep their order. */
import type { Task } from './task.ts';

/** Sites are dealt by hash, so that the list of owners is short however many there are. */
const PARTS = 1024;

/** Tasks of a batch for another thread, and bytes of pages in it. */
const BATCH_TASKS = 32;
const BATCH_BYTES = 1024 * 1024;

function partOf(site: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < site.length; at += 1) hash = Math.imul(hash ^ site.charCodeAt(at), 0x01000193);
  return (hash ^ (hash >>> 15)) & (PARTS - 1);
}

/** Deals parts of the sites, each to the hand that first asks for it, or that has been given least. */
export class Dealer {
  readonly #owners = new Int32Array(PARTS).fill(-1);
  readonly #load: number[];

  constructor(hands: number) {
    this.#load = Array.from({ length: hands }, () => 0);
  }

  /** The hand that a site belongs to from now on. */
  owner(site: string): number {
    const part = partOf(site);
    if (this.#owners[part] === -1) this.#owners[part] = this.#load.indexOf(Math.min(...this.#load));
    const hand = this.#owners[part] ?? 0;
    this.#load[hand] = (this.#load[hand] ?? 0) + 1;
    return hand;
  }

  /** Tasks part by part, the largest first: a function that gives each hand one part after another, until none is left. */
  portions(tasks: readonly Task[]): (hand: number) => readonly Task[] | undefined {
    const parts = new Map<number, Task[]>();
    for (const task of tasks) {
      const part = partOf(task.site);
      const portion = parts.get(part);
      if (portion === undefined) parts.set(part, [task]);
      else portion.push(task);
    }
    const left = [...parts].sort(([, one], [, other]) => other.length - one.length);
    return (hand) => {
      const at = left.findIndex(([part]) => this.#owners[part] === -1 || this.#owners[part] === hand);
      const [portion] = at < 0 ? [] : left.splice(at, 1);
      if (portion !== undefined) this.#owners[portion[0]] = hand;
      return portion?.[1];
    };
  }
}

/** Collects tasks until they are worth a message. */
export class Batch {
  #tasks: Task[] = [];
  #bytes = 0;

  get isEmpty(): boolean {
    return this.#tasks.length === 0;
  }

  /** Whether it is full now. */
  add(task: Task): boolean {
    this.#tasks.push(task);
    if (task.from.kind === 'bytes') this.#bytes += task.from.bytes.length;
    else if (task.from.kind === 'record') this.#bytes += task.from.raw.length;
    return this.#tasks.length >= BATCH_TASKS || this.#bytes >= BATCH_BYTES;
  }

  take(): Task[] {
    const tasks = this.#tasks;
    this.#tasks = [];
    this.#bytes = 0;
    return tasks;
  }
}
