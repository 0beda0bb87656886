/** The incremental method at every setting of its lifetimes: what it finds, and how large its table is. */
import { resolveOptions } from 'refrain';
import { align } from '../evaluation/align.ts';
import { Counts, countBlocks } from '../evaluation/counts.ts';
import { mean } from '../evaluation/evaluate.ts';
import { BASE_LIFETIMES, LIFETIME_GROWTHS } from '../lifetimes/grid.ts';
import { createRefrain } from '../methods/refrain.ts';
import type { BatchPage, Found } from './batches.ts';

export interface TableFigures extends Found {
  readonly baseLifetime: number;
  readonly lifetimeGrowth: number;
  /** Entries when a page is in and nothing forgotten yet, mean over pages (AverageSize). */
  readonly entries: number;
  /** Bytes of the table, mean over pages. */
  readonly bytes: number;
}

/** The package itself, by its public interface, with the paper's other options. */
export async function runTable(
  pages: readonly BatchPage[],
  setting: { readonly baseLifetime: number; readonly lifetimeGrowth: number },
): Promise<TableFigures> {
  const method = await createRefrain(resolveOptions({ preset: 'paper', ...setting }));
  const counts = new Counts();
  const entries: number[] = [];
  const bytes: number[] = [];
  for (const { gold, html, tree } of pages) {
    method.read(html, tree.url);
    const table = method.table();
    entries.push(table.peak);
    bytes.push(table.bytes);
    countBlocks(counts, gold, align(gold, method.verdicts(), method.separators));
  }
  const { precision, recall } = counts;
  return { ...setting, precision, recall, entries: mean(entries), bytes: mean(bytes) };
}

/** Every setting of the grid. */
export async function runGrid(pages: readonly BatchPage[]): Promise<TableFigures[]> {
  const all: TableFigures[] = [];
  for (const baseLifetime of BASE_LIFETIMES) {
    for (const lifetimeGrowth of LIFETIME_GROWTHS) {
      all.push(await runTable(pages, { baseLifetime, lifetimeGrowth }));
    }
  }
  return all;
}

/** The smallest table that reaches a recall, or undefined where none does. */
export function smallestTable(grid: readonly TableFigures[], recall: number): TableFigures | undefined {
  return grid
    .filter((figures) => figures.recall >= recall)
    .reduce<TableFigures | undefined>(
      (least, figures) => (least === undefined || figures.bytes < least.bytes ? figures : least),
      undefined,
    );
}
