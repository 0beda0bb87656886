/** Command lines of several programs, selected by the first word. */
import { parseArgs } from 'node:util';
import { RefrainError } from 'refrain';

/** An error that the user can correct, printed without a stack trace. */
export class Problem extends Error {}

export interface Output {
  readonly stdout: { write(text: string): unknown };
  readonly stderr: { write(text: string): unknown };
}

export class CommandLine {
  readonly operands: readonly string[];
  readonly output: Output;
  readonly #values: Readonly<Record<string, unknown>>;

  constructor(operands: readonly string[], values: Readonly<Record<string, unknown>>, output: Output = process) {
    this.operands = operands;
    this.#values = values;
    this.output = output;
  }

  text(flag: string): string | undefined {
    const value = this.#values[flag];
    return typeof value === 'string' ? value : undefined;
  }

  has(flag: string): boolean {
    return this.#values[flag] === true;
  }

  /** The value of a flag, a whole number from 1. */
  count(flag: string, defaultCount: number): number {
    const text = this.text(flag);
    const value = Number(text ?? defaultCount);
    if (!Number.isSafeInteger(value) || value < 1)
      throw new Problem(`--${flag} must be a whole number above 0, not ${text}`);
    return value;
  }

  get operand(): string {
    const [first, ...others] = this.operands;
    if (first === undefined || others.length > 0) throw new Problem('give one folder; see --help');
    return first;
  }

  get someOperands(): readonly string[] {
    if (this.operands.length === 0) throw new Problem('give one folder or more; see --help');
    return this.operands;
  }

  /** The folder of sites, from the flag or the environment. */
  get sites(): string | undefined {
    return this.text('sites') ?? process.env['REFRAIN_SITES'];
  }

  /** Prints a problem to standard error if `--errors` is set. */
  blame(...fields: readonly string[]): void {
    if (this.has('errors')) this.output.stderr.write(`${fields.join('\t')}\n`);
  }

  /** Prints a report as text or, with `--json`, as JSON with infinity as a string. */
  print<R>(report: R, format: (report: R) => string): void {
    const plain = (_: string, part: unknown): unknown => (part === Number.POSITIVE_INFINITY ? 'Infinity' : part);
    const text = this.has('json') ? JSON.stringify(report, plain, 2) : format(report).trimEnd();
    this.output.stdout.write(`${text}\n`);
  }
}

export interface Program {
  readonly help: string;
  /** Flags with and without a value, in addition to `--json` and `--help`. */
  readonly values?: readonly string[];
  readonly switches?: readonly string[];
  readonly hasOperands?: boolean;
  run(line: CommandLine): Promise<void>;
}

export type Programs = Readonly<
  Record<string, { readonly summary: string; load(): Promise<{ readonly program: Program }> }>
>;

function readCommandLine(words: readonly string[], program: Program, output: Output): CommandLine {
  const { values = [], switches = [], hasOperands } = program;
  const options = Object.fromEntries([
    ...values.map((flag) => [flag, { type: 'string' as const }]),
    ...[...switches, 'json', 'help'].map((flag) => [flag, { type: 'boolean' as const }]),
  ]);
  try {
    const parsed = parseArgs({ args: [...words], options, allowPositionals: hasOperands === true });
    return new CommandLine(parsed.positionals, parsed.values, output);
  } catch (error) {
    // Only the first line: the others explain arguments that begin with a dash.
    throw new Problem(String(error instanceof Error ? error.message : error).split('\n')[0]);
  }
}

async function runProgram(
  words: readonly string[],
  programs: Programs,
  command: string,
  output: Output,
  defaultName?: string,
): Promise<void> {
  const isNamed = words[0] !== undefined && !words[0].startsWith('-');
  const name = isNamed ? words[0] : defaultName;
  const width = Math.max(...Object.keys(programs).map(({ length }) => length));
  const list = Object.entries(programs)
    .map(([one, { summary }]) => `  ${one.padEnd(width)}  ${summary}\n`)
    .join('');
  const usage = `usage: ${command} ${defaultName === undefined ? 'NAME' : '[NAME]'} [-- options]

NAME --help prints the options.${defaultName === undefined ? '' : ` Without a name: ${defaultName}.`}

${list}`;
  if (name === undefined || (!isNamed && words[0] === '--help')) {
    output.stdout.write(usage);
    return;
  }
  const entry = programs[name];
  if (entry === undefined) throw new Problem(`there is no ${name}\n\n${usage}`);
  const { program } = await entry.load();
  const rest = isNamed ? words.slice(1) : words;
  if (rest.includes('--help')) output.stdout.write(program.help);
  else await program.run(readCommandLine(rest, program, output));
}

/** Runs the selected program, and returns the exit code: 1 with a message for errors that the user can correct. */
export async function runOneOf(
  words: readonly string[],
  programs: Programs,
  command: string,
  output: Output,
  defaultName?: string,
): Promise<number> {
  try {
    await runProgram(words, programs, command, output, defaultName);
    return 0;
  } catch (error) {
    if (!(error instanceof Problem) && !(error instanceof RefrainError)) throw error;
    output.stderr.write(`${command}: ${error.message}\n`);
    return 1;
  }
}
