/**
 * The options of the detector. Common ones have flags; `--option NAME=VALUE` sets any. The library checks most values.
 */
import { readFile } from 'node:fs/promises';
import { type DetectorOptions, OptionError, type ResolvedOptions, resolveOptions } from 'refrain';
import { Core } from 'refrain/engine';
import { CommandError, withSource } from '../errors.ts';
import { flagOf, MIB, type Range, sizeOf, suggestion, usageError } from './flag-kinds.ts';

/** Bytes of linear memory of all threads together. A page needs about 25 times its size. */
export const RUN_MEMORY = { default: 512 * MIB, min: 16 * MIB, max: 4095 * MIB } as const satisfies Range;

export const DETECTOR_FLAGS = [
  ...(['preset', 'evidence', 'recall', 'unseen', 'maxPageBytes', 'maxMemory', 'seed'] as const),
] satisfies readonly (keyof DetectorOptions)[];

export const DETECTOR_OPTIONS: readonly string[] = ['preset', ...Object.keys(resolveOptions())];

/** Text that is not a number is returned, so that the error of the library contains it. */
export const readNumber = (given: string): string | number =>
  given.trim() === '' || Number.isNaN(Number(given)) ? given : Number(given);

export const readSeed = (given: string): string | number => (/^\d{1,16}$/.test(given) ? Number(given) : given);

export const readOptions = (texts: readonly string[], flag: string): DetectorOptions =>
  Object.fromEntries(
    texts.map((text) => {
      const [, name = '', value = ''] = /^(\w*)=(.+)$/s.exec(text) ?? [];
      if (!DETECTOR_OPTIONS.includes(name))
        throw usageError(
          `${flag}: must be NAME=VALUE with one of ${DETECTOR_OPTIONS.join(', ')}, not ${text}${suggestion(name, DETECTOR_OPTIONS)}`,
        );
      if (name === 'seed') return [name, readSeed(value)];
      return [name, /Bytes$|Memory$/.test(name) ? sizeOf(value, `${flag} ${name}`) : readNumber(value)];
    }),
  );

export const detectorOptions = (values: Readonly<Record<string, unknown>>): DetectorOptions => ({
  ...(values['option'] as DetectorOptions | undefined),
  ...Object.fromEntries(
    DETECTOR_FLAGS.map((name) => [name, values[name]] as const).filter(([, value]) => value !== undefined),
  ),
});

export const optionText = (name: string, value = ''): string =>
  DETECTOR_FLAGS.some((each) => each === name)
    ? `--${flagOf(name)} ${value}`.trim()
    : `--option ${name}${value === '' ? '' : '='}${value}`;

export const resolveFlags = (options: DetectorOptions): ResolvedOptions => withFlagNames(() => resolveOptions(options));

/** Runs `act`. Its errors name flags instead of options. */
export function withFlagNames<T>(act: () => T): T {
  try {
    return act();
  } catch (error) {
    if (!(error instanceof OptionError)) throw error;
    const message = error.message.replace(/^\w+|\w+[A-Z]\w+/g, (name) =>
      DETECTOR_OPTIONS.includes(name) ? optionText(name) : name,
    );
    throw new CommandError(message.replace(/^(--option \w+|--[a-z-]+) /, '$1: '), { code: error.code });
  }
}

/**
 * @param flag the flag that requests main content, if any
 * @param state the store that contains these options; default: they come from flags, and are checked again with the
 * store
 * @throws {CommandError} `NO_MAIN` if no model decides, so that main content is unknown
 */
export function checkMain(flag: string | undefined, { preset, evidence }: DetectorOptions, state?: string): void {
  const decides = evidence ?? (preset === 'paper' ? 'repetition' : 'joint');
  if (flag === undefined || decides !== 'repetition') return;
  const ofFlags = evidence === undefined ? 'the preset paper' : '--evidence repetition';
  const source = state === undefined ? ofFlags : `the store ${state}`;
  const message = `${flag}: main content is found by the model, and ${source} decides by repetition only`;
  throw new CommandError(message, { usage: true, code: 'NO_MAIN' });
}

export async function readModelFile(
  path: string | undefined,
  detector: ResolvedOptions,
): Promise<Uint8Array | undefined> {
  if (path === undefined) return undefined;
  return withSource(`--model ${path}`, async () => {
    const model = new Uint8Array(await readFile(path));
    await Core.open(detector, { model });
    return model;
  });
}
