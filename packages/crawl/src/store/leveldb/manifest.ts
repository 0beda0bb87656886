/** A manifest: the files that make up a database, as a log of changes. */
import { Cursor, readable, Unreadable } from './bytes.ts';
import { readLog } from './log.ts';

export interface Manifest {
  /** Numbers of the tables that belong to the database. */
  readonly tables: ReadonlySet<number>;
  /** Logs from this number on are not in tables yet. */
  readonly log: number;
}

/** Changes of a manifest; those of `NUMBERS` have a number that does not matter here. */
const TAG = { comparator: 1, log: 2, pointer: 5, deleted: 6, added: 7 } as const;
const NUMBERS: ReadonlySet<number> = new Set([3, 4, 9]);

/**
 * Undefined for a manifest that is damaged.
 *
 * @param written its size when it was certainly whole; behind that, its last change may have been written in part
 */
export function readManifest(bytes: Uint8Array, written: number): Manifest | undefined {
  const state = { tables: new Set<number>(), log: -1 };
  for (const { payload, offset, isCut } of readLog(bytes)) {
    if (payload === undefined && isCut && offset >= written) break;
    if (payload === undefined || readable(() => apply(state, payload)) === undefined) return undefined;
  }
  return state.log < 0 ? undefined : state;
}

function apply(state: { readonly tables: Set<number>; log: number }, record: Uint8Array): true {
  const cursor = new Cursor(record);
  while (!cursor.isAtEnd) {
    const tag = cursor.varint();
    if (tag === TAG.comparator) cursor.string();
    else if (tag === TAG.log) state.log = cursor.varint();
    else if (tag === TAG.pointer) {
      cursor.varint();
      cursor.string();
    } else if (tag === TAG.deleted) {
      cursor.varint();
      state.tables.delete(cursor.varint());
    } else if (tag === TAG.added) {
      cursor.varint();
      state.tables.add(cursor.varint());
      // Its size, its first and its last key.
      cursor.varint();
      cursor.string();
      cursor.string();
    } else if (NUMBERS.has(tag)) cursor.varint();
    else throw new Unreadable();
  }
  return true;
}
