/** Compares the files of an index that is built with little memory, by merging runs on disk, and with much memory. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { IndexBuilder, type IndexTemplate } from '@refrain/search';
import { withScratch } from '../scratch.ts';
import { addressed, SITE_OF } from './indexing.ts';
import type { BenchPage } from './pages.ts';

const MIB = 2 ** 20;
const LITTLE = 16 * MIB;
const MUCH = 1024 * MIB;

export interface SameFile {
  readonly template: IndexTemplate;
  /** Null where no run went to disk: even the maximum number of copies of the pages was too small. */
  readonly same: boolean | null;
  readonly pages: number;
  /** How often the pages were added, each time as new sites. */
  readonly copies: number;
  /** Runs on disk before the index was written, with 16 MiB and with 1 GiB. */
  readonly runs: readonly [number, number];
  /** Bytes of the file. */
  readonly bytes: number;
}

/** Runs on disk that little memory must produce, so that there is something to merge. */
const RUNS = 2;
const COPIES_MAX = 1000;

export async function compareFiles(pages: readonly BenchPage[], template: IndexTemplate): Promise<SameFile> {
  return withScratch(async (folder) => {
    const begin = (name: string, maxMemory: number): Promise<IndexBuilder> =>
      IndexBuilder.create(join(folder, name), { template, siteOf: SITE_OF, maxMemory, detector: { seed: 1 } });
    const add = (builder: IndexBuilder, copy: number): void => {
      for (const { url, bytes } of addressed(pages, `copy-${copy}.example`)) builder.add(url, bytes);
    };
    const finish = async (builder: IndexBuilder): Promise<number> => {
      const { runs } = builder.stats;
      const index = await builder.build();
      index.close();
      return runs;
    };
    const [little, much] = [await begin('little', LITTLE), await begin('much', MUCH)];
    let copies = 0;
    for (; little.stats.runs < RUNS && copies < COPIES_MAX; copies += 1) {
      add(little, copies);
      add(much, copies);
    }
    const runs = [await finish(little), await finish(much)] as const;
    const [one, other] = [readFileSync(join(folder, 'little')), readFileSync(join(folder, 'much'))];
    const same = runs[0] === 0 ? null : one.equals(other);
    return { template, same, pages: pages.length * copies, copies, runs, bytes: one.length };
  });
}
