/** The ABI that `bindings/memory.ts` calls. */
import { PAGE, input, inputHolds } from './page/arena';
import { checksum } from './page/checksum';

export { ABI } from './abi';
export { readCodeUnits } from './page/code-units';
export { encodeUnits, reserveUnits } from './page/input-units';
export { reserveInput } from './page/arena';

export function pageResult(): usize {
  return changetype<usize>(PAGE);
}

/** Checksum of the first `length` bytes of the input. */
export function checksumInput(length: u32): u64 {
  assert(inputHolds(length), 'memory-abi: the bytes are not in the input');
  return checksum(input, length);
}
