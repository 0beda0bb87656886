/** Repeated html and body start tags, whose attributes are added to the element that is open already. */
import { MergedTag } from './records';
import { newRegion } from '../region';
import { Parser } from './state';
import { Token } from './tags';

const LIST = newRegion();

/** Written by this file only. */
export namespace Merged {
  export let base: usize = 0;
  export let count: u32 = 0;
}

export function beginMerged(): void {
  Merged.count = 0;
}

export function releaseMerged(): void {
  LIST.release();
  Merged.count = 0;
}

/** Notes the current tag for `node`; false if memory is unavailable. */
export function mergeAttributes(node: u32): bool {
  const used = Merged.count * <u32>MergedTag.BYTES;
  if (!LIST.grow(used + MergedTag.BYTES, used)) return false;
  Merged.base = LIST.at;
  const at = changetype<MergedTag>(Merged.base + used);
  at.node = node;
  at.start = <u32>(Token.start - Parser.source);
  at.end = <u32>(Token.end - Parser.source);
  Merged.count++;
  return true;
}
