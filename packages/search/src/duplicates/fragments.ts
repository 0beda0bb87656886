/** Fragments of the pages of a site, and verdicts by them: assembly/indexing/fragments.ts. */
import type { IndexingMemory } from '../module/memory.ts';

export class Fragments {
  readonly #memory: IndexingMemory;

  constructor(memory: IndexingMemory) {
    this.#memory = memory;
  }

  /** Counts the fragments of the current page for its site. */
  count(site: number): void {
    this.#memory.check((indexing) => indexing.countFragments(site));
  }

  /** Labels the current page: template is what is in fragments that at least `minPages` pages of its site have. */
  label(site: number, minPages: number): void {
    this.#memory.check((indexing) => indexing.judgeByFragments(site, minPages));
  }
}
