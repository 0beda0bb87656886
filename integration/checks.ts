/** Runs what a folder checks, by name, and ends with a line of totals. */

/** Checks by name; one that throws has failed. */
export type Checks = Readonly<Record<string, () => void | Promise<void>>>;

/** Milliseconds that a check may take. */
const PATIENCE = 180_000;

/** An error with what an assertion compared. */
const told = (error: unknown): string =>
  error instanceof Error ? `${error.stack}\n${'details' in error ? error.details : ''}` : String(error);

/** Runs those whose names have all words of the command line in them. */
export async function runChecks(checks: Checks): Promise<void> {
  const words = process.argv.slice(2);
  let passed = 0;
  let failed = 0;
  for (const [name, check] of Object.entries(checks)) {
    if (!words.every((word) => name.includes(word))) continue;
    const late = new Promise<never>((_, reject) => {
      setTimeout(() => reject(new Error(`took more than ${PATIENCE / 1000} seconds`)), PATIENCE).unref();
    });
    try {
      await Promise.race([check(), late]);
      passed += 1;
      process.stdout.write(`ok   ${name}\n`);
    } catch (error) {
      failed += 1;
      process.stdout.write(`FAIL ${name}\n`);
      process.stderr.write(`${told(error)}\n`);
    }
  }
  process.stdout.write(`${passed} passed, ${failed} failed\n`);
  // Servers of a check that failed may still be open.
  process.exit(failed > 0 || passed === 0 ? 1 : 0);
}
