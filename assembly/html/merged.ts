/** Repeated html and body start tags, whose attributes are added to the element that is open already. */
import { MergedTag } from './records';
import { allocate, release } from '../memory';
import { Parser } from './state';
import { Token } from './tags';

/** Written by this file only; in the module of indexing, by indexing/page.ts only. */
export namespace Merged {
  export let base: usize = 0;
  export let count: u32 = 0;
  export let room: u32 = 0;
}

/** Minimum bytes of the list. */
const ROOM_MIN: u32 = 1024;

export function beginMerged(): void {
  Merged.count = 0;
}

export function releaseMerged(): void {
  release(Merged.base, Merged.room);
  Merged.base = 0;
  Merged.room = 0;
  Merged.count = 0;
}

/** Notes the current tag for `node`; false if memory is unavailable. */
export function mergeAttributes(node: u32): bool {
  const used = Merged.count * <u32>MergedTag.BYTES;
  if (used + <u32>MergedTag.BYTES > Merged.room) {
    const room = max(Merged.room * 2, ROOM_MIN);
    const block = allocate(room);
    if (!block) return false;
    if (used) memory.copy(block, Merged.base, used);
    release(Merged.base, Merged.room);
    Merged.base = block;
    Merged.room = room;
  }
  const at = changetype<MergedTag>(Merged.base + used);
  at.node = node;
  at.start = <u32>(Token.start - Parser.source);
  at.end = <u32>(Token.end - Parser.source);
  Merged.count++;
  return true;
}
