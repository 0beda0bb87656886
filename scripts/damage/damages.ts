/** Kinds of damage to one file. */
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Random } from '../../test/support/random.ts';
import type { TestStore } from './stores.ts';

interface Damage {
  readonly name: string;
  /** Damages a file of a copy of the store. Returns the changed or missing files. */
  readonly apply: (store: TestStore, folder: string, file: string, random: Random) => string[];
}

const bytesOf = ({ files }: TestStore, file: string): Buffer => files.get(file) ?? Buffer.alloc(0);

function cut(store: TestStore, folder: string, file: string, length: number): string[] {
  writeFileSync(join(folder, file), bytesOf(store, file).subarray(0, length));
  return [file];
}

const changed =
  (change: (bytes: Buffer, random: Random) => void): Damage['apply'] =>
  (store, folder, file, random) => {
    const bytes = Buffer.from(bytesOf(store, file));
    if (bytes.length === 0) return [];
    change(bytes, random);
    writeFileSync(join(folder, file), bytes);
    return [file];
  };

const flipped = (count: number, bits: (random: Random) => number): Damage['apply'] =>
  changed((bytes, random) => {
    for (let left = count; left > 0; left -= 1) {
      const at = random.below(bytes.length);
      bytes[at] = (bytes[at] ?? 0) ^ bits(random);
    }
  });

const sectorOf = (bytes: Buffer, size: number, random: Random): number =>
  size * random.below(Math.ceil(bytes.length / size));

const zeroed = (size: number): Damage['apply'] =>
  changed((bytes, random) => {
    const start = sectorOf(bytes, size, random);
    bytes.subarray(start, start + size).fill(0);
  });

/** The last sector of a file may be shorter. */
const swapped = (size: number): Damage['apply'] =>
  changed((bytes, random) => {
    const [one, other] = [sectorOf(bytes, size, random), sectorOf(bytes, size, random)];
    const length = Math.min(size, bytes.length - Math.max(one, other));
    const kept = Buffer.from(bytes.subarray(one, one + length));
    bytes.copy(bytes, one, other, other + length);
    kept.copy(bytes, other);
  });

export const DAMAGES: readonly Damage[] = [
  {
    name: 'removed',
    apply: (_store, folder, file) => {
      rmSync(join(folder, file));
      return [file];
    },
  },
  { name: 'emptied', apply: (store, folder, file) => cut(store, folder, file, 0) },
  {
    name: 'cut',
    apply: (store, folder, file, random) => cut(store, folder, file, random.below(bytesOf(store, file).length)),
  },
  {
    name: 'cut by a few bytes',
    apply: (store, folder, file, random) => {
      const { length } = bytesOf(store, file);
      return cut(store, folder, file, Math.max(0, length - 1 - random.below(12)));
    },
  },
  { name: 'one bit flipped', apply: flipped(1, (random) => 1 << random.below(8)) },
  { name: 'eight bytes flipped', apply: flipped(8, (random) => 1 + random.below(255)) },
  { name: '512 bytes zeroed', apply: zeroed(512) },
  { name: '4096 bytes zeroed', apply: zeroed(4096) },
  { name: '512 bytes swapped', apply: swapped(512) },
  { name: '4096 bytes swapped', apply: swapped(4096) },
  {
    name: 'swapped with another file',
    apply: (store, folder, file, random) => {
      const others = [...store.files.keys()].filter((name) => name !== file);
      const other = others[random.below(others.length)] ?? file;
      writeFileSync(join(folder, file), bytesOf(store, other));
      writeFileSync(join(folder, other), bytesOf(store, file));
      return [file, other];
    },
  },
  {
    name: 'replaced by an older copy',
    apply: (store, folder, file) => {
      writeFileSync(join(folder, file), store.older.get(file) ?? Buffer.alloc(0));
      return [file];
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
