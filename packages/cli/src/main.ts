#!/usr/bin/env node
import { runCommand } from './run-command.ts';

/** Exit codes as in shells: 128 and the number of the signal. */
const SIGNALS = { SIGINT: 130, SIGTERM: 143 } as const;

const interruption = new AbortController();
let isHandled = false;

/** The first signal lets the current page finish and saves the state, a second one ends the process. */
function handleSignals(): void {
  isHandled = true;
  for (const [signal, code] of Object.entries(SIGNALS)) process.once(signal, () => interruption.abort(code));
}

// The reader of a pipe may close both streams at once.
process.stderr.on('error', () => undefined);
const code = await runCommand(process.argv.slice(2), {
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
  /** Commands that do not ask for it are ended by a signal at once. */
  get interrupted() {
    if (!isHandled) handleSignals();
    return interruption.signal;
  },
});
process.exitCode = code;
// Work that was abandoned may still run and would keep the process.
if (interruption.signal.aborted) process.stderr.write('', () => process.exit());
