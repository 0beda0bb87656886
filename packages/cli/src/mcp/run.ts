/** `refrain mcp`: tools for language models over standard input and output, by the Model Context Protocol. */
import { once } from 'node:events';
import { PackageError, Sites } from '@refrain/crawl';
import { importPackage } from '@refrain/crawl/internal';
import { type CommandContext, interruptible } from '../arguments/command.ts';
import { CommandError, describe, messageOf, shownCode } from '../errors.ts';
import { isFolder } from '../output/output-target.ts';
import { makeScratchFolder, removeScratchFolder } from '../output/scratch-folder.ts';
import { version } from '../version.ts';
import type { McpOptions } from './arguments.ts';
import { TOOLS } from './descriptions.ts';
import type { ToolInput } from './tool-input.ts';
import { type ToolAnswer, Tools } from './tools.ts';

/** Serves until standard input ends, or a signal comes. */
export async function serve(options: McpOptions, streams: CommandContext): Promise<number> {
  const context = interruptible(streams);
  const { state, root } = options;
  if (!isFolder(root)) throw new CommandError(`--root ${root}: there is no such folder`, { code: 'INPUT_INVALID' });
  const sdk = await loadSdk();
  const scratch = state === undefined ? await makeScratchFolder() : undefined;
  try {
    const sites = await openSites(state ?? scratch ?? '');
    try {
      await answer(sdk, new Tools(sites, options), context);
    } finally {
      await sites.close();
    }
  } finally {
    if (scratch !== undefined) await removeScratchFolder(scratch);
  }
  return 0;
}

async function openSites(location: string): Promise<Sites> {
  try {
    return await Sites.open({ location });
  } catch (error) {
    throw new CommandError(`--state ${location}: ${describe(error)}`, { code: shownCode(error) });
  }
}

async function answer(sdk: Sdk, tools: Tools, { stdin, interrupted }: CommandContext): Promise<void> {
  const info = { name: 'refrain', version: await version() };
  const server = new sdk.Server(info, { capabilities: { tools: {} } });
  const calls: Readonly<Record<string, (input: ToolInput) => Promise<ToolAnswer>>> = {
    clean_page: (input) => tools.cleanPage(input),
    clean_site: (input) => tools.cleanSite(input),
    site_template: (input) => tools.siteTemplate(input),
    explain_block: (input) => tools.explainBlock(input),
  };
  server.setRequestHandler(sdk.ListToolsRequestSchema, async () => ({ tools: TOOLS }));
  server.setRequestHandler(sdk.CallToolRequestSchema, async ({ params }) => {
    const call = Object.hasOwn(calls, params.name) ? calls[params.name] : undefined;
    try {
      if (call === undefined) throw new CommandError(`there is no tool ${params.name}`, { code: 'INPUT_INVALID' });
      return { content: (await call(params.arguments ?? {})).map((text) => ({ type: 'text', text })) };
    } catch (error) {
      // What a model has asked wrongly is for the model to read.
      return { isError: true, content: [{ type: 'text', text: describe(error) }] };
    }
  });
  const ended = Promise.race([once(stdin, 'end'), once(stdin, 'close'), once(interrupted, 'abort')]);
  await server.connect(new sdk.StdioServerTransport());
  await ended;
  await server.close();
  stdin.destroy();
}

const NAME = '@modelcontextprotocol/sdk';

/** A request of a client. */
interface Request {
  readonly params: { readonly name: string; readonly arguments?: Readonly<Record<string, unknown>> };
}

export interface McpServer {
  setRequestHandler(schema: unknown, handler: (request: Request) => Promise<object>): void;
  connect(transport: unknown): Promise<void>;
  close(): Promise<void>;
}

export interface Sdk {
  readonly Server: new (info: object, options: object) => McpServer;
  readonly StdioServerTransport: new () => unknown;
  readonly ListToolsRequestSchema: unknown;
  readonly CallToolRequestSchema: unknown;
}

/** Names that the compiler does not look for. */
const PARTS: readonly string[] = ['server/index.js', 'server/stdio.js', 'types.js'];

/** @throws {CommandError} `PACKAGE_MISSING` */
export async function loadSdk(): Promise<Sdk> {
  try {
    const load = async (): Promise<object[]> => Promise.all(PARTS.map((part) => import(`${NAME}/${part}`)));
    const parts = await importPackage(NAME, 'refrain mcp', load);
    return Object.assign({}, ...parts) as Sdk;
  } catch (error) {
    throw error instanceof PackageError ? new CommandError(messageOf(error), { code: error.code }) : error;
  }
}
