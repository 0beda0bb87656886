/**
 * `refrain crawl` with a browser, and with secrets. CHROMIUM is the path of the browser; default: /usr/bin/chromium.
 *
 * Run: npm run build && node --import tsx integration/crawl/browser.test.ts [WORD…]
 */
import { runChecks } from '../checks.ts';
import { browserChecks } from './checks/browser.ts';
import { secretChecks } from './checks/secrets.ts';

await runChecks({ ...browserChecks, ...secretChecks });
