/** Memory that the caller gives for an output, so that nothing is allocated for it. */
import * as check from '../check.ts';

/** @throws {OptionError} `OPTION_INVALID` */
export function checkRoom({ room }: { readonly room?: Uint8Array<ArrayBuffer> }): Uint8Array<ArrayBuffer> | undefined {
  if (room === undefined || (room as unknown) instanceof Uint8Array) return room;
  throw check.optionError('room', 'a Uint8Array', room);
}

/** Memory of a length, in the room where it fits. */
export const memoryFor = (length: number, room: Uint8Array<ArrayBuffer> | undefined): Uint8Array<ArrayBuffer> =>
  room !== undefined && room.length >= length ? room.subarray(0, length) : new Uint8Array(length);
