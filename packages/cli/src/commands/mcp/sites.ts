/** The sites of a server, and the identity of its requests. */
import { Sites, siteFinder } from '@refrain/crawl';
import { readModelFile } from '../../arguments/detector.ts';
import { readFlush } from '../../arguments/flag-values.ts';
import { CommandError } from '../../errors.ts';
import { isFolder } from '../../files/output-target.ts';
import { withFolder } from '../../files/scratch-folder.ts';
import { openState } from '../../judge/state-store.ts';
import type { Identity } from '../../read/identity/identity.ts';
import { withIdentity } from '../../read/identity/open-identity.ts';
import type { ServeOptions } from '../serve/flags.ts';
import { acceptAll } from './turns.ts';

/** `state`: folder of the store; default: one that is removed at the end. `root`: the folder whose files tools read. */
type SitesOptions = Pick<ServeOptions, 'state' | 'root' | 'identity'> &
  Partial<Pick<ServeOptions, 'siteOf' | 'flushEvery' | 'detector' | 'model'>>;

/** @throws {CommandError} if the root, the store, the model or a file with cookies cannot be read */
export async function withSites(
  options: SitesOptions,
  use: (sites: Sites, identity: Identity | undefined) => Promise<void>,
): Promise<void> {
  const { state, root, siteOf = 'host', flushEvery = readFlush(), detector = {} } = options;
  if (root !== undefined && !isFolder(root))
    throw new CommandError(`--root ${root}: there is no such folder`, { code: 'INPUT_INVALID' });
  await withIdentity(options.identity, (identity) =>
    withFolder(state, async (folder) => {
      const { store, options: resolved } = await openState(folder, { create: true, given: detector });
      let sites: Sites | undefined;
      try {
        const model = await readModelFile(options.model, resolved);
        const how = { flushEvery, flushesWhenIdle: true, pause: acceptAll };
        const over = { ...how, detector: resolved, siteOf: await siteFinder(siteOf) };
        sites = await Sites.over(store, over, model === undefined ? {} : { model });
        await use(sites, identity);
      } finally {
        await (sites ?? store).close();
      }
    }),
  );
}
