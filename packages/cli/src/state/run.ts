/** `refrain state`: lists the sites of a store; exports, imports and removes single sites. */

import { readFile, writeFile } from 'node:fs/promises';
import type { Writable } from 'node:stream';
import { Sites } from '@refrain/crawl';
import { tableOptions } from '@refrain/crawl/internal';
import type { DetectorOptions } from 'refrain';
import { Detector } from 'refrain';
import { CommandError, naming } from '../errors.ts';
import { type Output, streamOutput } from '../output/output.ts';
import type { StateOptions } from './arguments.ts';
import { checkState } from './check.ts';
import { openState } from './open.ts';

/** Runs the action; gives the exit code. */
export async function changeState(options: StateOptions, stdout: Writable): Promise<number> {
  const { action, folder, file = '' } = options;
  if (action === 'check' || action === 'repair') return checkState(options, stdout);
  // Only an import creates a store, with the options of the snapshot.
  const given = action === 'import' ? await optionsOf(file) : {};
  const { store } = await openState(folder, { create: action === 'import', given });
  await store.close();
  const sites = await Sites.open({ location: folder });
  try {
    await naming(folder, () => act(sites, options, streamOutput(stdout)));
    return 0;
  } finally {
    await sites.close();
  }
}

async function optionsOf(file: string): Promise<DetectorOptions> {
  const bytes = await readFile(file).catch((error: unknown) => Promise.reject(CommandError.of(file, error)));
  return naming(file, async () => tableOptions((await Detector.restore(bytes)).options));
}

async function act(
  sites: Sites,
  { action, folder, site = '', file = '' }: StateOptions,
  output: Output,
): Promise<void> {
  switch (action) {
    case 'list':
      for await (const summary of sites.list()) await output.write(`${JSON.stringify(summary)}\n`);
      return output.end();
    case 'export': {
      const snapshot = await sites.snapshot(site);
      if (file === '-') return output.write(snapshot);
      return writeFile(file, snapshot).catch((error: unknown) => Promise.reject(CommandError.of(file, error)));
    }
    case 'import':
      return sites.restore(site, await readFile(file));
    case 'forget':
      if (!(await sites.forget(site)))
        throw new CommandError(`${folder}: the store has no site ${site}`, { code: 'SITE_UNKNOWN' });
  }
}
