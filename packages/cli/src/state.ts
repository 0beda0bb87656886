/** The store of a run, and its refusals in the words of the command line. */
import { stat } from 'node:fs/promises';
import { StoreError } from '@refrain/crawl';
import { agree, type Contradiction, LevelStore } from '@refrain/crawl/unstable';
import { type DetectorOptions, OptionError, type ResolvedOptions, resolveOptions } from 'refrain';
import { CommandError, describe } from './errors.ts';
import { flagOf } from './flags.ts';
import { resolveFlags } from './values.ts';

/** A store with the options that its sites have. */
export interface OpenedState {
  readonly store: LevelStore;
  readonly options: ResolvedOptions;
}

/**
 * Opens a store, or makes it where `create` says so.
 *
 * @throws {CommandError} where that can not be, or the store has other options than those given
 */
export async function openState(
  folder: string,
  { create, given }: { readonly create: boolean; readonly given: DetectorOptions },
): Promise<OpenedState> {
  const found = await stat(folder).catch(() => undefined);
  if (found === undefined && !create) throw new CommandError(`${folder}: there is no such store`);
  if (found?.isFile()) {
    throw new CommandError(
      `${folder} is a file; the state of a run is a folder (a snapshot of one site goes into one with refrain state import)`,
    );
  }
  if (found === undefined) resolveFlags(given);
  else resolveFlagsOf(given);
  try {
    return await LevelStore.open(folder, {
      create,
      settle: (saved) => (saved === undefined ? resolveOptions(given) : agree(given, saved)),
    });
  } catch (error) {
    throw refusal(folder, given, error);
  }
}

/** Options that can not be are told before the store is touched; lifetimes, only those of the store can tell. */
function resolveFlagsOf(given: DetectorOptions): void {
  const { baseLifetime: _, lifetimeGrowth: __, ...others } = given;
  resolveFlags(others);
}

function refusal(folder: string, given: DetectorOptions, error: unknown): unknown {
  if (error instanceof OptionError) {
    try {
      resolveFlags(given);
    } catch (told) {
      return told;
    }
  }
  if (!(error instanceof StoreError)) return error;
  if (error.code === 'STORE_OPTIONS') {
    const list = (error.cause as readonly Contradiction[])
      .map(({ option, given: asked, has }) => `--${flagOf(option)} ${asked} (it has ${has})`)
      .join(', ');
    const preset = given.preset === undefined ? '' : `--preset ${given.preset}: `;
    return new CommandError(`${folder} was made with other options than ${preset}${list}`);
  }
  return new CommandError(`${folder}: ${describe(error)}; it was left as it is`);
}
