/** The parts of the official MCP SDK that are used. It is an optional package: its types are written here. */
import { PackageError } from '@refrain/crawl';
import { importPackage } from '@refrain/crawl/internal';
import { CommandError, messageOf } from '../errors.ts';

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
