/** Two-stage detection over the runs of a build, a group of sites at a time: assembly/indexing/clusters.ts. */
import type { CollectedPages } from './collected-pages.ts';
import type { IndexingMemory } from './module/memory.ts';
import { RANGE_SHARE, type Runs } from './runs.ts';

/** The input of detection. */
export interface Collected {
  readonly pages: CollectedPages;
  readonly runs: Runs;
}

export interface DetectionLimits {
  readonly maxMemory: number;
  readonly shortcut: boolean;
  readonly signal: AbortSignal | undefined;
}

/**
 * Maximum number of blocks that are clustered together. A larger site is divided into parts of equal size, each of which is
 * processed alone, as the paper does with the pages that it reads at once. Parts must not depend on memory: the result would.
 */
const PART_BLOCKS = 100_000;

/** Share of `maxMemory` for the blocks of a group; a range of words and its clusters take some of the rest. */
const GROUP_SHARE = 0.5;

/** Pages of one part of a site. */
interface Part {
  readonly pages: number[];
  blocks: number;
}

function partsOf({ sites, firstBlocks }: CollectedPages): Part[] {
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
      part = { pages: [], blocks: 0 };
      open.set(site, part);
      parts.push(part);
    }
    part.pages.push(page);
    part.blocks += blocksOf(page);
  }
  return parts;
}

/** Consecutive parts with at most `maxBlocks` blocks together; one part where that alone exceeds it. */
function* groupsOf(parts: readonly Part[], maxBlocks: number): Generator<{ first: number; parts: Part[] }> {
  for (let first = 0; first < parts.length; ) {
    let blocks = 0;
    let end = first;
    while (end < parts.length) {
      blocks += parts[end]?.blocks ?? 0;
      if (end > first && blocks > maxBlocks) break;
      end += 1;
    }
    yield { first, parts: parts.slice(first, end) };
    first = end;
  }
}

/** Runs of at most `maxPages` consecutive page numbers: from `from` to before `to`. */
function* stretches(pages: readonly number[], maxPages: number): Generator<{ from: number; to: number }> {
  for (let at = 0; at < pages.length; ) {
    const from = pages[at] ?? 0;
    let count = 1;
    while (count < maxPages && pages[at + count] === from + count) count += 1;
    yield { from, to: from + count };
    at += count;
  }
}

/** Maximum number of pages whose records are read at once. */
const PAGES_AT_ONCE = 1024;

/** Marks the template blocks of all pages in the module. */
export async function detectTemplate(
  memory: IndexingMemory,
  { pages: collected, runs }: Collected,
  { maxMemory, shortcut, signal }: DetectionLimits,
): Promise<void> {
  const recordBytes = memory.layout.Indexed.BYTES;
  const { firstBlocks } = collected;
  const bytesPerBlock = memory.call((indexing) => Number(indexing.GROUP_BLOCK_BYTES.value));
  for (const { first, parts } of groupsOf(partsOf(collected), (maxMemory * GROUP_SHARE) / bytesPerBlock)) {
    const blocks = parts.reduce((sum, part) => sum + part.blocks, 0);
    memory.reserve((indexing) => indexing.beginGroup(blocks, shortcut ? 1 : 0));
    for (const [index, { pages }] of parts.entries()) {
      for (const { from, to } of stretches(pages, PAGES_AT_ONCE)) {
        const start = firstBlocks[from] ?? 0;
        const records = new Uint8Array(((firstBlocks[to] ?? 0) - start) * recordBytes);
        collected.blocks.read(records, start * recordBytes);
        const address = memory.reserve((indexing) => indexing.reserveInput(records.length));
        memory.writeAt(address, records);
        memory.call((indexing) => indexing.addPages(address, from, to, first + index));
      }
    }
    memory.reserve((indexing) => indexing.closeGroup());
    const pages = parts.flatMap((part) => part.pages);
    const isWanted = (from: number, to: number): boolean => pages.some((page) => page >= from && page < to);
    for await (const pieces of runs.load(maxMemory * RANGE_SHARE, signal, isWanted)) {
      memory.check((indexing) => indexing.detectRange(pieces));
    }
    memory.call((indexing) => indexing.endGroup());
  }
}
