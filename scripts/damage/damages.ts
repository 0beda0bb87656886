/** Kinds of damage to one file. */
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Random } from '../../test/support/random.ts';
import type { TestStore } from './stores.ts';

/** A part of a file that a damage has changed; `file` has lost or changed these bytes. */
export interface Touched {
  readonly file: string;
  readonly start: number;
  readonly end: number;
}

interface Damage {
  readonly name: string;
  /** Damages a file of a copy of the store. */
  readonly apply: (store: TestStore, folder: string, file: string, random: Random) => Touched[];
}

const END = Number.POSITIVE_INFINITY;
const FLIPPED = 8;
const BLOCK_BYTES = 32 * 1024;

const bytesOf = ({ files }: TestStore, file: string): Buffer => files.get(file) ?? Buffer.alloc(0);

function cut(store: TestStore, folder: string, file: string, length: number): Touched[] {
  writeFileSync(join(folder, file), bytesOf(store, file).subarray(0, length));
  return [{ file, start: length, end: END }];
}

/** Ends of the frames of a log, by their lengths. */
function frameEnds(bytes: Buffer): number[] {
  const ends: number[] = [];
  for (let at = 0; at + 7 <= bytes.length; ) {
    if (BLOCK_BYTES - (at % BLOCK_BYTES) < 7) at += BLOCK_BYTES - (at % BLOCK_BYTES);
    else {
      at += 7 + bytes.readUInt16LE(at + 4);
      ends.push(at);
    }
  }
  return ends;
}

export const DAMAGES: readonly Damage[] = [
  {
    name: 'removed',
    apply: (_store, folder, file) => {
      rmSync(join(folder, file));
      return [{ file, start: 0, end: END }];
    },
  },
  { name: 'emptied', apply: (store, folder, file) => cut(store, folder, file, 0) },
  {
    name: 'cut',
    apply: (store, folder, file, random) => {
      const { length } = bytesOf(store, file);
      return cut(store, folder, file, random.below(length));
    },
  },
  {
    name: 'cut at a boundary',
    apply: (store, folder, file, random) => {
      const ends = frameEnds(bytesOf(store, file)).slice(0, -1);
      return cut(store, folder, file, ends[random.below(ends.length)] ?? 0);
    },
  },
  {
    name: 'cut by a few bytes',
    apply: (store, folder, file, random) => {
      const { length } = bytesOf(store, file);
      return cut(store, folder, file, Math.max(0, length - 1 - random.below(12)));
    },
  },
  {
    name: 'eight bytes flipped',
    apply: (store, folder, file, random) => {
      const bytes = Buffer.from(bytesOf(store, file));
      const touched = Array.from({ length: bytes.length === 0 ? 0 : FLIPPED }, (): Touched => {
        const at = random.below(bytes.length);
        bytes[at] = (bytes[at] ?? 0) ^ (1 + random.below(255));
        return { file, start: at, end: at + 1 };
      });
      writeFileSync(join(folder, file), bytes);
      return touched;
    },
  },
  {
    name: 'swapped with another file',
    apply: (store, folder, file, random) => {
      const others = [...store.files.keys()].filter((name) => name !== file);
      const other = others[random.below(others.length)] ?? file;
      writeFileSync(join(folder, file), bytesOf(store, other));
      writeFileSync(join(folder, other), bytesOf(store, file));
      return [file, other].map((name) => ({ file: name, start: 0, end: END }));
    },
  },
  {
    name: 'garbage appended',
    apply: (store, folder, file, random) => {
      const garbage = Buffer.from(Array.from({ length: 1 + random.below(2000) }, () => random.below(256)));
      writeFileSync(join(folder, file), Buffer.concat([bytesOf(store, file), garbage]));
      return [];
    },
  },
];
