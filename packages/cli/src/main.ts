#!/usr/bin/env node
import { existsSync } from 'node:fs';
import { readArguments } from './arguments.ts';
import { CommandError, describe } from './errors.ts';
import { help } from './help.ts';
import { OutputError, streamOutput } from './output.ts';
import { hint } from './usage.ts';
import { version } from './version.ts';
import { commandOf } from './words.ts';

/** Exit codes as in shells: 128 and the number of the signal. */
const SIGNALS = { SIGINT: 130, SIGTERM: 143 } as const;

async function main(words: readonly string[]): Promise<number> {
  const request = readArguments(words);
  const { stdin, stdout, stderr } = process;
  switch (request.kind) {
    case 'help':
      return print(help(request.command));
    case 'version':
      return print(`${await version()}\n`);
    // Each command loads what it needs: all of it takes longer to load than help takes to print.
    case 'state': {
      const { changeState } = await import('./state-command.ts');
      return changeState(request.options, stdout);
    }
    case 'diff': {
      const { printDiff } = await import('./diff-command.ts');
      return printDiff(request.options, stdout);
    }
    case 'search': {
      const { searchIndex } = await import('./search-command.ts');
      return searchIndex(request.options, { stdout, stderr });
    }
    case 'rules': {
      const { options } = request;
      if (options.kind === 'state') {
        const { printStateRules } = await import('./rules-state.ts');
        return printStateRules(options, { stdout, stderr });
      }
      const { printRules } = await import('./rules-command.ts');
      return interruptible((interrupted) => printRules(options, { stdin, stdout, stderr, interrupted }));
    }
    case 'index': {
      const { buildIndex } = await import('./index-command.ts');
      const code = await interruptible((interrupted) =>
        buildIndex(request.options, { stdin, stdout, stderr, interrupted }),
      );
      // An abandoned build may still run and would keep the process.
      return code >= SIGNALS.SIGINT ? process.exit(code) : code;
    }
    case 'changed': {
      const { compareCrawls } = await import('./changed/changed-command.ts');
      return interruptible((interrupted) => compareCrawls(request.options, { stdin, stdout, stderr, interrupted }));
    }
    case 'mcp': {
      const { serve } = await import('./mcp/serve.ts');
      return interruptible((interrupted) => serve(request.options, { stdin, stdout, stderr, interrupted }));
    }
    case 'run': {
      const { run } = await import('./run.ts');
      return interruptible((interrupted) => run(request.options, { stdin, stdout, stderr, interrupted }));
    }
  }
}

async function print(text: string): Promise<number> {
  const output = streamOutput(process.stdout);
  await output.write(text);
  await output.end();
  return 0;
}

/** Runs work that a signal ends early and in order; gives the exit code. */
async function interruptible(work: (interrupted: AbortSignal) => Promise<number>): Promise<number> {
  const interruption = new AbortController();
  let interruptedCode: number | undefined;
  for (const [signal, code] of Object.entries(SIGNALS)) {
    // Once: the first signal lets the current page finish and saves the state, a second one ends the process.
    process.once(signal, () => {
      interruptedCode = code;
      interruption.abort();
    });
  }
  const code = await work(interruption.signal);
  return interruptedCode ?? code;
}

/** Usage of the command for a usage error. */
function hintFor(words: readonly string[]): string {
  const command = commandOf(words);
  return hint(command, { exists: command !== 'run' && existsSync(command) });
}

/** Prints an error; gives the exit code. */
function fail(error: unknown): number {
  // The reader of the output may close the pipe early, as head does.
  if (error instanceof OutputError && error.code === 'EPIPE') return 0;
  const isRefusal = error instanceof CommandError;
  process.stderr.write(`refrain: ${describe(error)}\n${isRefusal && error.usage ? hintFor(words) : ''}`);
  return isRefusal ? 2 : 1;
}

// The reader of a pipe may close both streams at once.
process.stderr.on('error', () => undefined);
const words = process.argv.slice(2);
try {
  process.exitCode = await main(words);
} catch (error) {
  process.exitCode = fail(error);
}
