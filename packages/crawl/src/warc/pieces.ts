/** Uncompressed bytes of a WARC, piece by piece. */
import type { Feed } from '../reading/feed.ts';

/** Contiguous bytes. */
export interface Piece {
  readonly bytes: Buffer;
  /** Offset of their gzip member in the file; undefined where the file is not compressed. */
  readonly member: number | undefined;
  /** Offset of the first byte in the uncompressed member, or in the file. */
  readonly at: number;
  /** Whether they are the last of an intact member. */
  readonly isLast: boolean;
  /** The original member, where the bytes are all of it. */
  readonly packed?: Buffer;
}

/** Bytes that could not be uncompressed. The next piece does not continue the one before. */
export interface Damage {
  readonly damage: string;
  /** Offset in the file. */
  readonly offset: number;
}

export type Part = Piece | Damage;

const RECORD_START = Buffer.from('WARC/');

export const isRecordStart = (bytes: Uint8Array): boolean => RECORD_START.every((byte, index) => bytes[index] === byte);

/** The pieces of a file that is not compressed. */
export async function* readPlain(feed: Feed): AsyncGenerator<Piece> {
  while (await feed.want(1)) {
    const at = feed.offset;
    yield { bytes: feed.take(feed.bytes.length), member: undefined, at, isLast: false };
  }
}
