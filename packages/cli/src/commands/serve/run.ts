/** `refrain serve`: documents over HTTP. */
import { once } from 'node:events';
import { Sites, siteFinder } from '@refrain/crawl';
import { type CommandContext, interruptible } from '../../arguments/command.ts';
import { readModelFile, resolveFlags } from '../../arguments/detector.ts';
import { CommandError } from '../../errors.ts';
import { isFolder } from '../../files/output-target.ts';
import { openState } from '../../judge/state.ts';
import { withIdentity } from '../../read/identity/open.ts';
import { type ToolOptions, Tools } from '../mcp/tools.ts';
import { RequestMemory } from './body.ts';
import type { ServeOptions } from './flags.ts';
import { isKnown } from './problem.ts';
import { DocumentServer } from './server.ts';
import { MemoryStore } from './store.ts';

/** Bytes of all requests together that are not answered. */
const REQUEST_BYTES = 256 * 1024 * 1024;

/** Without a store, nothing has to survive a crash. */
const NEVER = { pages: Number.POSITIVE_INFINITY, seconds: Number.POSITIVE_INFINITY };

/** Serves until a signal comes. */
export async function run(options: ServeOptions, streams: CommandContext): Promise<number> {
  const context = interruptible(streams);
  const { root } = options;
  if (root !== undefined && !isFolder(root))
    throw new CommandError(`--root ${root}: there is no such folder`, { code: 'INPUT_INVALID' });
  await withIdentity(options.identity, async (identity) => {
    const sites = await openSites(options);
    try {
      await serve(sites, { ...options, identity }, context);
    } finally {
      await sites.close();
    }
  });
  return 0;
}

async function openSites({ state, siteOf, flushEvery, detector: given, model: file }: ServeOptions): Promise<Sites> {
  const found = state === undefined ? undefined : await openState(state, { create: true, given });
  const detector = found?.options ?? resolveFlags(given);
  try {
    const model = await readModelFile(file, detector);
    const over = { detector, siteOf: await siteFinder(siteOf), flushesWhenIdle: found !== undefined };
    const flush = found === undefined ? NEVER : flushEvery;
    const create = model === undefined ? {} : { model };
    return await Sites.over(found?.store ?? new MemoryStore(), { ...over, flushEvery: flush }, create);
  } catch (error) {
    await found?.store.close();
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
  const service = { ...options, sites, memory, tools: new Tools(sites, options), report };
  const server = new DocumentServer(service, options);
  const ended = once(interrupted, 'abort');
  stderr.write(`refrain: serving at ${await server.listen()}\n`);
  if (!interrupted.aborted) await ended;
  context.endsBySignal?.();
  // Now, too: slow clients may take longer than whoever waits for this end, and then kills. What fails here fails at the end again.
  await Promise.all([server.close(), sites.flush().catch(() => undefined)]);
}
