import type { ResolvedOptions } from 'refrain';
import { Snapshot } from 'refrain/engine';
import { StoreError } from '../errors.ts';

const FORMAT = 5;

export interface StoreHead {
  /** Options of all sites, as `writeOptions` writes them. */
  readonly options: string;
  /** Number of sites with a record. */
  readonly sites: number;
}

export function writeHead(head: StoreHead): Uint8Array {
  const sealed = { format: FORMAT, ...head };
  return encoder.encode(`${JSON.stringify({ ...sealed, seal: sealOf(sealed) })}\n`);
}

const encoder = new TextEncoder();

/** FNV-1a, which changes if any single byte changes. */
function sealOf(head: object): number {
  let seal = 0x811c_9dc5;
  for (const byte of encoder.encode(JSON.stringify(head))) seal = Math.imul(seal ^ byte, 0x0100_0193);
  return seal;
}

/**
 * @param name of the source, for messages
 * @throws {StoreError} `STORE_DAMAGED`, `STORE_VERSION`
 */
export function readHead<T extends StoreHead>(bytes: Uint8Array, name = 'its head'): T {
  const { format, seal: _, ...head } = parsed(bytes);
  if (format !== undefined && format !== FORMAT) {
    throw new StoreError(
      'STORE_VERSION',
      `the store has format ${String(format)}; this version reads format ${FORMAT}: learn the sites again, in another store`,
    );
  }
  const read = head as unknown as T;
  const written = writeHead(read);
  if (written.length === bytes.length && written.every((byte, at) => byte === bytes[at])) return read;
  throw damageError(`${name} is damaged`);
}

/** The members of a header; empty if the bytes are not a header. */
function parsed(bytes: Uint8Array): Readonly<Record<string, unknown>> {
  try {
    const [line = ''] = new TextDecoder('utf-8', { fatal: true }).decode(bytes).split('\n');
    const head = JSON.parse(line) as unknown;
    return typeof head === 'object' && head !== null ? { ...head } : {};
  } catch {
    return {};
  }
}

/** @throws {StoreError} `STORE_DAMAGED` */
export function optionsOf({ options }: StoreHead): ResolvedOptions {
  try {
    return Snapshot.readOptions(options);
  } catch (cause) {
    throw damageError('its options cannot be read', { cause });
  }
}

export const damageError = (what: string, options?: ErrorOptions): StoreError =>
  new StoreError('STORE_DAMAGED', `the store is damaged: ${what}`, options);
