/** The SDK of the Model Context Protocol, which users install separately. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Readable, Writable } from 'node:stream';
import { errors } from '@refrain/crawl/engine';
import { withInstall } from '../../install.ts';

const NAME = '@modelcontextprotocol/sdk';

interface Request {
  readonly params: { readonly name: string; readonly arguments?: Readonly<Record<string, unknown>> };
}

/** `signal` aborts when the client cancels the call or disconnects. */
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
  readonly ListToolsRequestSchema: unknown;
  readonly CallToolRequestSchema: unknown;
  readonly AjvJsonSchemaValidator: new () => Validator;
  /** Keeps compiled schemas. */
  readonly validator: Validator;
}

interface Validator {
  getValidator(schema: object): (input: unknown) => { readonly valid: boolean; readonly errorMessage?: string };
}

export interface StdioSdk extends Sdk {
  readonly StdioServerTransport: new (stdin: Readable, stdout: Writable, options: object) => unknown;
}

export interface HttpSdk extends Sdk {
  readonly StreamableHTTPServerTransport: new (
    options: object,
  ) => { handleRequest(request: IncomingMessage, response: ServerResponse, body: unknown): Promise<void> };
}

/** As strings, so that the compiler does not resolve them. */
const PARTS: readonly string[] = ['server/index.js', 'types.js', 'validation/ajv'];

/**
 * Loads the SDK for `what`, with the transport of a module.
 *
 * @throws {CommandError} `PACKAGE_MISSING`
 */
export async function loadSdk<T extends Sdk>(transport: string, what: string): Promise<T> {
  try {
    const all = [...PARTS, transport];
    const read = async (): Promise<object[]> => Promise.all(all.map((part) => import(`${NAME}/${part}`)));
    const sdk = Object.assign({}, ...(await errors.importPackage(NAME, what, read))) as T;
    return { ...sdk, validator: new sdk.AjvJsonSchemaValidator() };
  } catch (error) {
    throw withInstall(error, [NAME]);
  }
}
