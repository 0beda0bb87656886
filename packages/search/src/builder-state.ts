import { UsageError } from 'refrain';
import { fileError } from './files.ts';

/** The states of a builder, and which calls each of them allows. */
export class BuilderState {
  #state: 'open' | 'building' | 'ended' = 'open';

  get isBuilding(): boolean {
    return this.#state === 'building';
  }

  /** @throws {UsageError} `DISPOSED` once the builder has ended, and while the index is written */
  check(): void {
    if (this.#state === 'ended') throw new UsageError('DISPOSED', 'the index was built or discarded');
    this.#checkIdle();
  }

  #checkIdle(): void {
    if (this.isBuilding) throw new UsageError('DISPOSED', 'the index is being written; wait for the build');
  }

  /** Runs a step during which other calls are refused. The builder is open afterwards, also after an error. */
  async exclusively(run: () => Promise<void>): Promise<void> {
    this.check();
    this.#state = 'building';
    try {
      await run();
    } catch (error) {
      throw fileError('cannot write the index', error);
    } finally {
      this.#state = 'open';
    }
  }

  /** @throws {UsageError} `DISPOSED` while the index is written */
  end(): void {
    this.#checkIdle();
    this.#state = 'ended';
  }
}
