/** The step of the build that joins data segments. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { mergeData } from '../../scripts/merge-data.ts';

/** A module with one page of memory, and segments of one byte at these offsets, each below 64 or in two bytes of LEB128. */
function moduleWith(offsets: readonly number[]): Uint8Array {
  const leb = (offset: number): number[] => (offset < 64 ? [offset] : [(offset & 0x7f) | 0x80, offset >> 7]);
  const data = offsets.flatMap((offset, index) => [0, 0x41, ...leb(offset), 0x0b, 1, index + 1]);
  return Uint8Array.from([
    ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...[5, 3, 1, 0, 1],
    ...[7, 5, 1, 1, 0x6d, 2, 0],
    ...[12, 1, offsets.length],
    ...[11, data.length + 1, offsets.length, ...data],
  ]);
}

/** The first bytes of the memory, as text. */
async function memoryOf(module: Uint8Array): Promise<string> {
  const { instance } = await WebAssembly.instantiate(Uint8Array.from(module));
  return new Uint8Array((instance.exports['m'] as WebAssembly.Memory).buffer).slice(0, 400).join('');
}

test('segments that are close together are joined, others are not, and the memory is the same', async () => {
  for (const offsets of [[0], [1, 3, 20, 60], [60, 0, 30], [5, 300], [63, 64, 100, 380]]) {
    const module = moduleWith(offsets);
    assert.is(await memoryOf(mergeData(module)), await memoryOf(module), offsets.join());
  }
  const close = moduleWith([1, 2, 3]);
  assert.ok(mergeData(close).length < close.length - 10, 'one header for three');
});

test('a segment that is not at a constant offset is refused', () => {
  const module = moduleWith([1]);
  const passive = module.map((byte, index) => (index === module.length - 6 ? 1 : byte));
  assert.throws(() => mergeData(passive), /constant offset/);
});

test.run();
