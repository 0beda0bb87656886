/** `refrain mcp`: tools for language models over standard input and output, by the Model Context Protocol. */
import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import { Sites } from '@refrain/crawl';
import { errors } from '@refrain/crawl/engine';
import { type CommandContext, interruptible } from '../../arguments/command.ts';
import { CommandError, describe, shownCode } from '../../errors.ts';
import { isFolder } from '../../files/output-target.ts';
import { withFolder } from '../../files/scratch-folder.ts';
import { withInstall } from '../../install.ts';
import { version } from '../../version.ts';
import { withAnswer } from './answers.ts';
import type { McpOptions } from './flags.ts';
import { boundedMessages } from './messages.ts';
import { TOOLS, type ToolInput, WEB_TOOLS } from './tool-input.ts';
import { type ToolAnswer, Tools } from './tools.ts';

/** Serves until standard input ends, or a signal comes. */
export async function run(options: McpOptions, streams: CommandContext): Promise<number> {
  const context = interruptible(streams);
  const { state, root } = options;
  if (!isFolder(root)) throw new CommandError(`--root ${root}: there is no such folder`, { code: 'INPUT_INVALID' });
  const sdk = await loadSdk();
  await withFolder(state, async (folder) => {
    const sites = await openSites(folder);
    try {
      await answer(sdk, sites, options, context);
    } finally {
      await sites.close();
    }
  });
  return 0;
}

async function openSites(location: string): Promise<Sites> {
  try {
    return await Sites.open({ location });
  } catch (error) {
    throw new CommandError(`--state ${location}: ${describe(error)}`, { code: shownCode(error) });
  }
}

async function answer(sdk: Sdk, sites: Sites, options: McpOptions, context: CommandContext): Promise<void> {
  const { stdin, stdout, stderr, interrupted } = context;
  const tools = new Tools(sites, options);
  const info = { name: 'refrain', version: version() };
  const server = new sdk.Server(info, { capabilities: { tools: {} } });
  const calls: Readonly<Record<string, (input: ToolInput, signal: AbortSignal) => Promise<ToolAnswer>>> = {
    clean_page: (input) => tools.cleanPage(input),
    read_url: (input, signal) => tools.readUrl(input, signal),
    read_site: (input, signal) => tools.readSite(input, signal),
    clean_site: (input) => tools.cleanSite(input),
    site_template: (input) => tools.siteTemplate(input),
    explain_block: (input) => tools.explainBlock(input),
  };
  server.setRequestHandler(sdk.ListToolsRequestSchema, async () => ({
    tools: (options.web ? [...TOOLS, ...WEB_TOOLS] : TOOLS).map(withAnswer),
  }));
  server.setRequestHandler(sdk.CallToolRequestSchema, async ({ params }, { signal }) => {
    const call = Object.hasOwn(calls, params.name) ? calls[params.name] : undefined;
    try {
      if (call === undefined) throw new CommandError(`there is no tool ${params.name}`, { code: 'INPUT_INVALID' });
      const { facts, ...content } = await call(params.arguments ?? {}, signal);
      const texts = [JSON.stringify(facts, undefined, 2), ...Object.values(content)];
      return {
        content: texts.map((text) => ({ type: 'text', text })),
        structuredContent: { ...facts, ...content },
      };
    } catch (error) {
      // What a model has asked wrongly is for the model to read.
      return { isError: true, content: [{ type: 'text', text: describe(error) }] };
    }
  });
  const ended = Promise.race([once(stdin, 'end'), once(stdin, 'close'), once(interrupted, 'abort')]);
  server.onerror = ({ message }) => void stderr.write(`refrain: mcp: ${message.split('\n')[0]}\n`);
  // A page as a string of JSON may be twice as long.
  const maxBytes = 2 * sites.options.maxPageBytes + 2 ** 20;
  const messages = boundedMessages(maxBytes, (id) => {
    const error = { code: -32600, message: `a message has more than ${maxBytes} bytes` };
    stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, error })}\n`);
  });
  await server.connect(new sdk.StdioServerTransport(stdin.pipe(messages), stdout, { maxBufferSize: maxBytes }));
  await ended;
  await server.close();
  stdin.destroy();
}

const NAME = '@modelcontextprotocol/sdk';

/** A request of a client. */
interface Request {
  readonly params: { readonly name: string; readonly arguments?: Readonly<Record<string, unknown>> };
}

/** `signal` ends with the call: when the client cancels it, or goes away. */
interface Call {
  readonly signal: AbortSignal;
}

export interface McpServer {
  onerror?: (error: Error) => void;
  setRequestHandler(schema: unknown, handler: (request: Request, extra: Call) => Promise<object>): void;
  connect(transport: unknown): Promise<void>;
  close(): Promise<void>;
}

export interface Sdk {
  readonly Server: new (info: object, options: object) => McpServer;
  readonly StdioServerTransport: new (stdin: Readable, stdout: Writable, options: object) => unknown;
  readonly ListToolsRequestSchema: unknown;
  readonly CallToolRequestSchema: unknown;
}

/** Names that the compiler does not look for. */
const PARTS: readonly string[] = ['server/index.js', 'server/stdio.js', 'types.js'];

/** @throws {CommandError} `PACKAGE_MISSING` */
async function loadSdk(): Promise<Sdk> {
  try {
    const load = async (): Promise<object[]> => Promise.all(PARTS.map((part) => import(`${NAME}/${part}`)));
    const parts = await errors.importPackage(NAME, 'refrain mcp', load);
    return Object.assign({}, ...parts) as Sdk;
  } catch (error) {
    throw withInstall(error, [NAME]);
  }
}
