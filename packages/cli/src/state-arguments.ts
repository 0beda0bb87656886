/** Arguments of `refrain state`. */
import { STATE_ACTIONS } from './flag-values.ts';
import { type HasFlag, readSite, type TextOf, usageError } from './values.ts';

export type StateAction = (typeof STATE_ACTIONS)[number];

/** Options of `refrain state`. */
export interface StateOptions {
  readonly action: StateAction;
  readonly folder: string;
  readonly site: string | undefined;
  readonly file: string | undefined;
  /** Only for `repair`. */
  readonly out: string | undefined;
  /** Only for `check` and `repair`. */
  readonly json: boolean;
}

/** Operands of each action. */
export const OPERANDS: Readonly<Record<StateAction, readonly string[]>> = {
  list: ['FOLDER'],
  export: ['FOLDER', 'SITE', 'FILE'],
  import: ['FOLDER', 'SITE', 'FILE'],
  forget: ['FOLDER', 'SITE'],
  check: ['FOLDER'],
  repair: ['FOLDER'],
};

export function readState([word, ...operands]: readonly string[], text: TextOf, has: HasFlag): StateOptions {
  const action = STATE_ACTIONS.find((name) => name === word);
  if (action === undefined) throw usageError(`state: needs an action: ${STATE_ACTIONS.join(', ')}`);
  const [folder, site, file] = operands;
  if (folder === undefined || operands.length !== OPERANDS[action].length) {
    throw usageError(`state ${action}: needs ${OPERANDS[action].join(' ')}`);
  }
  const [out, json] = [text('out'), has('json')];
  if (action === 'repair' && out === undefined) throw usageError('state repair: needs --out FOLDER');
  if (action !== 'repair' && out !== undefined) throw usageError('--out: works only with state repair');
  if (action !== 'repair' && action !== 'check' && json)
    throw usageError('--json: works only with state check and state repair');
  return { action, folder, site: readSite('SITE', site), file, out, json };
}
