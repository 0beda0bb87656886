/** `npm run bench storage`: Table 1 of Wang et al. on labelled sites in one page order: bytes stored to reach a recall. */
import { oneSitesFolder, printJson, readCommandLine, runCommand } from './command.ts';
import { readSelection, selectionFlags, selectionHelp } from './corpus/selection.ts';
import { findSites } from './corpus/sites.ts';
import { runOrders } from './experiments/run-orders.ts';
import { type Held, heldOf, type Share, sharesOf } from './experiments/table1.ts';
import { Problem } from './problem.ts';
import { formatTable } from './table.ts';

const HELP = `usage: npm run bench storage -- SITES_DIR [options]

For each site: the smallest batch of pages with which a batch method reaches a recall of template blocks, and the smallest
table with which refrain reaches it, tuned for the site as in the paper. A batch method keeps the pages of its batch: the
figures are the bytes of a full batch, and the bytes in the batch at a time, mean over pages. refrain is measured with
fingerprints of each width. Where no setting reaches the recall, the line says unreachable. A share is the mean over the
sites where both reach the recall. npm run bench experiments measures five page orders, more recalls and separate test pages.

Options
  --recall R                     above 0, at most 1 (default 0.8)
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
      ? [table, batch, 'no site where both reach the recall', '', '']
      : [table, batch, percent(ofBatch.mean), percent(ofHeld.mean), String(sites[0])],
  );
  const head = ['site', 'method', 'setting', 'precision', 'kB', 'kB at a time'];
  const shareHead = ['bytes of the table of', 'over those of', 'a full batch', 'the batch at a time', 'sites'];
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
  if (!(recall > 0 && recall <= 1))
    throw new Problem(`--recall must be a number above 0 and at most 1, not ${line.text('recall')}`);
  const selection = readSelection(line);
  const tasks = findSites(folder).map((_, site) => ({ folder, site, selection, recalls: [] }));
  const orders = await runOrders(tasks);
  const held = heldOf(orders, recall);
  const shares = sharesOf(orders, [recall], ['tuned']);
  if (line.has('json')) printJson({ recall, ...selection, sites: held, shares });
  else process.stdout.write(`${format(held, shares)}\n`);
});
