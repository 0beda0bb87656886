import { InputError } from 'refrain';
import { shown } from 'refrain/internal';

/** The verdicts of two-stage detection. */
export class IndexVerdicts {
  readonly #firstBlocks: readonly number[];
  readonly #template: Uint8Array;

  /** `firstBlocks`: number of the first block of each page, and of all blocks at the end; `template`: one bit for each block. */
  constructor(firstBlocks: readonly number[], template: Uint8Array) {
    this.#firstBlocks = firstBlocks;
    this.#template = template;
  }

  /**
   * Whether a block of a page is template. Pages have the numbers that `add` returned; blocks are counted from 0 as in
   * `Page.blocks`.
   *
   * @throws {InputError} `INPUT_INVALID` where the page or the block does not exist
   */
  isTemplate(page: number, block: number): boolean {
    const [first, end] = [this.#firstBlocks[page], this.#firstBlocks[page + 1]];
    if (first === undefined || end === undefined) {
      throw new InputError(`page must be a page number below ${this.#firstBlocks.length - 1}, not ${shown(page)}`);
    }
    if (!Number.isInteger(block) || block < 0 || block >= end - first) {
      throw new InputError(`block must be a block number below ${end - first} for page ${page}, not ${shown(block)}`);
    }
    const at = first + block;
    return (((this.#template[at >> 3] ?? 0) >> (at & 7)) & 1) === 1;
  }
}
