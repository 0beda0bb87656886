/** Runs the checks of a folder and prints a line of totals. */

/** Checks by name. A check that throws has failed. */
export type Checks = Readonly<Record<string, () => void | Promise<void>>>;

/** Maximum duration of a check in milliseconds. */
const TIMEOUT = 180_000;

/** The stack of an error, with the values that an assertion compared. */
const describe = (error: unknown): string =>
  error instanceof Error ? `${error.stack}\n${'details' in error ? error.details : ''}` : String(error);

/** Runs the checks whose names contain all words of the command line. */
export async function runChecks(checks: Checks): Promise<void> {
  const words = process.argv.slice(2);
  let passed = 0;
  let failed = 0;
  for (const [name, check] of Object.entries(checks)) {
    if (!words.every((word) => name.includes(word))) continue;
    const late = new Promise<never>((_, reject) => {
      setTimeout(() => reject(new Error(`took more than ${TIMEOUT / 1000} seconds`)), TIMEOUT).unref();
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
  process.stdout.write(`${passed} passed, ${failed} failed\n`);
  // Servers of a failed check may still be open.
  process.exit(failed > 0 || passed === 0 ? 1 : 0);
}
