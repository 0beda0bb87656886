/** Two-stage detection over the runs of a build, a group of sites at a time: assembly/indexing/clusters.ts. */
import type { Collector } from './collector.ts';
import { readAll } from './files.ts';
import { layout } from './module/exports.ts';
import type { IndexingMemory } from './module/memory.ts';
import { RANGE_SHARE } from './runs.ts';

/**
 * Maximum number of blocks that are clustered together. A larger site is divided into parts of equal size, each of which is
 * processed alone, as the paper does with the pages that it reads at once. Parts must not depend on memory: the result would.
 */
const PART_BLOCKS = 100_000;

/** Share of `maxMemory` for the blocks of a group; a range of words and its clusters take some of the rest. */
const GROUP_SHARE = 0.5;

/** Pages of one part of a site. */
interface Part {
  readonly number: number;
  readonly pages: number[];
  blocks: number;
}

function partsOf({ sites, firstBlocks }: Collector): Part[] {
  const blocksOf = (page: number): number => (firstBlocks[page + 1] ?? 0) - (firstBlocks[page] ?? 0);
  const totals = new Map<number, number>();
  for (const [page, site] of sites.entries()) totals.set(site, (totals.get(site) ?? 0) + blocksOf(page));
  const open = new Map<number, Part>();
  const parts: Part[] = [];
  for (const [page, site] of sites.entries()) {
    const total = totals.get(site) ?? 0;
    const maxBlocks = Math.ceil(total / Math.ceil(total / PART_BLOCKS));
    let part = open.get(site);
    if (part === undefined || part.blocks >= maxBlocks) {
      part = { number: parts.length, pages: [], blocks: 0 };
      open.set(site, part);
      parts.push(part);
    }
    part.pages.push(page);
    part.blocks += blocksOf(page);
  }
  return parts;
}

/** Consecutive parts with at most `maxBlocks` blocks together; one part where that alone exceeds it. */
function* groupsOf(parts: readonly Part[], maxBlocks: number): Generator<Part[]> {
  for (let first = 0; first < parts.length; ) {
    let blocks = 0;
    let end = first;
    while (end < parts.length) {
      blocks += parts[end]?.blocks ?? 0;
      if (end > first && blocks > maxBlocks) break;
      end += 1;
    }
    yield parts.slice(first, end);
    first = end;
  }
}

/** Marks the template blocks of all pages in the module. `records`: the file with the records of their blocks. */
export async function detectTemplate(
  memory: IndexingMemory,
  collector: Collector,
  records: number,
  maxMemory: number,
  signal: AbortSignal | undefined,
): Promise<void> {
  const { firstBlocks, runs } = collector;
  const { BYTES } = layout.IndexedBlock;
  const bytesPerBlock = memory.call((indexing) => Number(indexing.GROUP_BLOCK_BYTES.value));
  for (const parts of groupsOf(partsOf(collector), (maxMemory * GROUP_SHARE) / bytesPerBlock)) {
    const blocks = parts.reduce((sum, part) => sum + part.blocks, 0);
    memory.reserve((indexing) => indexing.beginGroup(blocks));
    for (const { number, pages } of parts) {
      for (const page of pages) {
        const start = (firstBlocks[page] ?? 0) * BYTES;
        const length = (firstBlocks[page + 1] ?? 0) * BYTES - start;
        const address = memory.reserve((indexing) => indexing.reserveInput(length));
        readAll(records, memory.bytesAt(address, length), start);
        memory.call((indexing) => indexing.addPage(address, page, number));
      }
    }
    memory.reserve((indexing) => indexing.closeGroup());
    const pages = parts.flatMap((part) => part.pages);
    const isWanted = (from: number, to: number): boolean => pages.some((page) => page >= from && page < to);
    for await (const pieces of runs.load(maxMemory * RANGE_SHARE, signal, isWanted)) {
      memory.reserve((indexing) => indexing.detectRange(pieces));
    }
    memory.call((indexing) => indexing.endGroup());
  }
}
