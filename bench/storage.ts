/** `npm run storage`: Table 1 of Wang et al. on labelled sites in one order, what has to be kept for a recall. */
import { oneSitesFolder, printJson, readCommandLine, runCommand } from './command.ts';
import { readSelection, selectionFlags, selectionHelp } from './corpus/selection.ts';
import { findSites } from './corpus/sites.ts';
import { runOrders } from './experiments/run-orders.ts';
import { type Held, heldOf, type Share, sharesOf } from './experiments/table1.ts';
import { Problem } from './problem.ts';
import { formatTable } from './table.ts';

const HELP = `usage: npm run storage -- SITES_DIR [options]

For each site the smallest batch of pages with which a batch method reaches a recall of template blocks, and the smallest
table with which refrain does, tuned for the site as the paper did. A batch method keeps the pages of its batch: the
figures are bytes of a full batch, and bytes of what is in it at a time, mean over pages. refrain is measured with
fingerprints of each width. A recall that can not be reached is said to be unreachable, and a share is the mean over the
sites where both reach it. npm run experiments does the same with five orders, other recalls and pages set aside.

Options
  --recall R                     between 0 and 1 (default 0.8)
${selectionHelp}
  --json                         one JSON object
`;

function format(held: readonly Held[], shares: readonly Share[]): string {
  const kilo = (bytes: number): string => (bytes / 1000).toFixed(1);
  const percent = (share: number): string => `${(100 * share).toFixed(2)} %`;
  const rows = held.map(({ site, method, bytes, held: atATime, precision, settings }) =>
    bytes === null || atATime === null || precision === null
      ? [site, method, 'unreachable', '', '', '']
      : [site, method, settings.join(), precision.toFixed(3), kilo(bytes.mean), kilo(atATime.mean)],
  );
  const lines = shares.map(({ table, batch, sites, ofBatch, ofHeld }) =>
    ofBatch === null || ofHeld === null
      ? [table, batch, 'no site where both reach it', '', '']
      : [table, batch, percent(ofBatch.mean), percent(ofHeld.mean), String(sites[0])],
  );
  const head = ['site', 'method', 'setting', 'precision', 'kB', 'kB at a time'];
  const shareHead = ["bytes of refrain's table", 'of', 'a full batch', 'what is in it at a time', 'sites'];
  return `${formatTable(head, rows)}\n\n${formatTable(shareHead, lines)}`;
}

const OWN_FLAGS = { recall: { type: 'string' }, json: { type: 'boolean' }, help: { type: 'boolean' } } as const;

await runCommand('storage', async (words) => {
  const line = readCommandLine(words, { ...selectionFlags, ...OWN_FLAGS });
  if (line.has('help')) {
    process.stdout.write(HELP);
    return;
  }
  const folder = oneSitesFolder(line);
  const recall = Number(line.text('recall') ?? 0.8);
  if (!(recall > 0 && recall <= 1)) throw new Problem('--recall must be a number above 0 and at most 1');
  const selection = readSelection(line);
  const tasks = findSites(folder).map((_, site) => ({ folder, site, selection, recalls: [] }));
  const orders = await runOrders(tasks);
  const held = heldOf(orders, recall);
  const shares = sharesOf(orders, [recall], ['tuned']);
  if (line.has('json')) printJson({ recall, ...selection, sites: held, shares });
  else process.stdout.write(`${format(held, shares)}\n`);
});
