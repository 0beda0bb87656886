/** One site in one order, in a process of its own: the task as JSON in, the figures as JSON out. */
import { runCommand } from '../command.ts';
import type { Selection } from '../corpus/selection.ts';
import { findSites } from '../corpus/sites.ts';
import { measureOrder } from './order.ts';

export interface OrderTask {
  readonly folder: string;
  /** Number of the site in the folder. */
  readonly site: number;
  readonly selection: Selection;
  /** That settings are tuned and tested for on disjoint pages. */
  readonly recalls: readonly number[];
}

await runCommand('experiments', async ([task = '']) => {
  const { folder, site, selection, recalls } = JSON.parse(task) as OrderTask;
  const source = findSites(folder)[site];
  if (source === undefined) throw new RangeError(`${folder} has no site ${site}`);
  process.stdout.write(JSON.stringify(await measureOrder(source, selection, recalls)));
});
