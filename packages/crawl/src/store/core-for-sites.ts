import type { CreateOptions, ResolvedOptions } from 'refrain';
import { type Core, openCore } from 'refrain/internal';

/** The share of the memory that one table may use: with what saving it needs, half of the memory is left for pages. */
const TABLE_SHARE = 1 / 4;

/** An instance for many sites, whose tables can always be saved. */
export function coreForSites(options: ResolvedOptions, create?: CreateOptions): Promise<Core> {
  const maxShare = Math.floor(options.maxMemory * TABLE_SHARE);
  return openCore({ ...options, maxTableBytes: Math.min(options.maxTableBytes, maxShare) }, create);
}
