/** `refrain changed`: flags, help and options. */
import { describeCommand } from '../../arguments/command.ts';
import { MODEL_FLAG, PATTERN_FLAGS, quiet, SITE_FLAGS } from '../../arguments/common-flags.ts';
import { text, toggle, usageError, type ValuesOf, word } from '../../arguments/flags.ts';
import { exitCodes } from '../../arguments/help.ts';
import { checkInputs, isAddress } from '../../read/inputs.ts';
import { pageTest } from '../../read/patterns.ts';

/** The first is the default. */
const FORMATS = ['text', 'ndjson'] as const;

const FLAGS = {
  format: text('FORMAT', `${FORMATS[0]} (default), for a reader, or ${FORMATS[1]}: one line per page`),
  json: toggle('one JSON object: pages and counts'),
  ...PATTERN_FLAGS,
  siteOf: SITE_FLAGS.siteOf,
  ...MODEL_FLAG,
  ...quiet('print errors only: no progress'),
};

export type ChangedOptions = ReturnType<typeof read>;

function read([old, next, ...more]: readonly string[], values: ValuesOf<typeof FLAGS>) {
  const { json, format, include, exclude } = values;
  if (old === undefined || next === undefined || more.length > 0)
    throw usageError('changed: needs two crawls, OLD and NEW');
  checkInputs([old, next]);
  if (old === '-' || next === '-')
    throw usageError('changed: reads each crawl twice, and standard input can be read only once');
  if (isAddress(old) || isAddress(next)) throw usageError('changed: compares crawls, and an address is one page');
  if (json && format !== undefined) throw usageError('--json: works without --format');
  const isRead = pageTest(include, exclude);
  const given = word('FORMAT', FORMATS, '').read(format === undefined ? [] : [format], '--format');
  return { ...values, old, next, isRead, format: json ? ('json' as const) : given };
}

export const changed = describeCommand({
  name: 'changed',
  usage: ['OLD NEW [options]'],
  summary: 'what pages say differently in a second crawl',
  about: `Compares two crawls of a site: which pages are new, gone or moved, and what the main
content of the others says differently. OLD and NEW are inputs as in refrain --help,
except for standard input; each is read twice, and judged by itself. Template,
counters, ages and dates of now are no change. A crawl whose pages are not kept can
be a file of lines with id, contentHash and contentDigest, as in the last example:
which pages have changed is known then, and not what they say. A store keeps no
pages and is refused.
Pages are paired by URL, without fragment and tracking parameters; files by their
path. A page with another URL and the same content has moved.`,
  flags: FLAGS,
  exits: exitCodes(
    'the crawls were compared',
    'some pages or inputs failed; the others are compared',
    'pages compared so far were printed',
  ),
  examples: [
    'refrain changed monday.warc.gz tuesday.warc.gz',
    'refrain changed docs-4.2/ docs-5.0/ --format ndjson | jq -r .id',
    'refrain today/ --fields id,url,contentHash,contentDigest --out today.hashes',
    'refrain changed yesterday.hashes today.hashes',
  ],
  read,
});
