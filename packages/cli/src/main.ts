#!/usr/bin/env node
import { version } from './version.ts';
import { withoutControls } from './write/terminal.ts';

/** Exit codes as in shells: 128 and the number of the signal. */
const SIGNALS = { SIGINT: 130, SIGTERM: 143 } as const;

/**
 * True if standard input is a pipe of a shell, or a file. Other programs that start this one connect sockets or
 * devices.
 */
function isPiped(): boolean {
  try {
    const stat = process.getBuiltinModule('node:fs').fstatSync(0);
    return stat.isFIFO() || stat.isFile();
  } catch {
    return false;
  }
}

async function main(words: readonly string[]): Promise<void> {
  const stdout = withoutControls(process.stdout);
  const stderr = withoutControls(process.stderr);
  // The reader of a pipe may close both streams at once.
  stderr.on('error', () => undefined);
  const interruption = new AbortController();
  let isHandled = false;
  let isUsualEnd = false;
  /** The first signal lets the current page finish and saves the state; the second ends the process. */
  const handleSignals = (): void => {
    isHandled = true;
    for (const [signal, code] of Object.entries(SIGNALS)) process.once(signal, () => interruption.abort(code));
  };
  // Node 22 and later keep compiled scripts in a temporary folder, which saves 5 to 8 % of the time of a command with one page.
  const { enableCompileCache } = process.getBuiltinModule('node:module') as { enableCompileCache?: () => unknown };
  enableCompileCache?.();
  const { runCommand } = await import('./run-command.ts');
  const code = await runCommand(words, {
    ...{ stdin: process.stdin, stdout, stderr, isPiped: isPiped() },
    endsBySignal: () => {
      isUsualEnd = true;
    },
    /** If the command does not read this, a signal ends it immediately. */
    get interrupted() {
      if (!isHandled) handleSignals();
      return interruption.signal;
    },
  });
  const { aborted, reason } = interruption.signal;
  process.exitCode = aborted && !isUsualEnd ? reason : code;
  // Unfinished work would keep the process alive.
  if (aborted) stderr.write('', () => process.exit());
}

const words = process.argv.slice(2);
// Answered before loading the commands, which is slow.
if (words.length === 1 && /^(-v|--version)$/.test(words[0] ?? '')) {
  process.stdout.on('error', () => undefined).write(`${version()}\n`);
} else await main(words);
