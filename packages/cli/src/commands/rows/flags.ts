/** `refrain rows`: flags, help and options. */
import type { DetectorOptions } from 'refrain';
import { describeCommand } from '../../arguments/command.ts';
import { INPUT_FLAGS, MODEL_FLAG, quiet, SITE_FLAGS, site } from '../../arguments/common-flags.ts';
import { DETECTOR_OPTIONS } from '../../arguments/detector-flags.ts';
import { target, text, type ValuesOf, word } from '../../arguments/flags.ts';
import { exitCodes } from '../../arguments/help.ts';
import { checkReadTwice, readInputs } from '../../read/inputs.ts';

/** The first is the default. */
const ROWS_FORMATS = ['csv', 'ndjson'] as const;

const FLAGS = {
  format: word('FORMAT', ROWS_FORMATS, 'csv (default) or ndjson'),
  out: target('FILE', 'file, or - for standard output (default)'),
  rules: text('FILE', 'rules with items and fields, as refrain rules writes them; learn none'),
  ...INPUT_FLAGS,
  ...site('which site of the input; for an input of one site, its name'),
  siteOf: SITE_FLAGS.siteOf,
  ...MODEL_FLAG,
  ...quiet('print errors only'),
};

export type RowsOptions = ReturnType<typeof read>;

function read(operands: readonly string[], values: ValuesOf<typeof FLAGS>, detector: DetectorOptions) {
  if (values.rules === undefined) checkReadTwice('rows without --rules', operands);
  return { ...values, ...readInputs(operands, values), detector };
}

export const rows = describeCommand({
  name: 'rows',
  usage: ['INPUT… [--site NAME] [options]'],
  summary: 'listings, threads and tables of a site as rows',
  about: `What the pages of a site have several of as one table: entries of listings, posts of
threads, products, rows of tables. Columns are what the site names (microdata, headers
of tables), else title, link, date, author, price, image and text. The pages are read
twice: the first time finds what repeats. One page is enough.`,
  flags: FLAGS,
  detector: { flags: DETECTOR_OPTIONS, isListedElsewhere: true },
  exits: exitCodes('all pages were read', 'some pages or inputs failed', 'no page could be read'),
  examples: [
    'refrain rows listing.html > entries.csv',
    'refrain rules forum/ > rules.json',
    'refrain rows forum/ --rules rules.json --format ndjson',
  ],
  read,
});
