import { readFile } from 'node:fs/promises';
import { resolveOptions } from 'refrain';
import { Core } from 'refrain/engine';

/** An instance without a model, for the layout and checksums. */
export const plainCore = (): Promise<Core> => Core.open(resolveOptions({ evidence: 'repetition' }));

/** The bytes of the model that ships with the package. */
export const readShippedModel = async (): Promise<Uint8Array<ArrayBuffer>> =>
  new Uint8Array(await readFile(new URL(import.meta.resolve('refrain/default.model'))));
