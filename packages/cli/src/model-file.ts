import { readFile } from 'node:fs/promises';
import type { ResolvedOptions } from 'refrain';
import { openCore } from 'refrain/unstable';
import { CommandError } from './errors.ts';

/** The model of `--model`. One that can not be read or used is told of before any page is. */
export async function readModelFile(path: string, detector: ResolvedOptions): Promise<Uint8Array> {
  try {
    const model = new Uint8Array(await readFile(path));
    await openCore(detector, { model });
    return model;
  } catch (error) {
    throw new CommandError(`--model ${path}: ${error instanceof Error ? error.message : String(error)}`);
  }
}
