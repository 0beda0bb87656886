/** `refrain rules`: flags, help and options. */
import type { DetectorOptions } from 'refrain';
import { describeCommand } from '../../arguments/command.ts';
import { INPUT_FLAGS, MODEL_FLAG, quiet, SITE_FLAGS, site, siteNamed } from '../../arguments/common-flags.ts';
import { DETECTOR_OPTIONS } from '../../arguments/detector-flags.ts';
import { count, flagOf, target, text, usageError, type ValuesOf, word } from '../../arguments/flags.ts';
import { exitCodes } from '../../arguments/help.ts';
import { readInputs } from '../../read/inputs.ts';

/** The first is the default. */
const RULES_FORMATS = ['json', 'filters', 'scraper', 'ftr', 'crawl4ai'] as const;
export type RulesFormat = (typeof RULES_FORMATS)[number];
const PAGES = { default: 2000, min: 1, max: 10_000_000 } as const;

const FLAGS = {
  format: word(
    'FORMAT',
    RULES_FORMATS,
    `${RULES_FORMATS[0]} (default): with figures, by layout; filters: ad blockers; scraper: XPath, for Scrapy and the like; ` +
      'ftr: HOST.txt for wallabag and other readers; crawl4ai',
  ),
  out: target('FILE', 'file, or - for standard output (default)'),
  pages: count('COUNT', PAGES, 'maximum number of pages that are read'),
  ...INPUT_FLAGS,
  ...site('which site of the input; for an input of one site, its name'),
  siteOf: SITE_FLAGS.siteOf,
  state: text('FOLDER', 'read no pages: make rules of what a store has learned'),
  ...MODEL_FLAG,
  ...quiet('print errors only'),
};

/** Of pages, or of a store; of the detector only the given options. */
export type RulesOptions = ReturnType<typeof read>;

function read(
  operands: readonly string[],
  values: ValuesOf<typeof FLAGS>,
  detector: DetectorOptions,
  given: readonly string[],
) {
  const { state: folder, format, out, quiet: isQuiet } = values;
  if (folder === undefined) return { kind: 'pages', ...values, ...readInputs(operands, values), detector } as const;
  const other = given.find((name) => !['state', 'format', 'out', 'quiet'].includes(name));
  if (other !== undefined) throw usageError(`--${flagOf(other)}: works only with pages, not with --state`);
  const [name] = operands;
  if (name === undefined || operands.length !== 1) throw usageError('rules --state: needs the name of one SITE');
  return { kind: 'state', folder, site: siteNamed('SITE', name), format, out, quiet: isQuiet } as const;
}

export const rules = describeCommand({
  name: 'rules',
  usage: ['INPUT… [--site NAME] [options]', 'SITE --state FOLDER [options]'],
  summary: "CSS selectors of a site's template and content",
  about: `What refrain has learned of a site as CSS selectors and XPath, for each layout of its
pages: template by region, content, main content, title, date, author, items.
With --state, no page is read; a store keeps templates only from runs with --events.`,
  flags: FLAGS,
  detector: { flags: DETECTOR_OPTIONS, isListedElsewhere: true },
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
