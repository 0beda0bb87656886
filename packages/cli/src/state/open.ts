/** The store of a run. Its errors name flags instead of options. */
import { existsSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { StoreError } from '@refrain/crawl';
import { agree, type Contradiction, LevelStore } from '@refrain/crawl/internal';
import { type DetectorOptions, OptionError, type ResolvedOptions, resolveOptions } from 'refrain';
import { resolveFlags } from '../arguments/detector-flags.ts';
import { flagOf } from '../arguments/flags.ts';
import { CommandError, messageOf } from '../errors.ts';
import { makeFolder } from '../output/output-target.ts';

/** A store and the options of its sites. */
export interface OpenedState {
  readonly store: LevelStore;
  readonly options: ResolvedOptions;
}

/** Whether a path is the folder of a store, or of another database of its kind: a folder of pages has no such files. */
export const isStoreFolder = (path: string): boolean =>
  ['CURRENT', 'LOCK'].every((name) => existsSync(join(path, name)));

/**
 * Opens a store. `create`: a missing one is created.
 *
 * @throws {CommandError} if the store cannot be opened, or has other options than those given
 */
export async function openState(
  folder: string,
  { create, given }: { readonly create: boolean; readonly given: DetectorOptions },
): Promise<OpenedState> {
  const found = await stat(folder).catch(() => undefined);
  if (found === undefined && !create)
    throw new CommandError(`${folder}: there is no such store`, { code: 'STORE_MISSING' });
  if (found?.isFile()) {
    throw new CommandError(
      `${folder}: must be a folder, and it is a file; refrain state import puts a snapshot of one site into a store`,
      { code: 'OUTPUT_INVALID' },
    );
  }
  if (found === undefined) {
    resolveFlags(given);
    makeFolder(folder, `--state ${folder}`);
  } else resolveFlagsOf(given);
  try {
    return await LevelStore.open(folder, {
      create,
      settle: (saved) => (saved === undefined ? resolveOptions(given) : agree(given, saved)),
    });
  } catch (error) {
    throw refusal(folder, given, error);
  }
}

/** Checks options before the store is opened. The two lifetime options are valid or not only together with the stored ones. */
function resolveFlagsOf(given: DetectorOptions): void {
  const { baseLifetime: _, lifetimeGrowth: __, ...others } = given;
  resolveFlags(others);
}

function refusal(folder: string, given: DetectorOptions, error: unknown): unknown {
  if (error instanceof OptionError) {
    try {
      resolveFlags(given);
    } catch (flagError) {
      return flagError;
    }
  }
  if (!(error instanceof StoreError)) return error;
  if (error.code === 'STORE_OPTIONS') {
    const list = (error.cause as readonly Contradiction[])
      .map(({ option, given: value, has }) => `--${flagOf(option)} ${value} (it has ${has})`)
      .join(', ');
    const preset = given.preset === undefined ? '' : `--preset ${given.preset}: `;
    return new CommandError(
      `${folder}: the store has other options than ${preset}${list}; leave these flags out, or use another folder`,
      { code: error.code },
    );
  }
  const advice =
    error.code === 'STORE_DAMAGED'
      ? `refrain state check ${folder} says what can be saved`
      : 'the store was not changed';
  return new CommandError(`${folder}: ${messageOf(error)}; ${advice}`, { code: error.code });
}
