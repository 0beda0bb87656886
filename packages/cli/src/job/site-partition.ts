/** Assigns sites to workers: the table of a site has one owner, and the pages of a site keep their order. */
import type { Task } from './task.ts';

/** Sites are assigned by parts, which are hashes of their names, so that the list of owners is short for any number of sites. */
const PARTS = 1024;

function partOf(site: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < site.length; at += 1) hash = Math.imul(hash ^ site.charCodeAt(at), 0x01000193);
  return (hash ^ (hash >>> 15)) & (PARTS - 1);
}

/** Assigns parts to workers: each part to the worker that first takes it, or to the one with the fewest tasks. */
export class SitePartition {
  readonly #owners = new Int32Array(PARTS).fill(-1);
  readonly #load: number[];

  constructor(workers: number) {
    this.#load = Array.from({ length: workers }, () => 0);
  }

  /** The worker of a site, for its next task. */
  owner(site: string): number {
    const part = partOf(site);
    if (this.#owners[part] === -1) this.#owners[part] = this.#load.indexOf(Math.min(...this.#load));
    const worker = this.#owners[part] ?? 0;
    this.#load[worker] = (this.#load[worker] ?? 0) + 1;
    return worker;
  }

  /** Divides tasks into parts. The result is a function that gives a worker its next part, the largest first; undefined at the end. */
  divide(tasks: readonly Task[]): (worker: number) => readonly Task[] | undefined {
    const parts = new Map<number, Task[]>();
    for (const task of tasks) {
      const part = partOf(task.site);
      const portion = parts.get(part);
      if (portion === undefined) parts.set(part, [task]);
      else portion.push(task);
    }
    const left = [...parts].sort(([, one], [, other]) => other.length - one.length);
    return (worker) => {
      const at = left.findIndex(([part]) => this.#owners[part] === -1 || this.#owners[part] === worker);
      const [portion] = at < 0 ? [] : left.splice(at, 1);
      if (portion !== undefined) this.#owners[portion[0]] = worker;
      return portion?.[1];
    };
  }
}
