/** `refrain rows`: flags, help and options. */
import type { DetectorOptions } from 'refrain';
import { describeCommand } from '../../arguments/command-line.ts';
import { pick, type ValuesOf, words } from '../../arguments/flag-kinds.ts';
import { FLAGS, INPUT_FLAGS } from '../../arguments/flag-table.ts';
import { exitCodes } from '../../arguments/help.ts';
import { checkReadTwice, readInputs } from '../../read/inputs.ts';

const OWN = {
  format: words('FORMAT', ['csv', 'ndjson'], 'csv (default) or ndjson'),
  out: { ...FLAGS.out, value: 'FILE', meaning: 'file, or - for standard output (default)' },
  rules: {
    ...FLAGS.rules,
    value: 'FILE',
    meaning: 'rules with items and fields, from refrain rules; then none are learned',
  },
  ...INPUT_FLAGS,
  site: { ...FLAGS.site, meaning: 'the site to read; if the input has one site, its name' },
  ...pick(FLAGS, ['siteOf', 'model', 'quiet']),
};

export type RowsOptions = ReturnType<typeof read>;

function read(
  operands: readonly string[],
  { format = 'csv', ...values }: ValuesOf<typeof OWN>,
  detector: DetectorOptions,
) {
  if (values.rules === undefined) checkReadTwice('rows without --rules', operands);
  return { ...values, format, ...readInputs(operands, values), detector };
}

export const rows = describeCommand({
  name: 'rows',
  usage: ['INPUT… [--site NAME] [options]'],
  summary: 'listings, threads and tables of a site as rows',
  about: `Writes the repeated items of the pages of a site as one table: entries of listings,
posts of threads, products, rows of tables. Columns are named by the site (microdata,
headers of tables), otherwise title, link, date, author, price, image and text. Pages
are read twice: first to find what repeats. One page is enough.`,
  flags: OWN,
  hasDetector: true,
  exits: exitCodes('all pages were read', 'some pages or inputs failed', 'no page could be read'),
  examples: [
    'refrain rows listing.html > entries.csv',
    'refrain rules forum/ > rules.json',
    'refrain rows forum/ --rules rules.json --format ndjson',
  ],
  read,
});
