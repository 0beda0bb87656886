/** `refrain mcp`: tools for language models over standard input and output, by the Model Context Protocol. */
import { once } from 'node:events';
import { Sites } from '@refrain/crawl';
import { type CommandContext, interruptible } from '../../arguments/command.ts';
import { CommandError, describe, shownCode } from '../../errors.ts';
import { isFolder } from '../../files/output-target.ts';
import { withFolder } from '../../files/scratch-folder.ts';
import { withIdentity } from '../../read/identity/open.ts';
import type { McpOptions } from './flags.ts';
import { boundedMessages, messageBytes } from './messages.ts';
import { loadStdioSdk, type StdioSdk } from './sdk.ts';
import { toolServer } from './server.ts';
import { type ToolOptions, Tools } from './tools.ts';

/** Serves until standard input ends, or a signal comes. */
export async function run(options: McpOptions, streams: CommandContext): Promise<number> {
  const context = interruptible(streams);
  const { state, root } = options;
  if (!isFolder(root)) throw new CommandError(`--root ${root}: there is no such folder`, { code: 'INPUT_INVALID' });
  const sdk = await loadStdioSdk();
  await withIdentity(options.identity, (identity) =>
    withFolder(state, async (folder) => {
      const sites = await openSites(folder);
      try {
        await answer(sdk, sites, { ...options, identity }, context);
      } finally {
        await sites.close();
      }
    }),
  );
  return 0;
}

async function openSites(location: string): Promise<Sites> {
  try {
    return await Sites.open({ location });
  } catch (error) {
    throw new CommandError(`--state ${location}: ${describe(error)}`, { code: shownCode(error) });
  }
}

async function answer(sdk: StdioSdk, sites: Sites, options: ToolOptions, context: CommandContext): Promise<void> {
  const { stdin, stdout, stderr, interrupted } = context;
  const server = toolServer(sdk, new Tools(sites, options));
  const ended = Promise.race([once(stdin, 'end'), once(stdin, 'close'), once(interrupted, 'abort')]);
  server.onerror = ({ message }) => void stderr.write(`refrain: mcp: ${message.split('\n')[0]}\n`);
  const maxBytes = messageBytes(sites.options);
  const messages = boundedMessages(maxBytes, (id) => {
    const error = { code: -32600, message: `a message has more than ${maxBytes} bytes` };
    stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, error })}\n`);
  });
  await server.connect(new sdk.StdioServerTransport(stdin.pipe(messages), stdout, { maxBufferSize: maxBytes }));
  await ended;
  await server.close();
  stdin.destroy();
}
