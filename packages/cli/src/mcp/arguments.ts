/** Arguments of `refrain mcp`. */
import { MCP_LENGTH, MCP_PAGES } from '../flag-values.ts';
import { readCount, type TextOf, usageError } from '../values.ts';

/** Options of the server. */
export interface McpOptions {
  /** The store; undefined for one that lasts as long as the server. */
  readonly state: string | undefined;
  /** Files outside of this folder are not read. */
  readonly root: string;
  /** Maximum number of pages of a call. */
  readonly maxPages: number;
  /** Maximum number of characters of an answer. */
  readonly maxLength: number;
}

/** @throws {CommandError} */
export function readMcp(operands: readonly string[], text: TextOf): McpOptions {
  if (operands.length > 0) throw usageError('mcp: takes no inputs; tools name them');
  return {
    state: text('state'),
    root: text('root') ?? '.',
    maxPages: readCount('max-pages', text('max-pages'), MCP_PAGES) ?? MCP_PAGES.default,
    maxLength: readCount('max-length', text('max-length'), MCP_LENGTH) ?? MCP_LENGTH.default,
  };
}
