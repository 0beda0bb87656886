/** The pages of a build, except their words: sites, blocks and names. */
import { withFiles } from './files.ts';
import { encodeName, type PageName } from './names.ts';
import { Numbers } from './numbers.ts';
import type { Spool, SpoolFile } from './spool.ts';

/** A page number is the order of adding, from 0. */
export class CollectedPages {
  /** Records of the blocks of all pages. */
  readonly blocks: SpoolFile;
  readonly names: SpoolFile;
  readonly #sites = new Numbers();
  readonly #firstBlocks = new Numbers();

  constructor(spool: Spool) {
    this.blocks = spool.file('blocks');
    this.names = spool.file('names');
    this.#firstBlocks.push(0);
  }

  get count(): number {
    return this.#sites.length;
  }

  /**
   * Writes the name and the block records of the next page. Where that fails, nothing is written.
   *
   * @throws {IndexError} `INDEX_FAILED`
   */
  write(name: PageName, records: Uint8Array): void {
    const [blocksBefore, namesBefore] = [this.blocks.length, this.names.length];
    try {
      withFiles('cannot write the page to disk', () => {
        this.blocks.append(records);
        this.names.append(encodeName(name));
      });
    } catch (error) {
      this.blocks.truncate(blocksBefore);
      this.names.truncate(namesBefore);
      throw error;
    }
  }

  /** Counts the page that was written; returns its number. */
  push(site: number, blocks: number): number {
    const page = this.count;
    this.#sites.push(site);
    this.#firstBlocks.push(this.#firstBlocks.at(page) + blocks);
    return page;
  }

  /** The number of the site of each page. */
  sites(): Uint32Array<ArrayBuffer> {
    return this.#sites.toArray();
  }

  /** The number of the first block of each page, and the number of all blocks at the end. */
  firstBlocks(): Uint32Array<ArrayBuffer> {
    return this.#firstBlocks.toArray();
  }
}
