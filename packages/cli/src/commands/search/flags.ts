/** `refrain search`: flags, help and options. */
import type { Ranking } from '@refrain/search';
import { describeCommand } from '../../arguments/command.ts';
import { quiet } from '../../arguments/common-flags.ts';
import { count, toggle, usageError, type ValuesOf, word } from '../../arguments/flags.ts';

/** The first is the default. */
const RANKINGS = ['bm25', 'pivoted'] as const satisfies readonly Ranking[];
export const SEARCH_LIMIT = { default: 10, min: 1, max: 1_000_000 } as const;

const FLAGS = {
  ranking: word('METHOD', RANKINGS, `${RANKINGS[0]} (default) or ${RANKINGS[1]}`),
  limit: count('COUNT', SEARCH_LIMIT, 'maximum number of pages'),
  json: toggle('one JSON line per page: page, url, title and score'),
  ...quiet('no message if no page was found'),
};

export type SearchRunOptions = ReturnType<typeof read>;

function read([file, ...words]: readonly string[], values: ValuesOf<typeof FLAGS>) {
  const query = words.join(' ');
  if (file === undefined || query.trim() === '') throw usageError('search: needs FILE QUERY…');
  return { ...values, file, query };
}

export const search = describeCommand({
  name: 'search',
  usage: ['FILE QUERY… [options]'],
  summary: 'search such an index',
  about: `Finds the pages of an index that have any word of QUERY outside their template, the
best first. Prints one line per page: score, URL and title, separated by tabs.
Words in double quotes must follow one another; quote them for the shell too.`,
  flags: FLAGS,
  exits: {
    0: 'the search ran, with or without results',
    2: 'usage error, or the index could not be read',
  },
  examples: [
    'refrain search site.index template detection',
    `refrain search site.index '"template detection" crawl' --limit 3 --json`,
  ],
  read,
});
