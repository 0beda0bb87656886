/** What the commands of this folder have in common: flags, and errors told in one line. */
import { parseArgs } from 'node:util';
import { type DetectorOptions, RefrainError } from 'refrain';
import { DETECTOR_FLAGS, DETECTOR_OPTIONS, flagOf } from '../packages/cli/src/flags.ts';
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
    // What follows the first line is advice on dashes.
    throw new Problem(String(error instanceof Error ? error.message : error).split('\n')[0]);
  }
}

/** The one folder of sites that a command works on. */
export function oneSitesFolder({ operands: [folder, ...others] }: CommandLine): string {
  if (folder === undefined || others.length > 0) throw new Problem('give one SITES_DIR; --help tells more');
  return folder;
}

/** The whole number from 1 that a flag has, if it is given. */
export function readCount(line: CommandLine, flag: string, standard: number): number {
  const value = Number(line.text(flag) ?? standard);
  if (!Number.isSafeInteger(value) || value < 1) throw new Problem(`--${flag} must be a whole number above 0`);
  return value;
}

/** The detector's options that were given; their values are checked by the library. */
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

/** The detector's flags with what they mean, for a help text. */
export const detectorHelp = DETECTOR_OPTIONS.map((option) => {
  const { value, meaning } = DETECTOR_FLAGS[option];
  return `  ${`--${flagOf(option)} ${value}`.padEnd(30)} ${meaning}`;
}).join('\n');

/** JSON on standard output and nothing beside it; JSON has no infinity, so that one is written as a word. */
export function printJson(value: unknown): void {
  const plain = (_: string, part: unknown): unknown => (part === Number.POSITIVE_INFINITY ? 'Infinity' : part);
  process.stdout.write(`${JSON.stringify(value, plain, 2)}\n`);
}

/** Runs a command: what the user can put right is one line on standard error and exit code 1. */
export async function runCommand(name: string, run: (words: readonly string[]) => Promise<void>): Promise<void> {
  try {
    await run(process.argv.slice(2));
  } catch (error) {
    if (!(error instanceof Problem) && !(error instanceof RefrainError)) throw error;
    process.stderr.write(`${name}: ${error.message}\n`);
    process.exitCode = 1;
  }
}

/** What a benchmark of sites is: its measurement, and the report of it in words. */
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
      throw new Problem(`${line.operands[0]}: sites are named by --sites; --help tells more`);
    const report = await measure(line.text('sites') ?? process.env['REFRAIN_SITES'], line.has('quick'));
    if (line.has('json')) printJson(report);
    else process.stdout.write(format(report));
  });
}
