/** The bytes of a file as they are read, in small pieces. */
import type { Listener } from './given.ts';

/** warcio copies what is left of a piece after every line and every member. */
const PIECE_BYTES = 16 * 1024;

/** Throws once the listener has stopped: the end of the bytes would be taken for that of the file. */
export async function* pieces(file: File, listener: Listener): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const reader = file.stream().getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      if (listener.isStopped) throw new Error('it was stopped');
      listener.read(value.length);
      for (let at = 0; at < value.length; at += PIECE_BYTES) yield value.subarray(at, at + PIECE_BYTES);
    }
  } finally {
    await reader.cancel();
  }
}
