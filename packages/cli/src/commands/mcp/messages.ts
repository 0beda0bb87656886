/**
 * Messages of a client, one per line. At a message that is too long, the SDK would end the server; it also copies the
 * message so far for each chunk.
 */
import { Transform } from 'node:stream';
import { hasManyValues } from '@refrain/crawl/engine';
import type { ResolvedOptions } from 'refrain';

const LINE_FEED = 0x0a;
/** Bytes that are kept of the start and end of a dropped message: one of them contains its id. */
const KEPT = 4096;
const ID = /"id"\s*:\s*(\d{1,15}|"[^"\\]{1,200}")\s*[,}]/g;

/** Maximum bytes of a message. A page as a JSON string may be twice as long. */
export const messageBytes = ({ maxPageBytes }: ResolvedOptions): number => 2 * maxPageBytes + 2 ** 20;

/** The id of a request. Default: null, as in the protocol. */
function idOf(start: string, end: string): unknown {
  const found = end.match(ID)?.at(-1) ?? start.match(ID)?.[0];
  return found === undefined ? null : JSON.parse(`{${found.slice(0, -1)}}`).id;
}

/**
 * Lines of a stream, each in one chunk. A line of more than `maxBytes`, or with too many values, is dropped, and
 * `refuse` called with its id.
 */
export function boundedMessages(maxBytes: number, refuse: (id: unknown) => void): Transform {
  let held: Buffer[] = [];
  let bytes = 0;
  let start = '';
  /** Adds to the line. A line that is too long keeps only its last bytes. */
  const hold = (part: Buffer): void => {
    held.push(part);
    bytes += part.length;
    if (bytes <= maxBytes) return;
    const all = Buffer.concat(held);
    if (start === '') start = all.toString('latin1', 0, KEPT);
    held = [Buffer.from(all.subarray(-KEPT))];
  };
  const end = (stream: Transform): void => {
    const line = Buffer.concat(held);
    if (bytes <= maxBytes && !hasManyValues(line)) stream.push(line);
    else refuse(idOf(start || line.toString('latin1', 0, KEPT), line.subarray(-KEPT).toString('latin1')));
    held = [];
    bytes = 0;
    start = '';
  };
  return new Transform({
    transform(chunk: Buffer, _, done) {
      let from = 0;
      for (let at = chunk.indexOf(LINE_FEED); at >= 0; at = chunk.indexOf(LINE_FEED, from)) {
        hold(chunk.subarray(from, at + 1));
        end(this);
        from = at + 1;
      }
      if (from < chunk.length) hold(chunk.subarray(from));
      done();
    },
  });
}
