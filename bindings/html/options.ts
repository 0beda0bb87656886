import { OptionError } from '../errors.ts';
import { type ResolvedOptions, resolveOptions } from '../options.ts';

/** Options of a parser. */
export interface ParserOptions {
  /** Whether scripts run, so that what is in `noscript` elements is text; false by default. */
  scripting?: boolean;
  /** Largest page, in bytes of UTF-8. */
  maxPageBytes?: number;
  /** Most nodes of a tree. */
  maxNodes?: number;
  /** Deepest element: what would be deeper becomes a sibling at that depth, as in browsers; 0 for no limit. */
  maxDepth?: number;
  /** Most linear memory of the instance, in bytes. */
  maxMemory?: number;
}

const LIMITS = ['maxPageBytes', 'maxNodes', 'maxDepth', 'maxMemory'];

/** Fills in what is left open and checks every value, limits as a detector does. */
export function resolveParserOptions(options: ParserOptions): { scripting: boolean; core: ResolvedOptions } {
  const { scripting = false, ...limits } = options;
  const unknown = Object.keys(limits).find((name) => !LIMITS.includes(name));
  if (unknown !== undefined) throw new OptionError(`there is no option ${unknown}`);
  if (typeof scripting !== 'boolean')
    throw new OptionError(`scripting must be true or false, not ${String(scripting)}`);
  return { scripting, core: resolveOptions(limits) };
}
