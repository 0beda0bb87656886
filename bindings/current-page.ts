import type { Core } from './core.ts';
import { UsageError } from './errors.ts';

/**
 * Access to an instance for the views of one page. Views read only through it, so they never read data of a later page.
 */
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
   * @throws {UsageError} `PAGE_STALE` if the instance has read another page
   */
  get core(): Core {
    if (this.#core.generation === this.#generation) return this.#core;
    throw new UsageError(
      'PAGE_STALE',
      `the page ended with ${this.#core.endedBy}: read what you need of a page before the next call, or request plain data by document()`,
    );
  }
}
