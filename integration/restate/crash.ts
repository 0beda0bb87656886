/**
 * Kills the service and the server of a crawl at random moments, and compares its result with an undisturbed crawl.
 *
 * Run: node --import tsx integration/restate/crash.ts [--kills N] [--pages N] [--sites N] [--seed S]
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { runCampaign } from './support/campaign.ts';

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '20' },
    pages: { type: 'string', default: '20000' },
    sites: { type: 'string', default: '200' },
    seed: { type: 'string', default: String(1 + (Date.now() % 1_000_000)) },
  },
});

const SHOWN = 20;

const folder = mkdtempSync(join(tmpdir(), 'refrain-restate-'));
const { differences, seconds, ...figures } = await runCampaign({
  kills: Number(values.kills),
  pages: Number(values.pages),
  sites: Number(values.sites),
  seed: Number(values.seed),
  folder,
});
for (const [name, figure] of Object.entries({ seed: values.seed, ...figures, seconds: seconds.toFixed(0) })) {
  process.stdout.write(`${name.padEnd(16)} ${figure}\n`);
}
process.stdout.write(`${'differences'.padEnd(16)} ${differences.length}\n`);
for (const difference of differences.slice(0, SHOWN)) process.stdout.write(`${difference}\n`);
// The logs may show the reason.
if (differences.length > 0) process.stdout.write(`see ${folder}\n`);
else rmSync(folder, { recursive: true, force: true });
process.exit(differences.length > 0 ? 1 : 0);
