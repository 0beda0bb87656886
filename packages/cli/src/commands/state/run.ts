/** `refrain state`: lists the sites of a store; exports, imports and removes single sites. */
import { readFile, writeFile } from 'node:fs/promises';
import type { Writable } from 'node:stream';
import { checkStore, repairStore, Sites } from '@refrain/crawl';
import { siteTables } from '@refrain/crawl/engine';
import { Detector, type DetectorOptions } from 'refrain';
import type { CommandContext } from '../../arguments/command-line.ts';
import { CommandError, withSource } from '../../errors.ts';
import { openState } from '../../judge/state-store.ts';
import { type Output, print, streamOutput } from '../../write/output.ts';
import type { StateOptions } from './flags.ts';

/** Returns the exit code. */
export async function run(options: StateOptions, { stdout }: CommandContext): Promise<number> {
  const { action, folder, file = '' } = options;
  if (action === 'check' || action === 'repair') return checkState(options, stdout);
  // Only an import creates a store, with the options of the snapshot.
  const given = action === 'import' ? await optionsOf(file) : {};
  const { store } = await openState(folder, { create: action === 'import', given });
  await store.close();
  const sites = await Sites.open({ location: folder });
  try {
    await withSource(folder, () => act(sites, options, streamOutput(stdout)));
    return 0;
  } finally {
    await sites.close();
  }
}

async function optionsOf(file: string): Promise<DetectorOptions> {
  return withSource(file, async () => siteTables.tableOptions((await Detector.restore(await readFile(file))).options));
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
      if (file === '-') return void (await output.write(snapshot));
      return withSource(file, () => writeFile(file, snapshot));
    }
    case 'import':
      return sites.restore(site, await readFile(file));
    case 'forget':
      if (!(await sites.forget(site)))
        throw new CommandError(`${folder}: the store has no site ${site}`, { code: 'SITE_UNKNOWN' });
  }
}

/** Prints the result of a check. The exit code for a damaged store is 1. */
async function checkState({ folder, out }: StateOptions, stdout: Writable): Promise<number> {
  const check = await withSource(folder, () => (out === undefined ? checkStore(folder) : repairStore(folder, out)));
  await print(stdout, `${JSON.stringify(check, undefined, 2)}\n`);
  return check.isWhole || out !== undefined ? 0 : 1;
}
