/** `refrain serve`: documents over HTTP. */
import { once } from 'node:events';
import type { Sites } from '@refrain/crawl';
import { plural } from 'refrain/engine';
import { type CommandContext, interruptible } from '../../arguments/command-line.ts';
import { MIB } from '../../arguments/flag-kinds.ts';
import { withSites } from '../mcp/sites.ts';
import { toolsFor } from '../mcp/tool-table.ts';
import { type ToolOptions, Tools } from '../mcp/tools.ts';
import type { ServeOptions } from './flags.ts';
import { isKnown } from './problem.ts';
import { DocumentServer } from './server.ts';

/** Bytes of all unanswered requests together. */
const REQUEST_BYTES = 256 * MIB;

export async function run(options: ServeOptions, streams: CommandContext): Promise<number> {
  const context = interruptible(streams);
  const { state } = options;
  let kept = 'what was learned is forgotten, because there is no --state';
  await withSites(options, async (sites, identity) => {
    await serve(sites, { ...options, identity }, context);
    if (state !== undefined) kept = `${plural(sites.stats().sites, 'site')} saved in ${state}`;
  });
  context.stderr.write(`refrain: ended; ${kept}\n`);
  return 0;
}

type OpenedOptions = Omit<ServeOptions, 'identity'> & Pick<ToolOptions, 'identity'>;

async function serve(sites: Sites, options: OpenedOptions, context: CommandContext): Promise<void> {
  const { stderr, interrupted } = context;
  const report = (error: unknown): void => {
    if (!isKnown(error)) stderr.write(`refrain: serve: ${error instanceof Error ? error.stack : String(error)}\n`);
  };
  const memory = { left: Math.max(REQUEST_BYTES, 4 * sites.options.maxPageBytes) };
  const service = { ...options, sites, tools: new Tools(sites, options), toolList: toolsFor(options), report };
  const server = new DocumentServer(service, { ...options, memory });
  const ended = once(interrupted, 'abort');
  stderr.write(`refrain: serving at ${await server.listen()}\n`);
  if (!interrupted.aborted) await ended;
  context.endsBySignal?.();
  // Sites are saved before all clients have their answers, because the process may be killed first. They are saved
  // again at the end, which reports errors.
  await Promise.all([server.close(), sites.flush().catch(() => undefined)]);
}
