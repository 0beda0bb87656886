/** `refrain state`: flags, help and options. */
import { describeCommand } from '../../arguments/command-line.ts';
import { usageError, type ValuesOf } from '../../arguments/flag-kinds.ts';
import { FLAGS } from '../../arguments/flag-table.ts';
import { checkSiteName } from '../../arguments/flag-values.ts';

const OPERANDS = {
  list: ['FOLDER'],
  export: ['FOLDER', 'SITE', 'FILE'],
  import: ['FOLDER', 'SITE', 'FILE'],
  forget: ['FOLDER', 'SITE'],
  check: ['FOLDER'],
  repair: ['FOLDER'],
} as const satisfies Record<string, readonly string[]>;

const ACTIONS = Object.keys(OPERANDS) as (keyof typeof OPERANDS)[];

const OWN = {
  out: { ...FLAGS.out, value: 'FOLDER', meaning: 'repair: folder of the new store, which must be empty or missing' },
};

export type StateOptions = ReturnType<typeof read>;

function read([word, ...operands]: readonly string[], { out }: ValuesOf<typeof OWN>) {
  const action = ACTIONS.find((name) => name === word);
  if (action === undefined) throw usageError(`state: needs an action: ${ACTIONS.join(', ')}`);
  const [folder, site, file] = operands;
  if (folder === undefined || operands.length !== OPERANDS[action].length)
    throw usageError(`state ${action}: needs ${OPERANDS[action].join(' ')}`);
  if (action === 'repair' && out === undefined) throw usageError('state repair: needs --out FOLDER');
  if (action !== 'repair' && out !== undefined) throw usageError('--out: works only with state repair');
  return { action, folder, site: site === undefined ? undefined : checkSiteName('SITE', site), file, out };
}

export const state = describeCommand({
  name: 'state',
  usage: [`${ACTIONS.join('|')} FOLDER [SITE [FILE]]`],
  summary: 'sites of a store: list, export, check, repair and more',
  about: `Shows and changes the store that refrain INPUT… --state FOLDER made.

Actions
  list FOLDER              print one JSON line per site
  export FOLDER SITE FILE  write the snapshot of a site, for Detector.restore of the
                           library; - is standard output
  import FOLDER SITE FILE  put the snapshot FILE into the store as SITE
  forget FOLDER SITE       remove a site from the store
  check FOLDER             print as JSON what is damaged, and what can be saved
  repair FOLDER            write what can be saved to a new store, --out FOLDER; the
                           damaged one is not changed`,
  flags: OWN,
  exits: {
    0: 'done',
    1: 'check: the store is damaged',
    2: 'usage error, or the store could not be read or changed',
  },
  examples: [
    'refrain state list crawl.refrain',
    'refrain state export crawl.refrain www.example.org example.snapshot',
    'refrain state repair crawl.refrain --out repaired.refrain',
  ],
  read,
});
