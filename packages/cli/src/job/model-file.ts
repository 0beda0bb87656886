import { readFile } from 'node:fs/promises';
import type { ResolvedOptions } from 'refrain';
import { openCore } from 'refrain/internal';
import { CommandError } from '../errors.ts';

/** Reads and checks the model of `--model`, before any page is read. */
export async function readModelFile(path: string, detector: ResolvedOptions): Promise<Uint8Array> {
  try {
    const model = new Uint8Array(await readFile(path));
    await openCore(detector, { model });
    return model;
  } catch (error) {
    throw CommandError.of(`--model ${path}`, error);
  }
}
