/**
 * The module of measurements and training: index.ts and the functions that only they need. It is built as
 * build/core.bench.wasm by scripts/compile.ts and is not part of a package.
 */
import { Site } from './site/records';
import { learnPage } from './detect/detect';

export * from './index';
export { collectKindFeatures, collectWords } from './evidence/model/collect';
export { fillWhole } from './evidence/model/page-scores';
export { allocate, release } from './memory';

/**
 * In place of `env.abort` in debug builds, so that no build has imports. The address of the message is left at address 0, which nothing
 * uses, for tests.
 */
export function abort(message: string | null, _file: string | null, _line: u32, _column: u32): void {
  store<usize>(0, changetype<usize>(message));
  unreachable();
}

/** Learns the segments of the current page again, as another page: the work on the table without the parser. */
export function learnAgain(at: usize): u32 {
  const site = changetype<Site>(at);
  return learnPage(site, 0, false);
}
