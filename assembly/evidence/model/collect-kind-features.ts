/** All features of the kind of the current page, from which training makes the model. */
import { output, publishOutput, reserveOutput } from '../../page/arena';
import { addPageFeatures } from './kind-features';
import { listFeatures, listed } from './kinds';

/** Writes their hashes to the output, some of them again and again; false if memory is unavailable. */
export function collectKindFeatures(): bool {
  listFeatures(true, 0);
  addPageFeatures();
  const bytes = (<usize>listed) << 2;
  const hasRoom = reserveOutput(bytes);
  if (hasRoom) {
    listFeatures(true, output);
    addPageFeatures();
    publishOutput(bytes);
  }
  listFeatures(false, 0);
  return hasRoom;
}
