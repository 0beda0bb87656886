/** Every method on the same pages in one order: accuracy, warm-up, storage and time. */
import { resolveOptions } from 'refrain';
import { type Selection, selectPages } from '../corpus/selection.ts';
import type { SiteSource } from '../corpus/sites.ts';
import { Counts, countCharacters } from '../evaluation/counts.ts';
import { mean, type SiteFigures, Tally } from '../evaluation/evaluate.ts';
import { checkLabelled, readGold } from '../evaluation/gold.ts';
import { judge } from '../evaluation/judge.ts';
import { findMethod } from '../methods/registry.ts';

/** In the order of the report. */
export const METHODS = [
  ...[
    'default',
    'repetition',
    'page-level',
    'paper',
    'twin',
    'shingle',
    'shingle-near',
    'shingle-tables',
    'sst',
    'sst-modern',
  ],
  ...['two-stage', 'two-stage-blocks', 'two-stage-paper'],
  ...['pagelets-local', 'pagelets-global', 'site-level', 'text-cache', 'lines'],
];

/** The first page of each stage. The pages of a stage are counted together; early stages are short. */
export const STAGES = [1, 2, 3, 4, 5, 6, 8, 10, 15, 25, 50, 100, 200];

/** Precision and recall by characters on the pages of a stage. */
export interface Stage {
  readonly from: number;
  readonly precision: number;
  readonly recall: number;
}

export interface MethodFigures {
  readonly method: string;
  readonly site: string;
  readonly figures: SiteFigures;
  readonly stages: readonly Stage[];
}

const decoder = new TextDecoder();

export async function measureMethods(site: SiteSource, selection: Selection): Promise<MethodFigures[]> {
  const pages = selectPages(await site.read(), selection);
  const golds = pages.map((page) => readGold(decoder.decode(page.bytes), `${site.name}/${page.name}`));
  checkLabelled(
    site.name,
    golds.some(({ labelled }) => labelled),
  );
  const all: MethodFigures[] = [];
  for (const method of METHODS) {
    const kind = findMethod(method);
    const options = resolveOptions({ preset: kind.preset ?? 'default' });
    const tally = new Tally();
    const counts = STAGES.map(() => new Counts());
    let number = 0;
    for await (const judged of judge(site.name, pages, kind, { options, batch: 'all' })) {
      const gold = golds[number];
      if (gold === undefined) throw new RangeError('the method judged more pages than the site has');
      number += 1;
      const prediction = tally.add(gold, judged);
      const own = counts[STAGES.findLastIndex((from) => from <= number)];
      if (own !== undefined && prediction !== undefined) countCharacters(own, gold, prediction);
    }
    const stages = counts
      .map(({ precision, recall }, at) => ({ from: STAGES[at] ?? 0, precision, recall }))
      .filter(({ from }) => from <= pages.length);
    all.push({ method, site: site.name, figures: tally.figures(site.name), stages });
  }
  return all;
}

/** The mean of each stage over the sites that have pages in it. */
export function meanStages(all: readonly MethodFigures[], method: string): Stage[] {
  const stages = all.filter((one) => one.method === method).flatMap((one) => one.stages);
  return STAGES.flatMap((start) => {
    const own = stages.filter(({ from }) => from === start);
    if (own.length === 0) return [];
    const precision = mean(own.map((stage) => stage.precision));
    return [{ from: start, precision, recall: mean(own.map(({ recall }) => recall)) }];
  });
}
