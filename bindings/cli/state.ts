/** The state file: a snapshot of the detector, from one run to the next. */
import { access, constants, open, readFile, realpath, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Detector } from '../detector.ts';
import { RefrainError } from '../errors.ts';
import type { DetectorOptions, ResolvedOptions } from '../options.ts';
import { type RunOptions, resolveFlags } from './arguments.ts';
import { CommandError, codeOf, describe } from './errors.ts';
import { flagOf } from './flags.ts';

/**
 * The detector that a run goes on with: the one of the state file, or a new one.
 *
 * @throws {CommandError} where an option can not be, or the state file can not be read, is damaged or of other options
 */
export async function openDetector({ state, labelOnly, detector: given }: RunOptions): Promise<Detector> {
  if (state === undefined) return Detector.create(resolveFlags(given));
  if (!labelOnly) await checkFolder(state);
  const saved = await readState(state);
  if (saved === undefined) {
    if (labelOnly) throw new CommandError(`${state}: there is no such state file to label by`);
    return Detector.create(resolveFlags(given));
  }
  const detector = await restore(state, saved);
  checkOptions(state, given, detector.options);
  return detector;
}

async function readState(file: string): Promise<Uint8Array | undefined> {
  try {
    return await readFile(file);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw new CommandError(`${file}: ${describe(error)}`);
  }
}

/** Better to know before a long run than after it. */
async function checkFolder(file: string): Promise<void> {
  const folder = dirname(file);
  try {
    await access(folder, constants.W_OK);
    if (!(await stat(folder)).isDirectory()) throw new Error('not a folder');
  } catch (error) {
    throw new CommandError(`${file}: its folder can not be written to: ${describe(error)}`);
  }
}

async function restore(file: string, saved: Uint8Array): Promise<Detector> {
  try {
    return await Detector.restore(saved);
  } catch (error) {
    if (!(error instanceof RefrainError)) throw error;
    throw new CommandError(`${file}: ${describe(error)}; the file was left as it is`);
  }
}

/** A table is of use only with the options that it was made with. */
function checkOptions(file: string, given: DetectorOptions, saved: ResolvedOptions): void {
  // A preset stands for all the options that it sets, the rest only for itself.
  const wanted = resolveFlags(given.preset === undefined ? { ...saved, ...given } : given);
  const names = Object.keys(saved) as (keyof ResolvedOptions)[];
  const contradictions = names
    .filter((name) => String(wanted[name]) !== String(saved[name]))
    .map((name) => `--${flagOf(name)} ${String(wanted[name])} (it has ${String(saved[name])})`);
  if (contradictions.length === 0) return;
  const preset = given.preset === undefined ? '' : `--preset ${given.preset}: `;
  throw new CommandError(`${file} was made with other options than ${preset}${contradictions.join(', ')}`);
}

/** Writes the state so that a crash at any moment leaves the old file or the new one, whole. */
export async function writeState(file: string, snapshot: Uint8Array): Promise<void> {
  const target = await realpath(file).catch(() => file);
  const draft = `${target}.${process.pid}.tmp`;
  try {
    const handle = await open(draft, 'w');
    try {
      await handle.writeFile(snapshot);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(draft, target);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}
