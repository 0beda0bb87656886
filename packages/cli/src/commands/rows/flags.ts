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
    meaning: 'rules with items and fields, as refrain rules writes them; learn none',
  },
  ...INPUT_FLAGS,
  site: { ...FLAGS.site, meaning: 'which site of the input; for an input of one site, its name' },
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
  about: `What the pages of a site have several of as one table: entries of listings, posts of
threads, products, rows of tables. Columns are what the site names (microdata, headers
of tables), else title, link, date, author, price, image and text. The pages are read
twice: the first time finds what repeats. One page is enough.`,
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
