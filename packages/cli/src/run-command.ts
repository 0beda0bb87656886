/** A command line, from words to exit code. */

import { existsSync } from 'node:fs';
import type { Writable } from 'node:stream';
import { inputFiles } from '@refrain/crawl/engine/node';
import { type Command, type CommandContext, commandOf, defineCommand, parseWords } from './arguments/command-line.ts';
import { nearest, usageError } from './arguments/flag-kinds.ts';
import { help, helpAll, hint } from './arguments/help.ts';
import { crawl } from './commands/crawl/flags.ts';
import { mcp } from './commands/mcp/flags.ts';
import { pages as pagesFlags, report } from './commands/pages/flags.ts';
import { rows } from './commands/rows/flags.ts';
import { rules } from './commands/rules/flags.ts';
import { serve } from './commands/serve/flags.ts';
import { state } from './commands/state/flags.ts';
import { CommandError, describe, OutputError } from './errors.ts';
import { version } from './version.ts';
import { print } from './write/output.ts';

const pages = defineCommand(pagesFlags, () => import('./commands/pages/run.ts'));

/** Commands with a name. A new one needs a folder and a line here. */
const NAMED = [
  defineCommand(crawl, () => import('./commands/crawl/run.ts')),
  defineCommand(report, () => import('./commands/pages/run.ts')),
  defineCommand(rules, () => import('./commands/rules/run.ts')),
  defineCommand(rows, () => import('./commands/rows/run.ts')),
  defineCommand(state, () => import('./commands/state/run.ts')),
  defineCommand(mcp, () => import('./commands/mcp/run.ts')),
  defineCommand(serve, () => import('./commands/serve/run.ts')),
];

/** First words that are flags without dashes. */
const WORDS: Readonly<Record<string, string>> = { help: '--help-all', version: '--version' };

/** The first has no name. */
export const COMMANDS: readonly Command[] = [pages, ...NAMED];

/** Returns the exit code, unless a signal interrupts the command. */
export async function runCommand(words: readonly string[], context: CommandContext): Promise<number> {
  try {
    return await prepareCommand(words, context.isPiped)(context);
  } catch (error) {
    // The reader of the output may close the pipe early, as `head` does.
    if (error instanceof OutputError && error.code === 'EPIPE') return 0;
    const isRefusal = error instanceof CommandError;
    const usage = isRefusal && error.usage ? hint(commandOf(words, COMMANDS)) : '';
    const remedy = isRefusal && error.remedy !== undefined ? `${error.remedy}\n` : '';
    context.stderr.write(`refrain: ${describe(error)}\n${remedy}${usage}`);
    return isRefusal ? 2 : 1;
  }
}

/**
 * Checks a command line; returns the function that runs it. `isPiped`: without inputs, standard input is read.
 *
 * @throws {CommandError}
 */
export function prepareCommand(
  given: readonly string[],
  isPiped = false,
): (context: CommandContext) => Promise<number> {
  const [first = '', ...others] = given;
  const words = Object.hasOwn(WORDS, first) ? [...others, WORDS[first] ?? ''] : given;
  const command = commandOf(words, COMMANDS);
  const { texts, operands } = parseWords(words, command, COMMANDS);
  if (texts.has('help-all')) return ({ stdout }) => printText(stdout, helpAll(command, NAMED));
  if (texts.has('help')) return ({ stdout }) => printText(stdout, help(command, NAMED));
  if (texts.has('version')) return ({ stdout }) => printText(stdout, `${version()}\n`);
  if (command === pages) checkNotMisspelt(operands);
  const readsPipe = isPiped && command === pages && operands.length === 0 && !texts.has('files-from');
  return command.prepare(readsPipe ? [inputFiles.STDIN] : operands, texts);
}

/** @throws {CommandError} if the first input does not exist and resembles the name of a command */
function checkNotMisspelt([first = '', ...more]: readonly string[]): void {
  const commands = NAMED.map(({ name }) => name);
  // Names with a dot or slash are files, not commands.
  if (first === '' || /[./]|^-/.test(first) || existsSync(first)) return;
  const near = nearest(first, commands);
  if (near !== undefined) throw usageError(`${first}: neither a file nor a command; did you mean refrain ${near}?`);
  if (/^[a-z]+$/.test(first) && more.length > 0 && more.every((input) => existsSync(input)))
    throw usageError(`${first}: neither a file nor a command; pages need no command: refrain ${more.join(' ')}`);
}

const printText = (stdout: Writable, text: string): Promise<number> => print(stdout, text).then(() => 0);
