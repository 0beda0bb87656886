/** `refrain mcp`: tools for language models over standard input and output. */
import { once } from 'node:events';
import type { Sites } from '@refrain/crawl';
import { VALUES_MAX } from '@refrain/crawl/engine';
import { type CommandContext, interruptible } from '../../arguments/command-line.ts';
import type { McpOptions } from './flags.ts';
import { boundedMessages, messageBytes } from './messages.ts';
import { loadSdk, type StdioSdk } from './sdk.ts';
import { toolServer } from './server.ts';
import { withSites } from './sites.ts';
import { toolsFor } from './tool-table.ts';
import { type ToolOptions, Tools } from './tools.ts';

/** Serves until standard input ends, or a signal comes. */
export async function run(options: McpOptions, streams: CommandContext): Promise<number> {
  const context = interruptible(streams);
  await withSites(options, async (sites, identity) =>
    answer(await loadSdk('server/stdio.js', 'refrain mcp'), sites, { ...options, identity }, context),
  );
  return 0;
}

async function answer(sdk: StdioSdk, sites: Sites, options: ToolOptions, context: CommandContext): Promise<void> {
  const { stdin, stdout, stderr, interrupted } = context;
  const server = toolServer(sdk, new Tools(sites, options), toolsFor(options));
  const ended = Promise.race([once(stdin, 'end'), once(stdin, 'close'), once(interrupted, 'abort')]);
  server.onerror = ({ message }) => void stderr.write(`refrain: mcp: ${message.split('\n')[0]}\n`);
  const maxBytes = messageBytes(sites.options);
  const messages = boundedMessages(maxBytes, (id) => {
    const error = { code: -32600, message: `a message has more than ${maxBytes} bytes or ${VALUES_MAX} values` };
    stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, error })}\n`);
  });
  await server.connect(new sdk.StdioServerTransport(stdin.pipe(messages), stdout, { maxBufferSize: maxBytes }));
  await ended;
  await server.close();
  stdin.destroy();
}
