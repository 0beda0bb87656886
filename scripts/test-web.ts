/**
 * Tests the package in Chromium (test/web/), with one browser for all tests and one context for each. The variable CHROMIUM is
 * the path of the browser (default /usr/bin/chromium). Words select the tests whose names contain all of them. Ends with a line
 * of totals.
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
