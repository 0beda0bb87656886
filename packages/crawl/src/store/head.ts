/**
 * The head of a store: its format, its options, and how much was written to it. The database has it under its key, and a folder has it
 * in a file beside the database, so that a database that has lost something, or is missing, is not taken for a new one.
 */
import type { ResolvedOptions } from 'refrain';
import { Snapshot } from 'refrain/engine';
import { StoreError } from '../errors.ts';
import { crc32c } from './leveldb/bytes.ts';

const FORMAT = 4;

export interface StoreHead {
  /** The options of all sites, as `writeOptions` writes them; empty until they are known. */
  readonly options: string;
  /** Number of the last batch of changes; 0 before the first one. */
  readonly generation: number;
  /** Sites that have a record. */
  readonly sites: number;
}

export const newHead = (options = ''): StoreHead => ({ options, generation: 0, sites: 0 });

export function writeHead({ options, generation, sites }: StoreHead): Uint8Array {
  const head = { format: FORMAT, generation, sites, options };
  return encoder.encode(JSON.stringify({ ...head, seal: sealOf(head) }));
}

const encoder = new TextEncoder();

function sealOf(head: object): number {
  const bytes = encoder.encode(JSON.stringify(head));
  return crc32c(bytes, 0, bytes.length);
}

/** @throws {StoreError} `STORE_DAMAGED`, `STORE_VERSION` */
export function readHead(bytes: Uint8Array): StoreHead {
  const { seal, ...head } = parsed(bytes);
  const { format, options, generation, sites } = head;
  if (format !== FORMAT) {
    throw new StoreError(
      'STORE_VERSION',
      `the store has format ${String(format)}; this version reads format ${FORMAT}: learn the sites again, in another store`,
    );
  }
  if (seal !== sealOf(head)) throw damaged('its format and options cannot be read');
  return { options, generation, sites };
}

/** A head as it is written, unless its format or its seal is wrong. */
interface WrittenHead extends StoreHead {
  readonly format: unknown;
  readonly seal: unknown;
}

function parsed(bytes: Uint8Array): WrittenHead {
  try {
    const head = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)) as unknown;
    if (typeof head === 'object' && head !== null && 'format' in head) return head as WrittenHead;
  } catch {
    // The same as a head without a format.
  }
  throw damaged('its format and options cannot be read');
}

/** The value of the key of a batch. */
export const writeNumber = (generation: number): Uint8Array => encoder.encode(String(generation));

export const isNumber = (value: Uint8Array | undefined, generation: number): boolean =>
  value !== undefined && new TextDecoder().decode(value) === String(generation);

/**
 * The options of a head, completed.
 *
 * @throws {StoreError} `STORE_DAMAGED`
 */
export function optionsOf({ options }: StoreHead): ResolvedOptions {
  try {
    return Snapshot.readOptions(options);
  } catch (cause) {
    throw damaged('its options cannot be read', { cause });
  }
}

export const damaged = (what: string, options?: ErrorOptions): StoreError =>
  new StoreError('STORE_DAMAGED', `the store is damaged: ${what}`, options);
