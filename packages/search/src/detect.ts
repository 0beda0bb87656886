/** Two-stage detection over the runs of a build, a group of sites at a time. */
import type { IndexingMemory } from './memory.ts';
import { nextTurn } from './next-turn.ts';
import { RANGE_SHARE, type Runs } from './runs.ts';
import type { SpoolFile } from './spool.ts';

/** What detection reads. */
export interface Collected {
  /** For each page its site, by number; and its first block among all, one more at the end. */
  readonly sites: Uint32Array;
  readonly firstBlocks: Uint32Array;
  readonly runs: Runs;
  readonly blocks: SpoolFile;
}

/**
 * Blocks that are looked at together at most. A larger site is cut into parts of one size, each of which is looked at by
 * itself, as the paper does with what it reads at once; parts do not depend on memory, so that neither does the outcome.
 */
const PART_BLOCKS = 100_000;

/** Of what may be in memory, for the blocks that are looked at together; a range of words, and its clusters, take of the rest. */
const GROUP_SHARE = 0.5;

/** Pages of one part of a site. */
interface Part {
  readonly pages: number[];
  blocks: number;
}

function partsOf({ sites, firstBlocks }: Collected): Part[] {
  const blocksOf = (page: number): number => (firstBlocks[page + 1] ?? 0) - (firstBlocks[page] ?? 0);
  const totals = new Map<number, number>();
  for (const [page, site] of sites.entries()) totals.set(site, (totals.get(site) ?? 0) + blocksOf(page));
  const open = new Map<number, Part>();
  const parts: Part[] = [];
  for (const [page, site] of sites.entries()) {
    const total = totals.get(site) ?? 0;
    const most = Math.ceil(total / Math.ceil(total / PART_BLOCKS));
    let part = open.get(site);
    if (part === undefined || part.blocks >= most) {
      part = { pages: [], blocks: 0 };
      open.set(site, part);
      parts.push(part);
    }
    part.pages.push(page);
    part.blocks += blocksOf(page);
  }
  return parts;
}

/** Parts that fit into memory together, at least one. */
function* groupsOf(parts: readonly Part[], blocksMost: number): Generator<{ first: number; parts: Part[] }> {
  for (let first = 0; first < parts.length; ) {
    let blocks = 0;
    let end = first;
    while (end < parts.length) {
      blocks += parts[end]?.blocks ?? 0;
      if (end > first && blocks > blocksMost) break;
      end += 1;
    }
    yield { first, parts: parts.slice(first, end) };
    first = end;
  }
}

/** Pages whose numbers follow each other, from one to before another. */
function* stretches(pages: readonly number[], most: number): Generator<{ from: number; to: number }> {
  for (let at = 0; at < pages.length; ) {
    const from = pages[at] ?? 0;
    let count = 1;
    while (count < most && pages[at + count] === from + count) count += 1;
    yield { from, to: from + count };
    at += count;
  }
}

/** Whether any of the pages, which ascend, is from one number to before another. */
function hasAny(pages: Uint32Array, from: number, to: number): boolean {
  let low = 0;
  let high = pages.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((pages[middle] ?? 0) < from) low = middle + 1;
    else high = middle;
  }
  return low < pages.length && (pages[low] ?? 0) < to;
}

/** Pages whose records are read at once. */
const PAGES_AT_ONCE = 1024;

/** Marks the template blocks of all pages in the module. */
export async function detectTemplate(
  memory: IndexingMemory,
  collected: Collected,
  how: { readonly maxMemory: number; readonly shortcut: boolean; readonly signal: AbortSignal | undefined },
): Promise<void> {
  const { firstBlocks, blocks, runs } = collected;
  const recordBytes = memory.core.layout.INDEXED_BYTES;
  const blocksMost = (how.maxMemory * GROUP_SHARE) / memory.bytesPerBlock;
  for (const { first, parts } of groupsOf(partsOf(collected), blocksMost)) {
    memory.beginGroup(
      parts.reduce((sum, part) => sum + part.blocks, 0),
      how.shortcut,
    );
    for (const [index, { pages }] of parts.entries()) {
      for (const { from, to } of stretches(pages, PAGES_AT_ONCE)) {
        const start = firstBlocks[from] ?? 0;
        const records = new Uint8Array(((firstBlocks[to] ?? 0) - start) * recordBytes);
        blocks.read(records, start * recordBytes);
        memory.addPages(records, from, to, first + index);
      }
    }
    memory.closeGroup();
    const pages = Uint32Array.from(parts.flatMap((part) => part.pages)).sort();
    for (const pieces of runs.load(memory, how.maxMemory * RANGE_SHARE, (from, to) => hasAny(pages, from, to))) {
      memory.detectRange(pieces);
      await nextTurn(how.signal);
    }
    memory.endGroup();
  }
}
