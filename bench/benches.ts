/** All benches by name. Each is a program of its own, which prints its options with `--help`. */
import { fileURLToPath } from 'node:url';
import type { Entry } from './dispatch.ts';

const bench = (name: string, file: string, summary: string): Entry => ({
  name,
  file: fileURLToPath(new URL(file, import.meta.url)),
  summary,
});

/** The bench that runs when no name is given. */
export const DEFAULT_BENCH = 'throughput';

export const BENCHES: readonly Entry[] = [
  bench(
    DEFAULT_BENCH,
    'bench.ts',
    'default beside its twin and other parsers, in the orders of crawlers; bytes per table entry',
  ),
  bench(
    'repeated',
    'repeated.ts',
    'speed of default by how much of its pages a site repeats, as a table and a drawing',
  ),
  bench('evaluate', 'evaluate.ts', 'accuracy of a method on labelled sites'),
  bench('learning-curve', 'learning-curve.ts', 'word F1 of main content by number of pages seen'),
  bench('crawl', 'crawl.ts', 'the command refrain, from files on disk to its output'),
  bench('one-site', 'crawl/one-site.ts', 'the command on one large site: two threads beside two processes'),
  bench('layouts', 'layouts.ts', 'layouts against kinds of pages by what generators name their files'),
  bench('index', 'index.ts', 'time to build an index, with and without template detection'),
  bench('web', 'web.ts', 'Chromium beside Node, and the time to the first verdict'),
  bench('report', 'report.ts', 'time to write a report of 1,000 pages, and to open it in Chromium'),
  bench('markdown', 'markdown.ts', 'what Markdown keeps of real pages, and its speed, beside other writers'),
  bench('smoothing', 'smoothing.ts', 'time of isotonic smoothing by number of nodes'),
  bench('storage', 'storage.ts', 'bytes that a method stores to reach a recall'),
  bench('experiments', 'experiments.ts', 'all comparisons of the papers, as one report (10 minutes)'),
  bench('lifetimes', 'lifetimes.ts', 'accuracy for every Tb and N of a grid'),
  bench('duplicates', 'duplicates.ts', 'accuracy of near-duplicate detection after template removal'),
  bench('known-items', 'known-items.ts', 'rank of the right page in a search for its title'),
  bench('many-sites', 'many-sites.ts', '100,000 sites in one store under a memory limit'),
  bench('floods', 'floods.ts', 'time of pages that are made to be slow'),
  bench('collisions', 'collisions.ts', 'chosen texts: equal keys, and the time of a page of them'),
  bench('simulate', 'simulate.ts', 'a crawl of 10 million pages drawn from real sites'),
  bench('redesigns', 'redesigns.ts', 'redesigns of real sites: those found, false alarms, and verdicts after them'),
  bench('mixed', 'mixed.ts', 'sites as sections of one site, mixed at random: verdicts beside those of each alone'),
  bench('train', 'train.ts', 'trains the model, or estimates its accuracy on unseen sites'),
  bench('train-kind', 'train-kind.ts', 'trains the part of the model about kinds of pages'),
  bench('observe', 'observe.ts', 'what layouts, rules and events of a site cost on top of learning'),
  bench('apply-rules', 'apply-rules.ts', 'time to apply rules to a document, beside Readability'),
  bench('content-hash', 'content-hash.ts', 'content hashes of pages whose template changes, and whose content does'),
  bench('label-sites', 'label-sites.ts', 'labelled copies of sites, by a table of selectors'),
  bench('rules', 'rules.ts', 'selectors of a site from its first pages, applied to the pages after them'),
  bench('metadata', 'metadata.ts', 'titles, authors and dates against what persons wrote down'),
  bench('doc-sites', '../scripts/doc-sites.ts', 'downloads documentation as labelled sites for the other benches'),
];
