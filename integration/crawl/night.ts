/**
 * Checks of `refrain crawl` that are too slow for every change: an endless script in a browser.
 *
 * Run: npm run build && node --import tsx integration/crawl/night.ts
 */
import { runChecks } from '../checks.ts';
import { endlessChecks } from './checks/browser.ts';

await runChecks(endlessChecks);
