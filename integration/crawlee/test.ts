/**
 * refrain in Crawlee; the command that runs Crawlee is tested in integration/crawl. CHROMIUM is the path of the browser, /usr/bin/chromium if unset.
 *
 * Run: npm run build && node --import tsx integration/crawlee/test.ts [WORD…]
 */
import { log } from '@crawlee/http';
import { runChecks } from '../checks.ts';
import { charsetChecks } from './checks/charsets.ts';
import { crawlerChecks } from './checks/crawlers.ts';
import { lifeCycleChecks } from './checks/life-cycle.ts';
import { exampleChecks, killChecks } from './checks/processes.ts';
import { identityChecks, refusalChecks } from './checks/requests.ts';

// The checks read Crawlee's messages about failed requests themselves.
log.setLevel(log.LEVELS.OFF);

await runChecks({
  ...crawlerChecks,
  ...charsetChecks,
  ...identityChecks,
  ...refusalChecks,
  ...lifeCycleChecks,
  ...exampleChecks,
  ...killChecks,
});
