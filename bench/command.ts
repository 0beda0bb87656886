/** Shared by all commands of bench/ and scripts/: flags, and errors reported in one line. */
import { parseArgs } from 'node:util';
import { type DetectorOptions, RefrainError } from 'refrain';
import { DETECTOR_FLAGS, DETECTOR_OPTIONS } from '../packages/cli/src/arguments/detector-flags.ts';
import { flagOf } from '../packages/cli/src/arguments/flags.ts';
import { Problem } from './problem.ts';

/** Flags by name; those of type `boolean` take no value. */
export type Flags = Readonly<Record<string, { readonly type: 'string' | 'boolean' }>>;

export interface CommandLine {
  readonly operands: readonly string[];
  text(flag: string): string | undefined;
  has(flag: string): boolean;
}

/** Every option of the detector as a flag: `--base-lifetime` for `baseLifetime`. */
export const detectorFlags: Flags = Object.fromEntries(
  DETECTOR_OPTIONS.map((option) => [flagOf(option), { type: 'string' as const }]),
);

export function readCommandLine(words: readonly string[], flags: Flags): CommandLine {
  try {
    const { values, positionals } = parseArgs({ args: [...words], options: flags, allowPositionals: true });
    return {
      operands: positionals,
      text: (flag) => {
        const value = values[flag];
        return typeof value === 'string' ? value : undefined;
      },
      has: (flag) => values[flag] === true,
    };
  } catch (error) {
    // The lines after the first explain how to pass arguments that begin with a dash.
    throw new Problem(String(error instanceof Error ? error.message : error).split('\n')[0]);
  }
}

/** The folder of sites, which is the only operand. */
export function oneSitesFolder({ operands: [folder, ...others] }: CommandLine): string {
  if (folder === undefined || others.length > 0) throw new Problem('give one SITES_DIR; see --help');
  return folder;
}

/** The value of a flag as a whole number from 1 up, or the default. */
export function readCount(line: CommandLine, flag: string, defaultCount: number): number {
  const text = line.text(flag);
  const value = Number(text ?? defaultCount);
  if (!Number.isSafeInteger(value) || value < 1)
    throw new Problem(`--${flag} must be a whole number above 0, not ${text}`);
  return value;
}

/** The options of the detector on the command line. The library checks their values. */
export function readDetectorOptions(line: CommandLine): DetectorOptions {
  const given: Record<string, unknown> = {};
  for (const option of DETECTOR_OPTIONS) {
    const text = line.text(flagOf(option));
    if (text === undefined) continue;
    if (option === 'separators') given[option] = /^(paper|html5|blocks)$/.test(text) ? text : text.split(',');
    else given[option] = text.trim() === '' || Number.isNaN(Number(text)) ? text : Number(text);
  }
  return given;
}

/** The flags of the detector with their meanings, for a help text. */
export const detectorHelp = DETECTOR_OPTIONS.map((option) => {
  const { value, meaning } = DETECTOR_FLAGS[option];
  return `  ${`--${flagOf(option)} ${value}`.padEnd(30)} ${meaning}`;
}).join('\n');

/** Prints one JSON value on standard output. JSON has no infinity: it becomes the string "Infinity". */
export function printJson(value: unknown): void {
  const plain = (_: string, part: unknown): unknown => (part === Number.POSITIVE_INFINITY ? 'Infinity' : part);
  process.stdout.write(`${JSON.stringify(value, plain, 2)}\n`);
}

/** Runs a command. An error that the user can correct becomes a message on standard error and exit code 1. */
export async function runCommand(name: string, run: (words: readonly string[]) => Promise<void>): Promise<void> {
  try {
    await run(process.argv.slice(2));
  } catch (error) {
    if (!(error instanceof Problem) && !(error instanceof RefrainError)) throw error;
    process.stderr.write(`${name}: ${error.message}\n`);
    process.exitCode = 1;
  }
}

/** A benchmark on sites: its measurement, and its output as text. */
export interface SiteBench<R> {
  readonly help: string;
  measure(sitesFolder: string | undefined, isQuick: boolean): Promise<R>;
  format(report: R): string;
}

/** Runs a benchmark that knows `--sites`, `--quick`, `--json` and `--help`. */
export function runSiteBench<R>(name: string, { help, measure, format }: SiteBench<R>): Promise<void> {
  return runCommand(name, async (words) => {
    const line = readCommandLine(words, {
      ...{ sites: { type: 'string' }, quick: { type: 'boolean' } },
      ...{ json: { type: 'boolean' }, help: { type: 'boolean' } },
    });
    if (line.has('help')) {
      process.stdout.write(help);
      return;
    }
    if (line.operands.length > 0)
      throw new Problem(`unexpected argument ${line.operands[0]}: use --sites for a folder of sites; see --help`);
    const report = await measure(line.text('sites') ?? process.env['REFRAIN_SITES'], line.has('quick'));
    if (line.has('json')) printJson(report);
    else process.stdout.write(format(report));
  });
}
