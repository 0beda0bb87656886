/**
 * The file WRITTEN of a store: what its database must have. LevelDB takes a log that ends early for one that was never longer, and a
 * folder without CURRENT for a new database. With this file, changes that were written and are missing are found.
 *
 *   0        16       32
 *   │ slot 0 │ slot 1 │ checksum, 4 bytes │ format and options of the store, as its database has them │
 *
 * A slot is a sequence number of LevelDB, its complement, as 64-bit words. Slots are written in turn, after the database has synchronised
 * a batch: the file is never ahead of it, and a slot that was half written leaves the other one.
 */
import { closeSync, openSync, writeSync } from 'node:fs';
import { open, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32c } from './leveldb/crc32c.ts';
import { WRITTEN } from './leveldb/names.ts';

const SLOT_BYTES = 16;
const SLOTS = 2;
const HEAD_BYTES = SLOTS * SLOT_BYTES + 4;

export interface Written {
  /** The database has all changes up to this sequence number. */
  readonly sequence: number;
  /** Format and options; empty until the database has them. */
  readonly meta: Uint8Array;
}

/** Undefined for a file that is damaged. */
export function readWritten(bytes: Uint8Array): Written | undefined {
  if (bytes.length < HEAD_BYTES) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const sequences = Array.from({ length: SLOTS }, (_, at) => sequenceOf(view, at)).filter((one) => one !== undefined);
  const isIntact = crc32c(bytes, HEAD_BYTES, bytes.length) === view.getUint32(HEAD_BYTES - 4, true);
  if (!isIntact || sequences.length === 0) return undefined;
  return { sequence: Math.max(...sequences), meta: bytes.subarray(HEAD_BYTES) };
}

function sequenceOf(view: DataView, slot: number): number | undefined {
  const value = view.getBigUint64(slot * SLOT_BYTES, true);
  return view.getBigUint64(slot * SLOT_BYTES + 8, true) === (value ^ 0xffff_ffff_ffff_ffffn)
    ? Number(value)
    : undefined;
}

function slotOf(sequence: number): Uint8Array {
  const value = BigInt(sequence);
  return new Uint8Array(new BigUint64Array([value, value ^ 0xffff_ffff_ffff_ffffn]).buffer);
}

/** Writes the whole file, in place of an earlier one. */
export async function writeWritten(folder: string, { sequence, meta }: Written): Promise<void> {
  const bytes = new Uint8Array(HEAD_BYTES + meta.length);
  for (let slot = 0; slot < SLOTS; slot += 1) bytes.set(slotOf(sequence), slot * SLOT_BYTES);
  bytes.set(meta, HEAD_BYTES);
  new DataView(bytes.buffer).setUint32(HEAD_BYTES - 4, crc32c(bytes, HEAD_BYTES, bytes.length), true);
  const path = join(folder, WRITTEN);
  const file = await open(`${path}.tmp`, 'w');
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(`${path}.tmp`, path);
}

/** The file of an open store. */
export class WrittenFile {
  readonly #folder: string;
  #file: number;
  #sequence: number;
  #turn = 0;

  /** The file exists; the database has all changes up to `sequence`. */
  constructor(folder: string, sequence: number) {
    this.#folder = folder;
    this.#file = this.#open();
    this.#sequence = sequence;
  }

  /** Records that the database has synchronised so many changes more. */
  add(changes: number): void {
    this.#sequence += changes;
    writeSync(this.#file, slotOf(this.#sequence), 0, SLOT_BYTES, this.#turn * SLOT_BYTES);
    this.#turn = (this.#turn + 1) % SLOTS;
  }

  /** Keeps a copy of format and options, without which no site of a damaged store can be saved. */
  async keep(meta: Uint8Array): Promise<void> {
    await writeWritten(this.#folder, { sequence: this.#sequence, meta });
    closeSync(this.#file);
    this.#file = this.#open();
  }

  close(): void {
    closeSync(this.#file);
  }

  #open(): number {
    return openSync(join(this.#folder, WRITTEN), 'r+');
  }
}
