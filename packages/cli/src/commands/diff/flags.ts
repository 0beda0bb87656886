/** `refrain diff`: flags, help and options. */
import { describeCommand } from '../../arguments/command.ts';
import { site } from '../../arguments/common-flags.ts';
import { toggle, usageError, type ValuesOf } from '../../arguments/flags.ts';

const FLAGS = {
  ...site('which site of a store; for a store of one site, its name'),
  json: toggle('one JSON object'),
};

/** OLD and NEW are files of rules, or folders of stores. */
export type DiffOptions = ReturnType<typeof read>;

function read([old, now, ...more]: readonly string[], values: ValuesOf<typeof FLAGS>) {
  if (old === undefined || now === undefined || more.length > 0)
    throw usageError('diff: needs two files of rules, or stores: OLD NEW');
  return { old, now, ...values };
}

export const diff = describeCommand({
  name: 'diff',
  usage: ['OLD NEW [--site NAME] [--json]'],
  summary: 'what changed in the template of a site',
  about: `Prints what changed in the template of a site, from the rules OLD to the rules NEW:
layouts and regions that are new (+), gone (-), moved or found less often (~). Each
is a file of refrain rules, or a store of runs with --events FILE: its rules are then
made from what it has learned.`,
  flags: FLAGS,
  exits: {
    0: 'nothing has changed',
    1: 'the template has changed',
    2: 'usage error, or a file could not be read',
  },
  examples: [
    'refrain diff monday.rules.json friday.rules.json',
    'refrain diff monday.rules.json crawl.refrain --site www.example.org',
  ],
  read,
});
