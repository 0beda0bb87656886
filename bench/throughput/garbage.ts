import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collect: unknown = runInNewContext('gc');

/** Collects garbage, so that the garbage of one contender does not cost time of the next. */
export function collectGarbage(): void {
  if (typeof collect === 'function') collect();
}
