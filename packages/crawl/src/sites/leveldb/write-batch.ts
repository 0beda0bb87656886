/** A batch of changes, as a record of a log holds it: sequence number (8 bytes), number of changes (4 bytes), changes. */
import { Cursor, Unreadable } from './cursor.ts';

const [DELETION, VALUE] = [0, 1];

/** A change of one key. Of two changes of a key the one with the higher sequence number holds. */
export interface Change {
  readonly sequence: number;
  readonly key: Uint8Array;
  /** Undefined: the key was deleted. */
  readonly value: Uint8Array | undefined;
}

/** @throws {Unreadable} */
export function readBatch(record: Uint8Array): Change[] {
  const cursor = new Cursor(record);
  const sequence = cursor.uint64();
  const count = cursor.uint32();
  const changes: Change[] = [];
  while (!cursor.isAtEnd) changes.push({ sequence: sequence + changes.length, ...readChange(cursor) });
  if (changes.length !== count) throw new Unreadable();
  return changes;
}

/** @throws {Unreadable} */
export function readChange(cursor: Cursor): Pick<Change, 'key' | 'value'> {
  const type = cursor.byte();
  if (type !== DELETION && type !== VALUE) throw new Unreadable();
  const key = cursor.string();
  return { key, value: type === VALUE ? cursor.string() : undefined };
}
