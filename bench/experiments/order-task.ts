/** Measures one site in one page order, in its own process: the argument is the task as JSON, the output is JSON. */
import { runCommand } from '../command.ts';
import type { Selection } from '../corpus/selection.ts';
import { findSites } from '../corpus/sites.ts';
import { measureOrder } from './order.ts';

export interface OrderTask {
  readonly folder: string;
  /** Index of the site in the folder. */
  readonly site: number;
  readonly selection: Selection;
  /** Recalls for which settings are tuned and tested on disjoint pages. */
  readonly recalls: readonly number[];
}

await runCommand('experiments', async ([task = '']) => {
  const { folder, site, selection, recalls } = JSON.parse(task) as OrderTask;
  const source = findSites(folder)[site];
  if (source === undefined) throw new RangeError(`${folder} has no site ${site}`);
  process.stdout.write(JSON.stringify(await measureOrder(source, selection, recalls)));
});
