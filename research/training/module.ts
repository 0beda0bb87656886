/** Calls of functions that only the module for measurements has: assembly/bench.ts. */

import type { Core } from 'refrain/engine';
import type { CoreExports } from '../../bindings/core-exports.ts';
import { layout } from '../../bindings/core-exports.ts';
import { moduleOf } from '../../scripts/compile.ts';

interface BenchExports {
  learnAgain(table: number): number;
  collectWords(order: number): number;
  collectKindFeatures(): number;
  fillWhole(order: number): number;
}

export const compileBench = (): Promise<WebAssembly.Module> => moduleOf('bench');

function benchExports(exports: CoreExports): BenchExports {
  const found = exports as CoreExports & Partial<BenchExports>;
  if (found.learnAgain === undefined || found.collectWords === undefined) {
    throw new TypeError('the instance is not of the module of assembly/bench.ts: use compileBench()');
  }
  return found as CoreExports & BenchExports;
}

/**
 * The `order`-th block with text on the current page, and hashes of words: in its names, in the names of its ancestors,
 * and in its text if this is short. Undefined after the last block.
 */
export function wordsOf(
  core: Core,
  order: number,
): { readonly block: number; readonly words: Uint32Array } | undefined {
  if (core.call((exports) => benchExports(exports).collectWords(order)) === 0) return undefined;
  const words = new Uint32Array(core.output().slice().buffer);
  return { block: words[0] ?? 0, words: words.subarray(1) };
}

/** Like `Core.tile`, but with features of the whole page. The main content must have been requested before. */
export function wholeTile(core: Core, order: number): Uint8Array {
  const { Features } = layout;
  core.call((exports) => benchExports(exports).fillWhole(order));
  const address = core.call((exports) => exports.tileAddress());
  return core.bytesAt(address, Features.WHOLE * Features.TILE_BLOCKS).slice();
}

/** Distinct features of the kind of the current page: the high 24 bits of their hashes. */
export function kindFeaturesOf(core: Core): ReadonlySet<number> {
  if (core.call((exports) => benchExports(exports).collectKindFeatures()) === 0)
    throw new RangeError('too many features');
  return new Set(new Uint32Array(core.output().slice().buffer).map((hash) => (hash & 0xffffff00) >>> 0));
}
