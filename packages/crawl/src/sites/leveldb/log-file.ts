/**
 * LevelDB's log format, which its logs and its manifests have: records, divided into frames that lie in blocks of 32 KiB.
 *
 *   0          4        6      7
 *   │ checksum │ length │ type │ payload │      checksum: of type and payload
 */
import { crc32c, masked } from './crc32c.ts';

const BLOCK_BYTES = 32 * 1024;
const HEAD_BYTES = 7;
const [FULL, FIRST, MIDDLE, LAST] = [1, 2, 3, 4];

/**
 * A part of a log. `torn`: the file ends within a record, as it does after a kill. `damaged`: the bytes are not what was written.
 * Payloads of the two are what their frames hold, for those that can check what they read.
 */
export interface Stretch {
  readonly kind: 'record' | 'torn' | 'damaged';
  readonly offset: number;
  readonly payload: Uint8Array;
}

interface Frame {
  readonly offset: number;
  readonly type: number | undefined;
  readonly payload: Uint8Array;
  readonly isTorn: boolean;
}

/** All frames. A frame whose checksum is wrong has no type. */
function* framesOf(bytes: Uint8Array): Generator<Frame> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = 0; at < bytes.length; ) {
    const blockEnd = at - (at % BLOCK_BYTES) + BLOCK_BYTES;
    const end = Math.min(blockEnd, bytes.length);
    if (blockEnd - at < HEAD_BYTES) {
      at = blockEnd;
      continue;
    }
    const unread = (isTorn: boolean): Frame => {
      const payload = bytes.subarray(Math.min(at + HEAD_BYTES, end), end);
      return { offset: at, type: undefined, payload, isTorn };
    };
    const length = end - at < HEAD_BYTES ? Number.POSITIVE_INFINITY : view.getUint16(at + 4, true);
    const after = at + HEAD_BYTES + length;
    if (after > end) {
      // Only the end of the file cuts a frame; a frame that does not fit into its block was never written.
      yield unread(end === bytes.length && (length === Number.POSITIVE_INFINITY || after <= blockEnd));
      at = end;
      continue;
    }
    const isIntact = masked(crc32c(bytes, at + 6, after)) === view.getUint32(at, true);
    // Some file systems leave zeros where a machine lost its power.
    if (!isIntact && bytes.subarray(at).every((byte) => byte === 0)) {
      yield unread(true);
      return;
    }
    const payload = bytes.subarray(at + HEAD_BYTES, after);
    yield { offset: at, type: isIntact ? bytes[at + 6] : undefined, payload, isTorn: false };
    at = after;
  }
}

/** Whether the first frame is intact. */
export function startsAsLog(bytes: Uint8Array): boolean {
  const [first] = framesOf(bytes);
  return first?.type !== undefined;
}

/** The parts of a log, in their order. Damaged frames that follow one another are one part: changes may go over their ends. */
export function readLog(bytes: Uint8Array): Stretch[] {
  const parts: { readonly kind: Stretch['kind']; readonly frames: Frame[] }[] = [];
  let open: Frame[] = [];
  const close = (kind: Stretch['kind']): void => {
    const last = parts.at(-1);
    if (last?.kind === 'damaged' && kind !== 'record') last.frames.push(...open);
    else if (open.length > 0) parts.push({ kind, frames: open });
    open = [];
  };
  for (const frame of framesOf(bytes)) {
    const { type, isTorn } = frame;
    const continues = type === MIDDLE || type === LAST;
    const fits = continues ? open[0]?.type === FIRST : open.length === 0;
    if (type !== undefined && !fits) close('damaged');
    open.push(frame);
    if (isTorn) close('torn');
    else if (type === undefined || (continues && !fits)) close('damaged');
    else if (type === FULL || type === LAST) close('record');
    else if (type !== FIRST && type !== MIDDLE) close('damaged');
  }
  close('torn');
  return parts.map(({ kind, frames }) => ({ kind, offset: frames[0]?.offset ?? 0, payload: joinedPayload(frames) }));
}

function joinedPayload(frames: readonly Frame[]): Uint8Array {
  const [first] = frames;
  if (frames.length === 1 && first !== undefined) return first.payload;
  const joined = new Uint8Array(frames.reduce((sum, { payload }) => sum + payload.length, 0));
  let at = 0;
  for (const { payload } of frames) {
    joined.set(payload, at);
    at += payload.length;
  }
  return joined;
}
