/** Format and options of a store, as its database has them. */
import type { ResolvedOptions } from 'refrain';
import { readOptions, savedOptions, writeOptions } from 'refrain/internal';
import { StoreError } from '../errors.ts';

const FORMAT = 3;

export const writeMeta = (options: ResolvedOptions): Uint8Array =>
  new TextEncoder().encode(JSON.stringify({ format: FORMAT, options: writeOptions(options) }));

/** @throws {StoreError} `STORE_DAMAGED`, `STORE_VERSION` */
export function readMeta(bytes: Uint8Array): ResolvedOptions {
  const meta = parse(() => JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)) as unknown);
  if (typeof meta !== 'object' || meta === null || !('format' in meta) || !('options' in meta)) {
    throw damaged('its format and options cannot be read');
  }
  if (meta.format !== FORMAT) {
    throw new StoreError(
      'STORE_VERSION',
      `the store has format ${String(meta.format)}; this version reads format ${FORMAT}: learn the sites again, in another store`,
    );
  }
  return parse(() => savedOptions(readOptions(String(meta.options))));
}

function parse<T>(read: () => T): T {
  try {
    return read();
  } catch (cause) {
    throw damaged('its format and options cannot be read', { cause });
  }
}

export const damaged = (what: string, options?: ErrorOptions): StoreError =>
  new StoreError('STORE_DAMAGED', `the store is damaged: ${what}`, options);
