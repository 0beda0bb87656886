/** Inflates the members of a gzipped WARC one by one with zlib, and does nothing else: the command is compared with it. */
import { closeSync, openSync, readSync } from 'node:fs';
import { inflateRawSync } from 'node:zlib';

/** Bytes of a buffer, and the largest member: the buffer is filled again where less is left. */
const BUFFER_BYTES = 8 * 1024 * 1024;
const MEMBER_BYTES = 4 * 1024 * 1024;
/** The header of a member without a name, and its checksum and length. */
const HEADER_BYTES = 10;
const TRAILER_BYTES = 8;

const file = openSync(process.argv[2], 'r');
const buffer = Buffer.alloc(BUFFER_BYTES);
let length = 0;
let isOver = false;
let members = 0;
let bytes = 0;
while (!isOver) {
  const read = readSync(file, buffer, length, BUFFER_BYTES - length);
  isOver = read === 0;
  length += read;
  let at = 0;
  while (at < length && (isOver || length - at >= MEMBER_BYTES)) {
    const member = inflateRawSync(buffer.subarray(at + HEADER_BYTES, length), { info: true, chunkSize: 64 * 1024 });
    at += HEADER_BYTES + member.engine.bytesWritten + TRAILER_BYTES;
    members += 1;
    bytes += member.buffer.length;
  }
  buffer.copyWithin(0, at, length);
  length -= at;
}
closeSync(file);
process.stdout.write(`${members} ${bytes}\n`);
