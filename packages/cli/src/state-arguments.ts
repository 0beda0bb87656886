/** Arguments of `refrain state`. */
import { STATE_ACTIONS } from './flag-values.ts';
import { readSite, usageError } from './values.ts';

export type StateAction = (typeof STATE_ACTIONS)[number];

/** Options of `refrain state`. */
export interface StateOptions {
  readonly action: StateAction;
  readonly folder: string;
  readonly site: string | undefined;
  readonly file: string | undefined;
}

/** Operands of each action. */
export const OPERANDS: Readonly<Record<StateAction, readonly string[]>> = {
  list: ['FOLDER'],
  export: ['FOLDER', 'SITE', 'FILE'],
  import: ['FOLDER', 'SITE', 'FILE'],
  forget: ['FOLDER', 'SITE'],
};

export function readState([word, ...operands]: readonly string[]): StateOptions {
  const action = STATE_ACTIONS.find((name) => name === word);
  if (action === undefined) throw usageError(`state: needs an action: ${STATE_ACTIONS.join(', ')}`);
  const [folder, site, file] = operands;
  if (folder === undefined || operands.length !== OPERANDS[action].length) {
    throw usageError(`state ${action}: needs ${OPERANDS[action].join(' ')}`);
  }
  return { action, folder, site: readSite('SITE', site), file };
}
