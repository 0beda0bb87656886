/** Uncompressed bytes of a WARC, one after another. */
import type { Feed } from './feed.ts';

/** Bytes that stand together. */
export interface Piece {
  readonly bytes: Buffer;
  /** Place in the file of their gzip member; undefined where nothing is compressed. */
  readonly member: number | undefined;
  /** Place of the first byte: in what the member holds, or in the file. */
  readonly at: number;
  /** They are the last of their member, and its checksum is right. */
  readonly isLast: boolean;
  /** The member as it was, where the bytes are all that it holds. */
  readonly packed?: Buffer;
}

/** Something that could not be uncompressed; what comes after it has no connection with what came before. */
export interface Damage {
  readonly damage: string;
  /** Place in the file. */
  readonly offset: number;
}

export type Part = Piece | Damage;

const RECORD_START = Buffer.from('WARC/');

export const isRecordStart = (bytes: Uint8Array): boolean => RECORD_START.every((byte, place) => bytes[place] === byte);

/** What a file holds that was not compressed. */
export async function* readPlain(feed: Feed): AsyncGenerator<Piece> {
  while (await feed.want(1)) {
    const at = feed.offset;
    yield { bytes: feed.take(feed.bytes.length), member: undefined, at, isLast: false };
  }
}
