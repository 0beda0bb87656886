/** The pages of a build, except their words: sites, blocks, records and names. */
import { withFiles } from './files.ts';
import { encodeName, PAGE_BYTES, PAGE_NAME, PAGE_NAME_HASH, type PageName } from './format.ts';
import type { IndexingMemory } from './module/memory.ts';
import type { Spool, SpoolFile } from './spool.ts';

/** A page number is the order of adding, from 0. */
export class CollectedPages {
  /** Records of the blocks of all pages. */
  readonly blocks: SpoolFile;
  /** Records of pages, without the numbers of their words; and their names. */
  readonly records: SpoolFile;
  readonly names: SpoolFile;
  /** The number of the site of each page. */
  readonly sites: number[] = [];
  /** The number of the first block of each page, and the number of all blocks at the end. */
  readonly firstBlocks = [0];
  readonly #memory: IndexingMemory;

  constructor(spool: Spool, memory: IndexingMemory) {
    this.blocks = spool.file('blocks');
    this.records = spool.file('pages');
    this.names = spool.file('names');
    this.#memory = memory;
  }

  get count(): number {
    return this.sites.length;
  }

  /**
   * Writes the name and the block records of the next page. Where that fails, nothing is written.
   *
   * @throws {IndexError} `INDEX_FAILED`
   */
  write(pageName: PageName, blocks: Uint8Array): void {
    const name = encodeName(pageName);
    const record = new DataView(new ArrayBuffer(PAGE_BYTES));
    record.setFloat64(PAGE_NAME, this.names.length, true);
    record.setBigUint64(PAGE_NAME_HASH, this.#memory.core.checksum(name), true);
    const files = [this.blocks, this.records, this.names].map((file) => ({ file, length: file.length }));
    try {
      withFiles('cannot write the page to disk', () => {
        this.blocks.append(blocks);
        this.records.append(new Uint8Array(record.buffer));
        this.names.append(name);
      });
    } catch (error) {
      for (const { file, length } of files) file.truncate(length);
      throw error;
    }
  }

  /** Counts the page that was written; returns its number. */
  push(site: number, blocks: number): number {
    this.firstBlocks.push((this.firstBlocks.at(-1) ?? 0) + blocks);
    return this.sites.push(site) - 1;
  }
}
