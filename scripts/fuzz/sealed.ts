/** Checksums of altered snapshots and models, so that the code behind the check of the checksum gets them. */
import fc, { type Arbitrary } from 'fast-check';
import { resolveOptions } from 'refrain';
import { Core } from 'refrain/engine';
import { bytesOf, textOf } from './subject.ts';

const CHECKSUM_BYTES = 8;

/** An instance without a model, for hashes and the layout. */
export const plainCore = (): Promise<Core> => Core.open(resolveOptions({ evidence: 'repetition' }));

/** The input with its last eight bytes set to the module's hash of all before them. */
export function sealed(core: Core, input: string): string {
  if (input.length <= CHECKSUM_BYTES) return input;
  const bytes = bytesOf(input);
  const end = bytes.length - CHECKSUM_BYTES;
  bytes.writeBigUInt64LE(core.checksum(bytes.subarray(0, end)), end);
  return textOf(bytes);
}

/** Inputs of which seven of eight are sealed. */
export const mostlySealed = (core: Core, inputs: Arbitrary<string>): Arbitrary<string> =>
  fc.tuple(inputs, fc.nat(7)).map(([input, chance]) => (chance === 7 ? input : sealed(core, input)));
