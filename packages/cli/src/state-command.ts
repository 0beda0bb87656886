/** `refrain state list|export|import|forget`: what stands in a store, and single sites out of it and into it. */
import { readFile, writeFile } from 'node:fs/promises';
import { Sites } from '@refrain/crawl';
import { tableOptions } from '@refrain/crawl/unstable';
import type { DetectorOptions } from 'refrain';
import { Detector, RefrainError } from 'refrain';
import type { StateOptions } from './arguments.ts';
import { CommandError, describe } from './errors.ts';
import { type Output, streamOutput } from './output.ts';
import { openState } from './state.ts';

/** Does what is asked; gives the exit code. */
export async function changeState(options: StateOptions, stdout: NodeJS.WriteStream): Promise<number> {
  const { action, folder, file = '' } = options;
  // A store is made for a site that is put in, with its options; nothing can be taken from one that is not there.
  const given = action === 'import' ? await optionsOf(file) : {};
  const { store } = await openState(folder, { create: action === 'import', given });
  await store.close();
  const sites = await Sites.open({ location: folder });
  try {
    await act(sites, options, streamOutput(stdout));
    return 0;
  } catch (error) {
    if (!(error instanceof RefrainError)) throw error;
    throw new CommandError(`${folder}: ${describe(error)}`);
  } finally {
    await sites.close();
  }
}

async function optionsOf(file: string): Promise<DetectorOptions> {
  try {
    const detector = await Detector.restore(await readFile(file));
    return tableOptions(detector.options);
  } catch (error) {
    throw new CommandError(`${file}: ${describe(error)}`);
  }
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
      return file === '-' ? output.write(snapshot) : writeFile(file, snapshot);
    }
    case 'import':
      return sites.restore(site, await readFile(file));
    case 'forget':
      if (!(await sites.forget(site))) throw new CommandError(`${folder}: no page of ${site} was counted`);
  }
}
