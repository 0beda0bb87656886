#!/usr/bin/env node
import { readFile } from 'node:fs/promises';
import { readArguments } from './arguments.ts';
import { CommandError, describe } from './errors.ts';
import { help, USAGE } from './help.ts';
import { run } from './run.ts';
import { changeState } from './state-command.ts';

/** Exit codes as shells have them: 128 and the number of the signal. */
const SIGNALS = { SIGINT: 130, SIGTERM: 143 } as const;

async function version(): Promise<string> {
  const text = await readFile(new URL('../../package.json', import.meta.url), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}

async function main(words: readonly string[]): Promise<number> {
  const request = readArguments(words);
  if (request.ask === 'state') return changeState(request.options, process.stdout);
  if (request.ask !== 'run') {
    process.stdout.write(request.ask === 'help' ? help() : `${await version()}\n`);
    return 0;
  }
  const interruption = new AbortController();
  let interruptedCode: number | undefined;
  for (const [signal, code] of Object.entries(SIGNALS)) {
    // Once: the page in hand is finished and the state saved, unless the signal comes again.
    process.once(signal, () => {
      interruptedCode = code;
      interruption.abort();
    });
  }
  const { stdin, stdout, stderr } = process;
  const code = await run(request.options, { stdin, stdout, stderr, interrupted: interruption.signal });
  return interruptedCode ?? code;
}

// Who reads the results through a pipe may close both streams at once.
process.stderr.on('error', () => undefined);
try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  const isRefusal = error instanceof CommandError;
  const usage = isRefusal && error.usage ? `${USAGE}\nrefrain --help says more\n` : '';
  process.stderr.write(`refrain: ${isRefusal ? error.message : describe(error)}\n${usage}`);
  process.exitCode = isRefusal ? 2 : 1;
}
