/** A command line from its words to its exit code. */

import { existsSync } from 'node:fs';
import type { Writable } from 'node:stream';
import { inputFiles } from '@refrain/crawl/engine/node';
import { type Command, type CommandContext, commandOf, defineCommand, parseWords } from './arguments/command.ts';
import { COMPLETIONS } from './arguments/completion.ts';
import { nearest, suggestion, usageError } from './arguments/flags.ts';
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

/** To add a command, add its folder and a line here. */
const NAMED = [
  defineCommand(crawl, () => import('./commands/crawl/run.ts')),
  defineCommand(report, () => import('./commands/pages/run.ts')),
  defineCommand(rules, () => import('./commands/rules/run.ts')),
  defineCommand(rows, () => import('./commands/rows/run.ts')),
  defineCommand(state, () => import('./commands/state/run.ts')),
  defineCommand(mcp, () => import('./commands/mcp/run.ts')),
  defineCommand(serve, () => import('./commands/serve/run.ts')),
];

interface Printing extends Pick<Command, 'name' | 'summary' | 'about' | 'examples'> {
  /** The words that may follow; an empty one if none has to. */
  readonly words: readonly string[];
  text(word: string): string;
}

/** A command that prints a text about the others. */
function printing({ words, text, ...command }: Printing): Command {
  const known = words.filter((word) => word !== '');
  return defineCommand(
    {
      ...{ ...command, flags: {}, exits: { 0: 'printed', 2: 'usage error' }, usage: [words.join('|')] },
      read([word = '', ...more]) {
        if (words.includes(word) && more.length === 0) return word;
        const allowed = known.length === 0 ? 'nothing else' : `one of ${known.join(', ')}`;
        throw usageError(`${command.name}: takes ${allowed}${suggestion(word, known)}`);
      },
    },
    () => ({ run: (word, { stdout }) => said(stdout, text(word)) }),
  );
}

const completion = printing({
  ...{ name: 'completion', summary: 'completions for a shell', words: Object.keys(COMPLETIONS) },
  about: 'Prints a script that completes commands, flags and their values.',
  examples: [
    'refrain completion bash > ~/.local/share/bash-completion/completions/refrain',
    'refrain completion zsh > ~/.zfunc/_refrain',
    'refrain completion fish > ~/.config/fish/completions/refrain.fish',
  ],
  text: (shell) => COMPLETIONS[shell as keyof typeof COMPLETIONS]([pages, ...NAMED]),
});

const LISTED = [...NAMED, completion];

const OTHERS: readonly Command[] = [
  ...LISTED,
  printing({
    ...{ name: 'help', summary: '', about: 'Prints the help of a command.', examples: ['refrain help crawl'] },
    words: ['', ...LISTED.map(({ name }) => name)],
    text: (word) => helpAll(LISTED.find(({ name }) => name === word) ?? pages, LISTED),
  }),
  printing({
    ...{ name: 'version', summary: '', about: 'Prints the version.', examples: ['refrain version'], words: [''] },
    text: () => `${version()}\n`,
  }),
];

/** The first is the one without a name. */
export const COMMANDS: readonly Command[] = [pages, ...OTHERS];

/** Runs a command; gives its exit code, unless a signal interrupts it. */
export async function runCommand(words: readonly string[], context: CommandContext): Promise<number> {
  try {
    return await prepareCommand(words, context.isPiped)(context);
  } catch (error) {
    // The reader of the output may close the pipe early, as head does.
    if (error instanceof OutputError && error.code === 'EPIPE') return 0;
    const isRefusal = error instanceof CommandError;
    const usage = isRefusal && error.usage ? hint(commandOf(words, COMMANDS)) : '';
    const remedy = isRefusal && error.remedy !== undefined ? `${error.remedy}\n` : '';
    context.stderr.write(`refrain: ${describe(error)}\n${remedy}${usage}`);
    return isRefusal ? 2 : 1;
  }
}

/**
 * Checks a command line; gives what runs it. `isPiped`: whether standard input is read where no input is given.
 *
 * @throws {CommandError}
 */
export function prepareCommand(
  words: readonly string[],
  isPiped = false,
): (context: CommandContext) => Promise<number> {
  const command = commandOf(words, COMMANDS);
  const { texts, operands } = parseWords(words, command, COMMANDS);
  if (texts.has('help-all')) return ({ stdout }) => said(stdout, helpAll(command, LISTED));
  if (texts.has('help')) return ({ stdout }) => said(stdout, help(command, LISTED));
  if (texts.has('version')) return ({ stdout }) => said(stdout, `${version()}\n`);
  if (command === pages) checkNotMisspelt(operands);
  const readsPipe = isPiped && command === pages && operands.length === 0 && !texts.has('files-from');
  return command.prepare(readsPipe ? [inputFiles.STDIN] : operands, texts);
}

/** @throws {CommandError} if the first input does not exist and is almost the name of a command */
function checkNotMisspelt([first = '', ...more]: readonly string[]): void {
  const commands = OTHERS.map(({ name }) => name);
  // `crawl.warc.gz` is a file.
  if (first === '' || /[./]|^-/.test(first) || existsSync(first)) return;
  const near = nearest(first, commands);
  if (near !== undefined) throw usageError(`${first}: neither a file nor a command; did you mean refrain ${near}?`);
  if (/^[a-z]+$/.test(first) && more.length > 0 && more.every((input) => existsSync(input)))
    throw usageError(`${first}: neither a file nor a command; pages need none: refrain ${more.join(' ')}`);
}

const said = (stdout: Writable, text: string): Promise<number> => print(stdout, text).then(() => 0);
