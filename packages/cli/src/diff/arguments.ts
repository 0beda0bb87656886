/** `refrain diff`: flags, help and options. */
import { defineCommand } from '../arguments/command.ts';
import { HELP_FLAGS, site } from '../arguments/common-flags.ts';
import { toggle, usageError } from '../arguments/flags.ts';

/** Options of `refrain diff`. */
export interface DiffOptions {
  /** Files of rules, or folders of stores. */
  readonly old: string;
  readonly now: string;
  /** The site of a store; undefined for its only one. */
  readonly site: string | undefined;
  readonly json: boolean;
}

export const diff = defineCommand({
  name: 'diff',
  usage: ['OLD NEW [--site NAME] [--json]'],
  summary: 'what changed in the template of a site',
  about: `Prints what changed in the template of a site, from the rules OLD to the rules NEW:
layouts and regions that are new (+), gone (-), moved or found less often (~). Each
is a file of refrain rules, or a store of runs with --events FILE: its rules are then
made from what it has learned.`,
  flags: {
    ...site('which site of a store; for a store of one site, its name'),
    json: toggle('one JSON object'),
    ...HELP_FLAGS,
  },
  exits: {
    0: 'nothing has changed',
    1: 'the template has changed',
    2: 'usage error, or a file could not be read',
  },
  examples: [
    'refrain diff monday.rules.json friday.rules.json',
    'refrain diff monday.rules.json crawl.refrain --site www.example.org',
  ],
  read(operands, values): DiffOptions {
    const [old, now] = operands;
    if (old === undefined || now === undefined || operands.length !== 2)
      throw usageError('diff: needs two files of rules, or stores: OLD NEW');
    return { old, now, ...values };
  },
  run: async (options, { stdout }) => (await import('./run.ts')).printDiff(options, stdout),
});
