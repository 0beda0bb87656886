/** `refrain rules`: flags, help and options. */
import type { DetectorOptions } from 'refrain';
import { describeCommand } from '../../arguments/command-line.ts';
import { flagOf, pick, usageError, type ValuesOf, words } from '../../arguments/flag-kinds.ts';
import { FLAGS, INPUT_FLAGS } from '../../arguments/flag-table.ts';
import { checkSiteName } from '../../arguments/flag-values.ts';
import { exitCodes } from '../../arguments/help.ts';
import { readInputs } from '../../read/inputs.ts';

const RULES_FORMATS = ['json', 'filters', 'scraper', 'ftr'] as const;
export type RulesFormat = (typeof RULES_FORMATS)[number];
const PAGES = 2000;

const OWN = {
  format: words(
    'FORMAT',
    RULES_FORMATS,
    'json (default): with figures, by layout; filters: ad blockers; scraper: CSS and XPath, for Scrapy and the like; ' +
      'ftr: HOST.txt for wallabag and other readers',
  ),
  out: { ...FLAGS.out, value: 'FILE', meaning: 'file, or - for standard output (default)' },
  ...INPUT_FLAGS,
  maxPages: { ...FLAGS.maxPages, meaning: `maximum number of pages that are read (default ${PAGES})` },
  site: { ...FLAGS.site, meaning: 'the site to read; if the input has one site, its name' },
  ...pick(FLAGS, ['siteOf']),
  state: { ...FLAGS.state, meaning: 'store from which the rules are made; no pages are read' },
  ...pick(FLAGS, ['model', 'quiet']),
};

export type RulesOptions = ReturnType<typeof read>;

function read(
  operands: readonly string[],
  { format = 'json', maxPages = PAGES, ...values }: ValuesOf<typeof OWN>,
  detector: DetectorOptions,
  given: readonly string[],
) {
  const { state: folder, out, quiet: isQuiet } = values;
  const shared = { format, out, quiet: isQuiet };
  if (folder === undefined) {
    const inputs = readInputs(operands, { ...values, maxPages: given.includes('maxPages') ? maxPages : undefined });
    return { kind: 'pages', ...values, ...inputs, ...shared, pages: maxPages, detector } as const;
  }
  const other = given.find((name) => !['state', 'format', 'out', 'quiet'].includes(name));
  if (other !== undefined) throw usageError(`--${flagOf(other)}: works only with pages, not with --state`);
  const [name] = operands;
  if (name === undefined || operands.length !== 1) throw usageError('rules --state: needs the name of one SITE');
  return { kind: 'state', folder, site: checkSiteName('SITE', name), ...shared } as const;
}

export const rules = describeCommand({
  name: 'rules',
  usage: ['INPUT… [--site NAME] [options]', 'SITE --state FOLDER [options]'],
  summary: "CSS selectors of a site's template and content",
  about: `Writes what refrain has learned of a site as CSS selectors and XPath, for each layout
of its pages: template by region, content, main content, title, date, author, items.
With --state, no page is read; a store keeps templates only from runs with --events.`,
  flags: OWN,
  hasDetector: true,
  exits: exitCodes(
    'the rules are written',
    'some pages or inputs failed; the rules are of the others',
    'no rules were written',
  ),
  examples: [
    'refrain rules site/ > rules.json',
    'refrain rules crawl.warc.gz --site www.example.org --format ftr --out example.org.txt',
    'refrain rules example.org --state crawl.refrain --format filters',
  ],
  read,
});
