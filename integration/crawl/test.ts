/**
 * `refrain crawl`, which runs Crawlee, in processes of its own. CHROMIUM is the path of the browser, /usr/bin/chromium if unset.
 *
 * Run: npm run build && node --import tsx integration/crawl/test.ts [WORD…]
 */
import { runChecks } from '../checks.ts';
import { browserChecks } from './checks/browser.ts';
import { commandChecks } from './checks/command.ts';
import { paceChecks } from './checks/pace.ts';
import { secretChecks } from './checks/secrets.ts';

await runChecks({ ...commandChecks, ...paceChecks, ...browserChecks, ...secretChecks });
