import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collect: unknown = runInNewContext('gc');

/** What one contender leaves behind is not to be cleared away on the time of the next. */
export function collectGarbage(): void {
  if (typeof collect === 'function') collect();
}
