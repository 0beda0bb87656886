#!/usr/bin/env node
import { version } from './version.ts';
import { forPersons } from './write/terminal.ts';

/** Exit codes as in shells: 128 and the number of the signal. */
const SIGNALS = { SIGINT: 130, SIGTERM: 143 } as const;

/** Whether standard input is a pipe of a shell, or a file. Programs that start this one give it something else. */
function isPiped(): boolean {
  try {
    const stat = process.getBuiltinModule('node:fs').fstatSync(0);
    return stat.isFIFO() || stat.isFile();
  } catch {
    return false;
  }
}

async function main(words: readonly string[]): Promise<void> {
  const stdout = forPersons(process.stdout);
  const stderr = forPersons(process.stderr);
  // The reader of a pipe may close both streams at once.
  stderr.on('error', () => undefined);
  const interruption = new AbortController();
  let isHandled = false;
  let isUsualEnd = false;
  /** The first signal lets the current page finish and saves the state, a second one ends the process. */
  const handleSignals = (): void => {
    isHandled = true;
    for (const [signal, code] of Object.entries(SIGNALS)) process.once(signal, () => interruption.abort(code));
  };
  const { runCommand } = await import('./run-command.ts');
  const code = await runCommand(words, {
    ...{ stdin: process.stdin, stdout, stderr, isPiped: isPiped() },
    endsBySignal: () => {
      isUsualEnd = true;
    },
    /** Commands that do not ask for it are ended by a signal at once. */
    get interrupted() {
      if (!isHandled) handleSignals();
      return interruption.signal;
    },
  });
  const { aborted, reason } = interruption.signal;
  process.exitCode = aborted && !isUsualEnd ? reason : code;
  // Work that was abandoned may still run and would keep the process.
  if (aborted) stderr.write('', () => process.exit());
}

const words = process.argv.slice(2);
// Without the streams and the commands, which take most of the time to load.
if (words.length === 1 && /^(-v|--version)$/.test(words[0] ?? '')) {
  process.stdout.on('error', () => undefined).write(`${version()}\n`);
} else await main(words);
