/**
 * LevelDB's log format, which its logs and its manifests have: records, divided into frames that lie in blocks of 32 KiB.
 *
 *   0          4        6      7
 *   │ checksum │ length │ type │ payload │      checksum: of type and payload
 */
import { Cursor, crc32c, masked, readable, Unreadable } from './bytes.ts';

const BLOCK_BYTES = 32 * 1024;
const HEAD_BYTES = 7;
/** Types of frames; the type 2 begins a record. */
const [FULL, MIDDLE, LAST] = [1, 3, 4];

interface Frame {
  readonly offset: number;
  /** Undefined for what is no whole frame. */
  readonly type: number | undefined;
  readonly payload: Uint8Array;
  /** Whether the file ends within it. */
  readonly isCut: boolean;
}

/** All frames. What follows a damaged one in its block is not read, because its length may be wrong. */
function* framesOf(bytes: Uint8Array): Generator<Frame> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = 0; at < bytes.length; ) {
    const blockEnd = at - (at % BLOCK_BYTES) + BLOCK_BYTES;
    if (blockEnd - at < HEAD_BYTES) {
      at = blockEnd;
      continue;
    }
    const isHeadCut = bytes.length - at < HEAD_BYTES;
    const end = at + HEAD_BYTES + (isHeadCut ? 0 : view.getUint16(at + 4, true));
    const isCut = end > bytes.length;
    const isIntact = !isCut && end <= blockEnd && masked(crc32c(bytes, at + 6, end)) === view.getUint32(at, true);
    const payload = bytes.subarray(at + HEAD_BYTES, end);
    yield { offset: at, type: isIntact ? bytes[at + 6] : undefined, payload, isCut };
    at = isIntact ? end : blockEnd;
  }
}

/** A record of a log. */
export interface LogRecord {
  readonly offset: number;
  /** Undefined where the bytes are not a whole record. */
  readonly payload: Uint8Array | undefined;
  /** Whether the file ends within it, as it may do after a kill. */
  readonly isCut: boolean;
}

/** The records of a log, in their order. */
export function* readLog(bytes: Uint8Array): Generator<LogRecord> {
  let open: Frame[] = [];
  const broken = (offset: number, isCut: boolean): LogRecord => ({ offset, payload: undefined, isCut });
  for (const frame of framesOf(bytes)) {
    const { offset, type, isCut } = frame;
    const continues = type === MIDDLE || type === LAST;
    const start = open[0]?.offset;
    if (start !== undefined && !continues) {
      yield broken(start, isCut);
      open = [];
    }
    if (type === undefined || (continues && start === undefined)) yield broken(offset, isCut);
    else open.push(frame);
    if (open.length === 0 || (type !== FULL && type !== LAST)) continue;
    yield { offset: start ?? offset, payload: Buffer.concat(open.map(({ payload }) => payload)), isCut };
    open = [];
  }
  const [first] = open;
  if (first !== undefined) yield broken(first.offset, true);
}

/** A change of one key. Of two changes of a key the one with the higher sequence number holds. */
export interface Change {
  readonly sequence: number;
  readonly key: string;
  /** Undefined: the key was deleted. */
  readonly value: Uint8Array | undefined;
}

const [DELETION, VALUE] = [0, 1];

/**
 * The changes of a batch, as a log has it: sequence number (8 bytes), number of changes (4 bytes), changes. Undefined for bytes that
 * are no batch.
 */
export function readBatch(record: Uint8Array): Change[] | undefined {
  return readable(() => {
    const cursor = new Cursor(record);
    const sequence = cursor.uint64();
    const count = cursor.uint32();
    const changes: Change[] = [];
    while (!cursor.isAtEnd) {
      const type = cursor.byte();
      if (type !== DELETION && type !== VALUE) throw new Unreadable();
      const key = keyText(cursor.string());
      changes.push({ sequence: sequence + changes.length, key, value: type === VALUE ? cursor.string() : undefined });
    }
    if (changes.length !== count) throw new Unreadable();
    return changes;
  });
}

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

export const keyText = (key: Uint8Array): string => decoder.decode(key);
