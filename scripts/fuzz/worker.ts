/** The process that fuzzes, so that the parent can kill it when it hangs. Counters come before the packages that they count. */
import { register } from 'node:module';
import './features.ts';
import type { Finding, Progress, Work } from './messages.ts';

register('./script-counters.ts', import.meta.url);
const { runCampaign } = await import('./campaign.ts');

/** A message is sent only when the event loop gets control. */
const send = (message: Finding | Progress): Promise<void> =>
  new Promise((resolve) => {
    process.send?.(message, () => resolve());
  });

await runCampaign(JSON.parse(process.argv[2] ?? '') as Work, send);
process.exit(0);
