/** `refrain serve`: documents over HTTP. */
import { once } from 'node:events';
import { Sites, siteFinder } from '@refrain/crawl';
import { type CommandContext, interruptible } from '../../arguments/command.ts';
import { readModelFile } from '../../arguments/detector.ts';
import { MIB } from '../../arguments/flags.ts';
import { CommandError } from '../../errors.ts';
import { isFolder } from '../../files/output-target.ts';
import { withFolder } from '../../files/scratch-folder.ts';
import { openState } from '../../judge/state.ts';
import { withIdentity } from '../../read/identity/open.ts';
import { type ToolOptions, Tools } from '../mcp/tools.ts';
import { RequestMemory } from './exchange.ts';
import type { ServeOptions } from './flags.ts';
import { isKnown } from './problem.ts';
import { DocumentServer } from './server.ts';

/** Bytes of all requests together that are not answered. */
const REQUEST_BYTES = 256 * MIB;

/** Serves until a signal comes. */
export async function run(options: ServeOptions, streams: CommandContext): Promise<number> {
  const context = interruptible(streams);
  const { root } = options;
  if (root !== undefined && !isFolder(root))
    throw new CommandError(`--root ${root}: there is no such folder`, { code: 'INPUT_INVALID' });
  await withIdentity(options.identity, (identity) =>
    withFolder(options.state, async (folder) => {
      const sites = await openSites(folder, options);
      try {
        await serve(sites, { ...options, identity }, context);
      } finally {
        await sites.close();
      }
    }),
  );
  return 0;
}

async function openSites(folder: string, { siteOf, flushEvery, detector, model: file }: ServeOptions): Promise<Sites> {
  const { store, options } = await openState(folder, { create: true, given: detector });
  try {
    const model = await readModelFile(file, options);
    const over = { detector: options, siteOf: await siteFinder(siteOf), flushEvery, flushesWhenIdle: true };
    return await Sites.over(store, over, model === undefined ? {} : { model });
  } catch (error) {
    await store.close();
    throw error;
  }
}

/** Options of the server, whose identity is opened. */
type OpenedOptions = Omit<ServeOptions, 'identity'> & Pick<ToolOptions, 'identity'>;

async function serve(sites: Sites, options: OpenedOptions, context: CommandContext): Promise<void> {
  const { stderr, interrupted } = context;
  const report = (error: unknown): void => {
    if (!isKnown(error)) stderr.write(`refrain: serve: ${error instanceof Error ? error.stack : String(error)}\n`);
  };
  const memory = new RequestMemory(Math.max(REQUEST_BYTES, 4 * sites.options.maxPageBytes));
  const service = { ...options, sites, tools: new Tools(sites, options), report };
  const server = new DocumentServer(service, { ...options, memory });
  const ended = once(interrupted, 'abort');
  stderr.write(`refrain: serving at ${await server.listen()}\n`);
  if (!interrupted.aborted) await ended;
  context.endsBySignal?.();
  // Now, too: slow clients may take longer than whoever waits for this end, and then kills. What fails here fails at the end again.
  await Promise.all([server.close(), sites.flush().catch(() => undefined)]);
}
