import { booleanOption, checkObject } from '../check.ts';
import { type ResolvedOptions, resolveOptions } from '../options.ts';

/** Options of a parser. Limits are those of a detector. */
export interface ParserOptions {
  /** Whether scripts run: the contents of `noscript` elements are then text. Default: false. */
  scripting?: boolean;
  /** Maximum size of a page, in bytes of UTF-8. Default: 32 MiB. */
  maxPageBytes?: number;
  /** Maximum number of nodes of a tree. Default: 2,097,152. */
  maxNodes?: number;
  /** Maximum depth of an element: a deeper element becomes a sibling at that depth, as in browsers. 0: no limit. Default: 512. */
  maxDepth?: number;
  /** Maximum work for a page, in steps of the module. Default: 1,000,000,000. */
  maxWork?: number;
  /** Maximum linear memory of the instance, in bytes. Default: 1 GiB. */
  maxMemory?: number;
}

/** Fills in defaults and checks every value. */
export function resolveParserOptions(options: ParserOptions): { scripting: boolean; core: ResolvedOptions } {
  const known = ['scripting', 'maxPageBytes', 'maxNodes', 'maxDepth', 'maxWork', 'maxMemory'];
  const { scripting = false, ...limits } = checkObject('a parser', options, known);
  return { scripting: booleanOption('scripting', scripting), core: resolveOptions(limits) };
}
