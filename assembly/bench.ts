/**
 * The module of measurements and training: index.ts and additional functions. scripts/compile.ts builds it as build/core.bench.wasm; it
 * does not ship.
 */
import { Site } from './site/records';
import { learnPage } from './detect/detect';

export * from './index';
export { collectKindFeatures, collectWords } from './evidence/model/collect';
export { fillWhole } from './evidence/model/page-scores';
export { allocate, release } from './memory';

/**
 * Replaces `env.abort` in debug builds, so that builds have no imports. For tests, it stores the address of the message at the unused
 * address 0.
 */
export function abort(message: string | null, _file: string | null, _line: u32, _column: u32): void {
  store<usize>(0, changetype<usize>(message));
  unreachable();
}

/** Learns the current page again as another page, without parsing. Measures the work on the table. */
export function learnAgain(at: usize): u32 {
  const site = changetype<Site>(at);
  return learnPage(site, 0, false);
}
