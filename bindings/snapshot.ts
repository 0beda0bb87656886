/**
 * The envelope of a snapshot; little endian.
 *
 *   0          8         12       16        20      24    28        …      …         …     …         end − 8
 *   │ "refrain\n" │ version │ options │ pages │ entries │ ids │ options │ seed │ entries │ ids │ layouts │ checksum │
 *                             bytes                             JSON      16 B   12 B each  8 B each
 *
 * The checksum is of all bytes before it. It finds damage, not forgery. The seed is the secret of the table's keys: whoever has
 * the snapshot knows it. Only living entries are saved, in ascending order of their
 * fingerprints, so equal tables give equal bytes.
 */

import { encoder } from './bytes/decoders.ts';
import * as check from './check.ts';
import type { Core } from './core.ts';
import { layout } from './core-exports.ts';
import { OptionError, SnapshotError } from './errors.ts';
import type { Memory } from './memory.ts';
import { type DetectorOptions, type ResolvedOptions, resolveOptions, SEPARATORS } from './options.ts';

const MAGIC = encoder.encode('refrain\n');
const VERSION = 4;
/** Numbers of the header: version, bytes of the options, pages, entries, ids. */
const NUMBERS = 5;
const HEADER_BYTES = MAGIC.length + NUMBERS * 4;
const CHECKSUM_BYTES = 8;

/** An infinite lifetime is written as this word, because JSON has no infinity. */
const ENDLESS = 'Infinity';

/** The contents of a snapshot. Size, checksum and options are verified, but not the entries. */
interface SnapshotContents {
  readonly options: ResolvedOptions;
  readonly pages: number;
  readonly entries: number;
  readonly ids: number;
  /** Seed, entries, ids and layouts, as written by `Core.saveTable`. */
  readonly saved: Uint8Array;
}

/** A snapshot of a table's state. */
export function seal(
  core: Core,
  options: ResolvedOptions,
  state: { readonly pages: number; readonly entries: number; readonly saved: Uint8Array },
): Uint8Array<ArrayBuffer> {
  const json = encoder.encode(writeOptions(options));
  const bytes = new Uint8Array(HEADER_BYTES + json.length + state.saved.length + CHECKSUM_BYTES);
  const view = new DataView(bytes.buffer);
  bytes.set(MAGIC);
  const ids = core.savedIds(state.saved, state.entries);
  for (const [index, number] of [VERSION, json.length, state.pages, state.entries, ids].entries())
    view.setUint32(MAGIC.length + index * 4, number, true);
  bytes.set(json, HEADER_BYTES);
  bytes.set(state.saved, HEADER_BYTES + json.length);
  const end = bytes.length - CHECKSUM_BYTES;
  view.setBigUint64(end, core.checksum(bytes.subarray(0, end)), true);
  return bytes;
}

const damaged = (what: string): SnapshotError => new SnapshotError('SNAPSHOT_DAMAGED', `the snapshot ${what}`);

/**
 * Opens a snapshot.
 *
 * @throws {InputError} `INPUT_INVALID` if it is not bytes
 * @throws {SnapshotError} `SNAPSHOT_DAMAGED` if bytes are missing, added or altered; `SNAPSHOT_VERSION` for another
 * format
 */
export function open(memory: Memory, given: Uint8Array): SnapshotContents {
  const bytes = check.bytes('a snapshot must be a Uint8Array', given);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < HEADER_BYTES + CHECKSUM_BYTES || MAGIC.some((byte, index) => bytes[index] !== byte)) {
    throw damaged('is cut off, or not a snapshot of refrain');
  }
  const end = bytes.length - CHECKSUM_BYTES;
  const intact = view.getBigUint64(end, true) === memory.checksum(bytes.subarray(0, end));
  const [version = 0, options = 0, pages = 0, entries = 0, ids = 0] = Array.from({ length: NUMBERS }, (_, index) =>
    view.getUint32(MAGIC.length + index * 4, true),
  );
  if (intact && version !== VERSION) {
    throw new SnapshotError(
      'SNAPSHOT_VERSION',
      `the snapshot has format ${version}; this version reads format ${VERSION}: learn the site again`,
    );
  }
  const savedAt = HEADER_BYTES + options;
  const layoutsAt =
    savedAt +
    layout.SnapshotEntry.SEED_BYTES +
    entries * layout.SnapshotEntry.BYTES +
    ids * layout.SnapshotEntry.ID_BYTES;
  if (!intact || layoutsAt >= end) throw damaged('is cut off or altered');
  const resolved = readOptions(new TextDecoder().decode(bytes.subarray(HEADER_BYTES, savedAt)));
  return { options: resolved, pages, entries, ids, saved: bytes.subarray(savedAt, end) };
}

/** Members that older snapshots contain, with their only supported values. */
const FIXED = { lifetimeBoundary: 'reached', fingerprintBits: 39, path: 'tags' } as const;

/** The names of elements that open a block, as in snapshots. */
const savedSeparators = (name: ResolvedOptions['separators']): string[] => [...SEPARATORS[name]].sort();

/** The options as JSON, without the seed, which belongs to tables. The order of members never changes. */
export function writeOptions({ seed: _, ...options }: ResolvedOptions): string {
  const { templateDf, templateRatio, templateShare, baseLifetime, lifetimeGrowth, evidence, separators, ...rest } =
    options;
  const { lifetimeBoundary, fingerprintBits, path } = FIXED;
  const law = { templateDf, templateRatio, templateShare, baseLifetime, lifetimeGrowth, lifetimeBoundary };
  const saved = { ...law, evidence, fingerprintBits, separators: savedSeparators(separators), path, ...rest };
  return JSON.stringify(saved, (_name, value: unknown) => (value === Number.POSITIVE_INFINITY ? ENDLESS : value));
}

/** The saved options as options of a detector. */
function withoutFixed(saved: unknown): DetectorOptions {
  const { separators, ...options } = check.object('a snapshot', saved as Record<string, unknown>);
  for (const [name, value] of Object.entries(FIXED)) {
    if (name in options && options[name] !== value) throw removed(name, options[name]);
    delete options[name];
  }
  if (separators === undefined) return options;
  const found = (['paper', 'html5', 'blocks'] as const).find(
    (name) => String(savedSeparators(name)) === String(separators),
  );
  if (found === undefined) throw removed('separators', separators);
  return { ...options, separators: found };
}

const removed = (name: string, value: unknown): SnapshotError =>
  new SnapshotError(
    'SNAPSHOT_VERSION',
    `the snapshot was made with ${name} ${check.describe(value)}, which this version does not have: learn the site again`,
  );

/**
 * Parses the output of `writeOptions`, and checks it like options of a user.
 *
 * @throws {SnapshotError} `SNAPSHOT_DAMAGED`; `SNAPSHOT_VERSION` if this version does not know an option
 */
export function readOptions(json: string): ResolvedOptions {
  try {
    const saved: unknown = JSON.parse(json, (_, value) => (value === ENDLESS ? Number.POSITIVE_INFINITY : value));
    return resolveOptions(withoutFixed(saved));
  } catch (error) {
    if (error instanceof SnapshotError) throw error;
    const isRead = error instanceof OptionError;
    throw damaged(isRead ? `has invalid options: ${error.message}` : 'has unreadable options');
  }
}
