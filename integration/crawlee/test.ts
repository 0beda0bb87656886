/**
 * refrain in Crawlee. integration/crawl tests the command that runs Crawlee. CHROMIUM is the path of the browser;
 * default: /usr/bin/chromium.
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

// The checks read Crawlee's messages themselves.
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
