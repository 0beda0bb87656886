import type { Failure } from '../job/task.ts';

/** Failures whose texts are kept. */
const KEPT_MAX = 10_000;

/** Pages and inputs that could not be read. An input that is read twice fails twice, and counts once. */
export class Failures {
  readonly #kept = new Map<string, Failure>();
  /** Failures beyond those kept: at the current reading, and the most at an earlier one. */
  #beyond = 0;
  #mostBeyond = 0;

  add(failure: Failure): void {
    const key = `${failure.source}\0${failure.message}`;
    if (this.#kept.has(key)) return;
    if (this.#kept.size < KEPT_MAX) this.#kept.set(key, failure);
    else this.#beyond += 1;
  }

  nextPass(): void {
    this.#mostBeyond = Math.max(this.#mostBeyond, this.#beyond);
    this.#beyond = 0;
  }

  get count(): number {
    return this.#kept.size + Math.max(this.#mostBeyond, this.#beyond);
  }

  /** The first ones. */
  first(max: number): Failure[] {
    return [...this.#kept.values()].slice(0, max);
  }
}
