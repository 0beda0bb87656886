/** Runs checks and prints a line of totals. */

export type Checks = Readonly<Record<string, () => void | Promise<void>>>;

export interface CheckOptions {
  /** Words that the names of the checks must contain. Default: those of the command line. */
  readonly words?: readonly string[];
  /** Seconds before a check fails. Default: 1200, many times the usual duration, because a busy machine is slow. */
  readonly seconds?: number;
  /** Called after the last check. */
  readonly end?: () => void | Promise<void>;
}

/** The stack of an error with the compared values. */
const describe = (error: unknown): string =>
  error instanceof Error ? `${error.stack}\n${'details' in error ? error.details : ''}` : String(error);

/** Runs the checks whose names contain all words, and ends the process. */
export async function runChecks(checks: Checks, options: CheckOptions = {}): Promise<void> {
  const { words = process.argv.slice(2), seconds = 1200, end } = options;
  let passed = 0;
  let failed = 0;
  for (const [name, check] of Object.entries(checks)) {
    if (!words.every((word) => name.includes(word))) continue;
    const late = new Promise<never>((_, reject) => {
      setTimeout(() => reject(new Error(`took more than ${seconds} seconds`)), seconds * 1000).unref();
    });
    const started = performance.now();
    try {
      await Promise.race([check(), late]);
      passed += 1;
      process.stdout.write(`ok   ${name} (${((performance.now() - started) / 1000).toFixed(1)} s)\n`);
    } catch (error) {
      failed += 1;
      process.stdout.write(`FAIL ${name}\n`);
      process.stderr.write(`${describe(error)}\n`);
    }
  }
  await end?.();
  process.stdout.write(`${passed} passed, ${failed} failed\n`);
  // Servers of a failed check may still be open.
  process.exit(failed > 0 || passed === 0 ? 1 : 0);
}
