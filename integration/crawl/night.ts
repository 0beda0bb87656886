/**
 * What of `refrain crawl` takes too long for every change: a script without an end in a browser.
 *
 * Run: npm run build && node --import tsx integration/crawl/night.ts
 */
import { runChecks } from '../checks.ts';
import { endlessChecks } from './checks/browser.ts';

await runChecks(endlessChecks);
