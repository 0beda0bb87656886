/**
 * The package in Chromium: test/web/, a browser for all, a context for each test. Ends with a line of totals. CHROMIUM
 * names the browser, /usr/bin/chromium if unset; words after `--` are parts of the names of tests.
 *
 * Run: npm run test:web [-- WORD…]
 */
import { apiTests } from '../test/web/api.ts';
import { extensionTests } from '../test/web/extension.ts';
import { playgroundTests } from '../test/web/playground.ts';
import { reportTests } from '../test/web/report.ts';
import { launch, type WebTests } from '../test/web/support/web.ts';

const TESTS: WebTests = { ...apiTests, ...reportTests, ...playgroundTests, ...extensionTests };

/** Milliseconds that a test may take. */
const PATIENCE = 120_000;

const words = process.argv.slice(2);
const chosen = Object.entries(TESTS).filter(([name]) => words.every((word) => name.includes(word)));
const browser = await launch();
let passed = 0;
let failed = 0;
try {
  for (const [name, run] of chosen) {
    const context = await browser.newContext();
    const late = new Promise<never>((_, reject) => {
      setTimeout(() => reject(new Error(`took more than ${PATIENCE / 1000} seconds`)), PATIENCE).unref();
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
// Servers of a test that failed may still be open.
process.exit(failed > 0 || passed === 0 ? 1 : 0);
