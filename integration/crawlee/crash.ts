/**
 * Kills `refrain crawl` at random moments, as the check does, more often.
 *
 * Run: npm run check integration -- crawlee && node --import tsx integration/crawlee/crash.ts [KILLS]
 */
import { killedCrawls } from './checks/command.ts';

await killedCrawls(Number(process.argv[2] ?? 50))();
