/**
 * Tests the package in Chromium (test/web/), with one browser and a context for each test. CHROMIUM is its path;
 * default: /usr/bin/chromium. Words select tests by name. Ends with a line of totals.
 *
 * Run: npm run test:web [-- WORD…]
 */
import { runChecks } from '../integration/checks.ts';
import { apiTests } from '../test/web/api.ts';
import { frontTests } from '../test/web/front.ts';
import { launch, type WebTests } from '../test/web/support/web.ts';

const TESTS: WebTests = { ...apiTests, ...frontTests };

const browser = await launch();
const checks = Object.entries(TESTS).map(([name, run]) => [
  name,
  async () => {
    await using context = await browser.newContext();
    await run(context);
  },
]);
await runChecks(Object.fromEntries(checks), { end: () => browser.close() });
