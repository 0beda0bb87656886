/** What the routes of a server share. */
import type { Sites } from '@refrain/crawl';
import type { ToolOptions, Tools } from '../mcp/tools.ts';
import type { RequestMemory } from './body.ts';

export interface Service {
  readonly sites: Sites;
  readonly memory: RequestMemory;
  readonly allowPrivate: boolean;
  /** Who asks servers for pages. */
  readonly identity?: ToolOptions['identity'];
  readonly tools: Tools;
  /** Writes a defect to standard error. */
  report(error: unknown): void;
}
