/** A command line from its words to its exit code. */

import type { Writable } from 'node:stream';
import { inputFiles } from '@refrain/crawl/engine/node';
import { type Command, type CommandContext, commandOf, defineCommand, parseWords } from './arguments/command.ts';
import { checkNotMisspelt } from './arguments/common-flags.ts';
import { COMPLETIONS } from './arguments/completion.ts';
import { suggestion, usageError } from './arguments/flags.ts';
import { briefHelp, help, hint, manual } from './arguments/help.ts';
import { crawl as crawlFlags } from './commands/crawl/flags.ts';
import { mcp } from './commands/mcp/flags.ts';
import { pages as pagesFlags, report } from './commands/pages/flags.ts';
import { rows } from './commands/rows/flags.ts';
import { rules } from './commands/rules/flags.ts';
import { serve } from './commands/serve/flags.ts';
import { state } from './commands/state/flags.ts';
import { CommandError, describe, OutputError } from './errors.ts';
import { version } from './version.ts';
import { print } from './write/output.ts';

const pages = defineCommand({ ...pagesFlags, load: () => import('./commands/pages/run.ts') });
const crawl = defineCommand({ ...crawlFlags, load: () => import('./commands/crawl/run.ts') });

/** To add a command, add its folder and a line here. */
const NAMED = [
  crawl,
  defineCommand({ ...report, load: () => import('./commands/pages/run.ts') }),
  defineCommand({ ...rules, load: () => import('./commands/rules/run.ts') }),
  defineCommand({ ...rows, load: () => import('./commands/rows/run.ts') }),
  defineCommand({ ...state, load: () => import('./commands/state/run.ts') }),
  defineCommand({ ...mcp, load: () => import('./commands/mcp/run.ts') }),
  defineCommand({ ...serve, load: () => import('./commands/serve/run.ts') }),
];
const NAMES = NAMED.map(({ name }) => name);

const helpCommand = defineCommand({
  ...{ name: 'help', usage: [`[${NAMES.join('|')}]`], summary: '', about: '', exits: {}, examples: [] },
  flags: {},
  /** The command that `refrain help COMMAND` names. */
  read([word = '', ...more]) {
    const found = COMMANDS.find(({ name }) => name === word);
    if (found !== undefined && more.length === 0) return found;
    throw usageError(`help: takes one of ${NAMES.join(', ')}, or nothing${suggestion(word, NAMES)}`);
  },
  load: () => ({ run: (command, { stdout }) => said(stdout, helpOf(command)) }),
});

/** A command whose name is all that it takes. */
const EXITS = { 0: 'printed', 2: 'usage error' };
const ALONE = { usage: [''], exits: EXITS, flags: {} };

function checkAlone(name: string, more: readonly string[]): void {
  if (more.length > 0) throw usageError(`${name}: takes nothing else`);
}

const versionCommand = defineCommand({
  ...{ ...ALONE, name: 'version', summary: '', about: 'Prints the version.', examples: ['refrain version'] },
  read: (more) => checkAlone('version', more),
  load: () => ({ run: (_, { stdout }) => said(stdout, `${version()}\n`) }),
});

const SHELLS = Object.keys(COMPLETIONS) as (keyof typeof COMPLETIONS)[];

const completionCommand = defineCommand({
  ...{ name: 'completion', usage: [`{${SHELLS.join('|')}}`], summary: 'completions for a shell', exits: EXITS },
  about: 'Prints a script that completes commands, flags and their values.',
  examples: [
    'refrain completion bash > ~/.local/share/bash-completion/completions/refrain',
    'refrain completion zsh > ~/.zfunc/_refrain',
    'refrain completion fish > ~/.config/fish/completions/refrain.fish',
  ],
  flags: {},
  read([word = '', ...more]) {
    const found = SHELLS.find((shell) => shell === word);
    if (found !== undefined && more.length === 0) return found;
    throw usageError(`completion: takes one of ${SHELLS.join(', ')}${suggestion(word, SHELLS)}`);
  },
  load: () => ({ run: (shell, { stdout }) => said(stdout, COMPLETIONS[shell]([pages, ...NAMED])) }),
});

const manCommand = defineCommand({
  ...{ ...ALONE, name: 'man', summary: 'all of this as a page for man', about: 'Prints the manual page.' },
  examples: ['refrain man > ~/.local/share/man/man1/refrain.1'],
  read: (more) => checkAlone('man', more),
  load: () => ({ run: (_, { stdout }) => said(stdout, manual([pages, ...NAMED], version())) }),
});

const LISTED = [...NAMED, completionCommand, manCommand];

/** The first is the one without a name. */
export const COMMANDS: readonly Command[] = [pages, ...LISTED, helpCommand, versionCommand];

const OTHER_NAMES = COMMANDS.slice(1).map(({ name }) => name);

export const helpOf = (command: Command): string => help(command.name === 'help' ? pages : command, LISTED);

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
  if (texts.has('help'))
    return ({ stdout }) => said(stdout, command.brief ? briefHelp(command, LISTED) : helpOf(command));
  if (texts.has('help-all')) return ({ stdout }) => said(stdout, helpOf(command));
  if (texts.has('version')) return ({ stdout }) => said(stdout, `${version()}\n`);
  if (command === pages) checkNotMisspelt(operands, OTHER_NAMES);
  const readsPipe = isPiped && command === pages && operands.length === 0 && !texts.has('files-from');
  return command.prepare(readsPipe ? [inputFiles.STDIN] : operands, texts);
}

const said = (stdout: Writable, text: string): Promise<number> => print(stdout, text).then(() => 0);
