/**
 * refrain inside Crawlee. CHROMIUM names the browser, /usr/bin/chromium if unset.
 *
 * Run: npm run build && node --import tsx integration/crawlee/test.ts [WORD…]
 */
import { log } from '@crawlee/http';
import { runChecks } from '../checks.ts';
import { charsetChecks } from './checks/charsets.ts';
import { crawlerChecks } from './checks/crawlers.ts';
import { exampleChecks } from './checks/example.ts';
import { identityChecks } from './checks/identity.ts';
import { killChecks } from './checks/kill.ts';
import { lifeCycleChecks } from './checks/life-cycle.ts';
import { refusalChecks } from './checks/refusals.ts';

// What Crawlee says of requests that fail is looked at by the checks.
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
