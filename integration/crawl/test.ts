/**
 * `refrain crawl`, which runs Crawlee, in separate processes. With a browser: browser.test.ts.
 *
 * Run: npm run build && node --import tsx integration/crawl/test.ts [WORD…]
 */
import { runChecks } from '../checks.ts';
import { commandChecks } from './checks/command.ts';
import { paceChecks } from './checks/pace.ts';

await runChecks({ ...commandChecks, ...paceChecks });
