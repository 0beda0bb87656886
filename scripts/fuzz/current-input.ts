/** The input that runs now, in a file: its process may hang. Length, number of bytes of the name, name, input. */
import { openSync, readFileSync, writeSync } from 'node:fs';

const HEAD = 8;
const encoder = new TextEncoder();

export class CurrentInput {
  readonly #file: number;
  readonly #bytes = Buffer.alloc(1 << 18);
  last = { subject: '', input: '' };

  constructor(path: string) {
    this.#file = openSync(path, 'w');
  }

  write(subject: string, input: string): void {
    this.last = { subject, input };
    const name = encoder.encodeInto(subject, this.#bytes.subarray(HEAD)).written;
    const { written } = encoder.encodeInto(input, this.#bytes.subarray(HEAD + name));
    this.#bytes.writeUInt32BE(name, 0);
    this.#bytes.writeUInt32BE(written, 4);
    writeSync(this.#file, this.#bytes, 0, HEAD + name + written, 0);
  }
}

export function readCurrentInput(path: string): { subject: string; input: string } {
  const bytes = readFileSync(path);
  const end = HEAD + bytes.readUInt32BE(0);
  return {
    subject: bytes.toString('utf8', HEAD, end),
    input: bytes.toString('utf8', end, end + bytes.readUInt32BE(4)),
  };
}
