/** A manifest: the files that make up a database, as a log of changes. */
import { Cursor, readable, Unreadable } from './cursor.ts';
import { readLog } from './log-file.ts';

/** A table that belongs to the database. */
export interface TableEntry {
  readonly size: number;
  /** First and last key. */
  readonly smallest: Uint8Array;
  readonly largest: Uint8Array;
}

export interface Manifest {
  /** By their numbers. */
  readonly tables: ReadonlyMap<number, TableEntry>;
  /** Logs from this number on are not in tables yet. */
  readonly log: number;
  /** The sequence number of the last change that is in a table. */
  readonly sequence: number;
}

interface Changed {
  readonly tables: Map<number, TableEntry>;
  log?: number;
  sequence?: number;
  next?: number;
}

const TAG = { comparator: 1, log: 2, next: 3, sequence: 4, pointer: 5, deleted: 6, added: 7, previousLog: 9 } as const;

/** Undefined for a manifest that is damaged or not complete. One whose last change is torn is complete. */
export function readManifest(bytes: Uint8Array): Manifest | undefined {
  const changed: Changed = { tables: new Map() };
  for (const { kind, payload } of readLog(bytes)) {
    if (kind === 'torn') break;
    const isRead = kind === 'record' && readable(() => apply(changed, payload)) !== undefined;
    if (!isRead) return undefined;
  }
  const { tables, log, sequence, next } = changed;
  return log === undefined || sequence === undefined || next === undefined ? undefined : { tables, log, sequence };
}

function apply(changed: Changed, record: Uint8Array): true {
  const cursor = new Cursor(record);
  while (!cursor.isAtEnd) {
    switch (cursor.varint()) {
      case TAG.comparator:
        cursor.string();
        break;
      case TAG.log:
        changed.log = cursor.varint();
        break;
      case TAG.next:
        changed.next = cursor.varint();
        break;
      case TAG.sequence:
        changed.sequence = cursor.varint();
        break;
      case TAG.previousLog:
        cursor.varint();
        break;
      case TAG.pointer:
        cursor.varint();
        cursor.string();
        break;
      case TAG.deleted:
        cursor.varint();
        changed.tables.delete(cursor.varint());
        break;
      case TAG.added: {
        cursor.varint();
        const number = cursor.varint();
        changed.tables.set(number, {
          size: cursor.varint(),
          smallest: cursor.string(),
          largest: cursor.string(),
        });
        break;
      }
      default:
        throw new Unreadable();
    }
  }
  return true;
}
