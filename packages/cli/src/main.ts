#!/usr/bin/env node
import { commandOf, readArguments } from './arguments.ts';
import { CommandError, describe } from './errors.ts';
import { help, hint } from './help.ts';
import { run } from './run.ts';
import { changeState } from './state-command.ts';
import { version } from './version.ts';

/** Exit codes as shells have them: 128 and the number of the signal. */
const SIGNALS = { SIGINT: 130, SIGTERM: 143 } as const;

async function main(words: readonly string[]): Promise<number> {
  const request = readArguments(words);
  const { stdin, stdout, stderr } = process;
  switch (request.ask) {
    case 'help':
      stdout.write(help(request.command));
      return 0;
    case 'version':
      stdout.write(`${await version()}\n`);
      return 0;
    case 'state':
      return changeState(request.options, stdout);
    case 'search': {
      // The module of indexing is for those who index.
      const { searchIndex } = await import('./search-command.ts');
      return searchIndex(request.options, { stdout, stderr });
    }
    case 'index': {
      const { buildIndex } = await import('./index-command.ts');
      const code = await interruptible((interrupted) =>
        buildIndex(request.options, { stdin, stdout, stderr, interrupted }),
      );
      // A build that was given up may still be at work, for nobody.
      return code >= SIGNALS.SIGINT ? process.exit(code) : code;
    }
    case 'run':
      return interruptible((interrupted) => run(request.options, { stdin, stdout, stderr, interrupted }));
  }
}

/** Runs what ends early, and in good order, when a signal comes; gives the exit code. */
async function interruptible(work: (interrupted: AbortSignal) => Promise<number>): Promise<number> {
  const interruption = new AbortController();
  let interruptedCode: number | undefined;
  for (const [signal, code] of Object.entries(SIGNALS)) {
    // Once: the page in hand is finished and the state saved, unless the signal comes again.
    process.once(signal, () => {
      interruptedCode = code;
      interruption.abort();
    });
  }
  const code = await work(interruption.signal);
  return interruptedCode ?? code;
}

// Who reads the results through a pipe may close both streams at once.
process.stderr.on('error', () => undefined);
try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  const isRefusal = error instanceof CommandError;
  const usage = isRefusal && error.usage ? hint(commandOf(process.argv.slice(2))) : '';
  process.stderr.write(`refrain: ${isRefusal ? error.message : describe(error)}\n${usage}`);
  process.exitCode = isRefusal ? 2 : 1;
}
