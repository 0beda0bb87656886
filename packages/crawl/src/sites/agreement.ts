/** Tables can be used only with the options that they were created with. */

import { type DetectorOptions, type ResolvedOptions, resolveOptions } from 'refrain';
import { StoreError } from '../errors.ts';

/** Limits belong to a machine and a run, and a seed to the tables that are made in a run; all other options to all tables. */
const OF_THE_RUN: ReadonlySet<string> = new Set([
  'maxPageBytes',
  'maxNodes',
  'maxWork',
  'maxTableBytes',
  'maxMemory',
  'seed',
]);

/** An option that differs from that of the tables. */
export interface Contradiction {
  readonly option: string;
  readonly given: string;
  readonly has: string;
}

/** The options of the tables: all but limits and seed. */
export function tableOptions(options: ResolvedOptions): DetectorOptions {
  return Object.fromEntries(Object.entries(options).filter(([name]) => !OF_THE_RUN.has(name)));
}

/**
 * The options of the tables, with the limits and the seed that were given.
 *
 * @throws {StoreError} `STORE_OPTIONS`, its `cause` a list of {@link Contradiction}
 */
export function agree(given: DetectorOptions, had: ResolvedOptions): ResolvedOptions {
  const tables = tableOptions(had);
  // A preset stands for all options that it sets.
  const wanted = resolveOptions(given.preset === undefined ? { ...tables, ...given } : given);
  const names = Object.keys(tables) as (keyof ResolvedOptions)[];
  const contradictions = names
    .filter((name) => String(wanted[name]) !== String(had[name]))
    .map((name): Contradiction => ({ option: name, given: String(wanted[name]), has: String(had[name]) }));
  if (contradictions.length === 0) return wanted;
  const list = contradictions.map(({ option, given: asked, has }) => `${option} ${asked} (it has ${has})`).join(', ');
  throw new StoreError('STORE_OPTIONS', `the store was created with other options than ${list}`, {
    cause: contradictions,
  });
}
