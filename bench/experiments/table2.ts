/**
 * Table 2 of Chen, Ye and Li: recall of template blocks. The paper does not report precision, which is added here. Blocks are
 * those of the common list.
 */
import { resolveOptions } from 'refrain';
import { STYLE_TREE, StyleTree } from '../baselines/style-tree.ts';
import type { Selection } from '../corpus/selection.ts';
import type { SiteSource } from '../corpus/sites.ts';
import { evaluateSite, mean } from '../evaluation/evaluate.ts';
import type { MethodKind } from '../methods/method.ts';
import { findMethod } from '../methods/registry.ts';
import { tuneThreshold } from './contenders.ts';
import { readLabelledPages } from './pages.ts';

/** Pages of each site, as in the paper. */
export const TABLE2_PAGES = 100;

/** Recall in the paper, mean over its eight sites. */
export const PAPER_RECALLS: Readonly<Record<string, number>> = { 'two-stage': 0.926, shingle: 0.935, sst: 0.92 };

const NAMED = ['two-stage', 'two-stage-blocks', 'two-stage-shortcut', 'two-stage-paper', 'shingle', 'sst'];

/** In the order of the report. */
export const TABLE2_METHODS: readonly string[] = [...NAMED, 'sst-tuned'];

/** Figures of template, by blocks. */
export interface FoundBlocks {
  readonly site: string;
  readonly pages: number;
  readonly method: string;
  /** The score of the paper. */
  readonly recall: number;
  readonly precision: number;
  readonly f1: number;
}

/**
 * The Site Style Tree with the best threshold on the measured pages. Its authors set it by hand for each site, so this is an
 * upper bound.
 */
async function tunedStyleTree(site: SiteSource, selection: Selection): Promise<MethodKind> {
  const threshold = tuneThreshold(await readLabelledPages(site, selection));
  return {
    meaning: `threshold ${threshold}`,
    preset: undefined,
    batch: () => new StyleTree({ ...STYLE_TREE, threshold }),
  };
}

/** @throws {Problem} where the site has no labels */
export async function measureTable2(site: SiteSource, selection: Selection): Promise<FoundBlocks[]> {
  const kinds = new Map(NAMED.map((name) => [name, findMethod(name)]));
  kinds.set('sst-tuned', await tunedStyleTree(site, selection));
  const found: FoundBlocks[] = [];
  for (const method of TABLE2_METHODS) {
    const kind = kinds.get(method) ?? findMethod(method);
    const { blocks, pages } = await evaluateSite(site, kind, { options: resolveOptions(), selection });
    found.push({ site: site.name, pages, method, ...blocks });
  }
  return found;
}

/** Figures of one method, mean over the sites. */
export function meanFound(
  found: readonly FoundBlocks[],
  method: string,
): Pick<FoundBlocks, 'recall' | 'precision' | 'f1'> {
  const own = found.filter((one) => one.method === method);
  const over = (figure: (one: FoundBlocks) => number): number => mean(own.map(figure));
  return {
    recall: over(({ recall }) => recall),
    precision: over(({ precision }) => precision),
    f1: over(({ f1 }) => f1),
  };
}
