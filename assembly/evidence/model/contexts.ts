import { Context } from './context-records';
import { blockCount, contexts } from '../../page/arena';

/** Valid after main content was requested. */
export function contextAt(index: u32): Context {
  assert(index < blockCount, 'records: the block is outside of the page');
  return changetype<Context>(contexts + <usize>index * Context.BYTES);
}
