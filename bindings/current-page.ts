import type { Core } from './core.ts';
import { UsageError } from './errors.ts';

/** The page of an instance when a view was made. Every view reads the instance through it, so that it never reads a later page. */
export class CurrentPage {
  readonly #core: Core;
  readonly #generation: number;

  constructor(core: Core) {
    this.#core = core;
    this.#generation = core.generation;
  }

  /**
   * The instance.
   *
   * @throws {UsageError} `PAGE_STALE` when the instance holds another page
   */
  get core(): Core {
    if (this.#core.generation === this.#generation) return this.#core;
    throw new UsageError(
      'PAGE_STALE',
      `the page ended with ${this.#core.endedBy}: read what you need of a page before the next call, or request plain data by document()`,
    );
  }
}
