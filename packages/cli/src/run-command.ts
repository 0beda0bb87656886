/** A command line from its words to its exit code. */
import { existsSync } from 'node:fs';
import { readArguments } from './arguments.ts';
import type { CommandContext, OutputStream } from './context.ts';
import { CommandError, describe } from './errors.ts';
import { help } from './help.ts';
import { OutputError, streamOutput } from './output.ts';
import { hint } from './usage.ts';
import { version } from './version.ts';
import { commandOf } from './words.ts';

/** Runs a command; gives its exit code. Where it is interrupted, this is the reason of the signal. */
export async function runCommand(words: readonly string[], context: CommandContext): Promise<number> {
  try {
    return await run(words, context);
  } catch (error) {
    // The reader of the output may close the pipe early, as head does.
    if (error instanceof OutputError && error.code === 'EPIPE') return 0;
    const isRefusal = error instanceof CommandError;
    context.stderr.write(`refrain: ${describe(error)}\n${isRefusal && error.usage ? hintFor(words) : ''}`);
    return isRefusal ? 2 : 1;
  }
}

/** Usage of the command for a usage error. */
function hintFor(words: readonly string[]): string {
  const command = commandOf(words);
  return hint(command, { exists: command !== 'run' && existsSync(command) });
}

async function run(words: readonly string[], context: CommandContext): Promise<number> {
  const request = readArguments(words);
  switch (request.kind) {
    case 'help':
      return print(context.stdout, help(request.command));
    case 'version':
      return print(context.stdout, `${await version()}\n`);
    // Each command loads what it needs: all of it takes longer to load than help takes to print.
    case 'state': {
      const { changeState } = await import('./state-command.ts');
      return changeState(request.options, context.stdout);
    }
    case 'diff': {
      const { printDiff } = await import('./diff-command.ts');
      return printDiff(request.options, context.stdout);
    }
    case 'search': {
      const { searchIndex } = await import('./search-command.ts');
      return searchIndex(request.options, context);
    }
    case 'rules': {
      const { options } = request;
      if (options.kind === 'state') {
        const { printStateRules } = await import('./rules-state.ts');
        return printStateRules(options, context);
      }
      const { printRules } = await import('./rules-command.ts');
      return interruptible(context, () => printRules(options, context));
    }
    case 'index': {
      const { buildIndex } = await import('./index-command.ts');
      return interruptible(context, () => buildIndex(request.options, context));
    }
    case 'changed': {
      const { compareCrawls } = await import('./changed/changed-command.ts');
      return interruptible(context, () => compareCrawls(request.options, context));
    }
    case 'mcp': {
      const { serve } = await import('./mcp/serve.ts');
      return interruptible(context, () => serve(request.options, context));
    }
    case 'run': {
      const { run } = await import('./run.ts');
      return interruptible(context, () => run(request.options, context));
    }
  }
}

async function print(stdout: OutputStream, text: string): Promise<number> {
  const output = streamOutput(stdout);
  await output.write(text);
  await output.end();
  return 0;
}

/** The exit code of work that a signal ends early and in order. */
async function interruptible({ interrupted }: CommandContext, work: () => Promise<number>): Promise<number> {
  const code = await work();
  return interrupted.aborted && typeof interrupted.reason === 'number' ? interrupted.reason : code;
}
