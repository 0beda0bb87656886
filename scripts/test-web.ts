/**
 * Tests the package in Chromium (test/web/), with one browser for all tests and one context for each. The variable CHROMIUM is
 * the path of the browser (default /usr/bin/chromium). Words select the tests whose names contain all of them. Ends with a line
 * of totals.
 *
 * Run: npm run test:web [-- WORD…]
 */
import { apiTests } from '../test/web/api.ts';
import { extensionTests } from '../test/web/extension.ts';
import { playgroundTests } from '../test/web/playground.ts';
import { reportTests } from '../test/web/report.ts';
import { launch, type WebTests } from '../test/web/support/web.ts';

const TESTS: WebTests = { ...apiTests, ...reportTests, ...playgroundTests, ...extensionTests };

/** Maximum milliseconds of a test. */
const TIMEOUT = 120_000;

const words = process.argv.slice(2);
const chosen = Object.entries(TESTS).filter(([name]) => words.every((word) => name.includes(word)));
const browser = await launch();
let passed = 0;
let failed = 0;
try {
  for (const [name, run] of chosen) {
    const context = await browser.newContext();
    const late = new Promise<never>((_, reject) => {
      setTimeout(() => reject(new Error(`took more than ${TIMEOUT / 1000} seconds`)), TIMEOUT).unref();
    });
    try {
      await Promise.race([run(context), late]);
      passed += 1;
      process.stdout.write(`ok   ${name}\n`);
    } catch (error) {
      failed += 1;
      process.stdout.write(`FAIL ${name}\n`);
      process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
    } finally {
      await context.close();
    }
  }
} finally {
  await browser.close();
}
process.stdout.write(`${passed} passed, ${failed} failed\n`);
// `exit` instead of `exitCode`, since servers of a failed test may still be open.
process.exit(failed > 0 || passed === 0 ? 1 : 0);
