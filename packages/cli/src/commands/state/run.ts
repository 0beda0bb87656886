/** `refrain state`: lists the sites of a store; exports, imports and removes single sites. */
import { readFile, writeFile } from 'node:fs/promises';
import type { Writable } from 'node:stream';
import { checkStore, repairStore, Sites, type StoreCheck } from '@refrain/crawl';
import { siteTables } from '@refrain/crawl/engine';
import { Detector, type DetectorOptions } from 'refrain';
import { plural } from 'refrain/engine';
import type { CommandContext } from '../../arguments/command.ts';
import { CommandError, naming } from '../../errors.ts';
import { openState } from '../../judge/state.ts';
import { type Output, print, streamOutput } from '../../write/output.ts';
import type { StateOptions } from './flags.ts';

/** Runs the action; gives the exit code. */
export async function run(options: StateOptions, { stdout }: CommandContext): Promise<number> {
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
  return naming(file, async () => siteTables.tableOptions((await Detector.restore(await readFile(file))).options));
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
      return naming(file, () => writeFile(file, snapshot));
    }
    case 'import':
      return sites.restore(site, await readFile(file));
    case 'forget':
      if (!(await sites.forget(site)))
        throw new CommandError(`${folder}: the store has no site ${site}`, { code: 'SITE_UNKNOWN' });
  }
}

/** Runs the action; gives the exit code: 1 for a store that is damaged. */
async function checkState(options: StateOptions, stdout: Writable): Promise<number> {
  const { folder, out, isJson } = options;
  const check = await naming(folder, () => (out === undefined ? checkStore(folder) : repairStore(folder, out)));
  await print(stdout, isJson ? `${JSON.stringify(check)}\n` : text(options, check));
  return check.isWhole || out !== undefined ? 0 : 1;
}

function text({ folder, out }: StateOptions, { isWhole, problems, sites, lost, unnamed, ids }: StoreCheck): string {
  const pages = sites.reduce((total, site) => total + site.pages, 0);
  const saved = `${plural(sites.length, 'site')} with ${plural(pages, 'page')}, ${plural(ids, 'older page id')}`;
  if (isWhole && out === undefined) return `${folder}: the store is whole: ${saved}\n`;
  const without = sites.filter(({ missingIds }) => missingIds > 0);
  return [
    ...problems.map(({ file, problem }) => `damaged: ${file} ${problem}`),
    ...(out === undefined ? [`can be saved: ${saved}`] : [`saved to ${out}: ${saved}`]),
    ...sites.filter(({ template }) => template === 'lost').map(({ site }) => `template lost: ${site}`),
    ...without.map(({ site, missingIds }) => `ids missing: ${site}, ${missingIds}`),
    ...lost.map((site) => `lost: ${site}`),
    ...(unnamed === undefined || unnamed === 0 ? [] : [`lost: ${plural(unnamed, 'site')} whose name cannot be read`]),
  ]
    .map((line) => `${folder}: ${line}\n`)
    .join('');
}
