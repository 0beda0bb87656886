/** Digests: a page is read in one place, and the table of its site is in another. */

import { checkBytes, checkObject } from './check.ts';
import { type Core, unconfigured } from './core.ts';
import { layout } from './core-exports.ts';
import { DigestError } from './errors.ts';
import { loadCore } from './load.ts';
import { type CreateOptions, checkCreateOptions, openCore } from './open.ts';
import type { ResolvedOptions } from './options.ts';
import type { Page } from './page/page.ts';
import { checkPageId } from './page-id.ts';
import { type DigestedPage, Reader } from './reader.ts';
import { openSnapshot, savedOptions, sealSnapshot, writeOptions } from './snapshot.ts';

/** How a page is digested. */
export interface DigestOptions {
  /** Identity of the page, which `learnDigest` gets too. Where it is a URL, the kind of the page may depend on it. */
  id?: string | undefined;
}

/**
 * What the keys of a table depend on: its seed, the options but for limits of memory, and the model. Who does not know the seed cannot
 * tell what a mark is of.
 */
export function digestMark(core: Core, table: number, options: ResolvedOptions): bigint {
  // Limits of memory and size may differ.
  const same = writeOptions({ ...options, maxPageBytes: 0, maxNodes: 0, maxTableBytes: 0, maxMemory: 0 });
  return core.pageId(table, JSON.stringify([same, core.modelHash])) ?? 0n;
}

/** The key of a detector: its options and its seed, as a snapshot of a site without pages. */
export function digestKey(core: Core, options: ResolvedOptions, table: number): Uint8Array<ArrayBuffer> {
  const saved = onlySeed(core, core.saveTable(table));
  return sealSnapshot(core, options, { pages: 0, entries: 0, saved });
}

/** A saved table with its seed and nothing else. */
function onlySeed(core: Core, saved: Uint8Array): Uint8Array<ArrayBuffer> {
  return core.withoutLayouts(saved.subarray(0, layout.Saved.SEED_BYTES));
}

/**
 * Checks the head of a digest before its bytes go to the module.
 *
 * @throws {InputError} `INPUT_INVALID` where it is not bytes
 * @throws {DigestError} `DIGEST_DAMAGED`, `DIGEST_VERSION`, `DIGEST_MISMATCH`
 */
export function checkDigest(given: unknown, mark: bigint): Uint8Array {
  const bytes = checkHead('digest', given);
  if (new DataView(bytes.buffer, bytes.byteOffset).getBigUint64(layout.Digest.MARK, true) === mark) return bytes;
  throw new DigestError(
    'DIGEST_MISMATCH',
    'the digest was made with another key, other options or another model than those of the table',
  );
}

function checkHead(what: string, given: unknown): Uint8Array {
  const bytes = checkBytes(`a ${what} must be a Uint8Array`, given);
  if (bytes.length <= layout.Digest.ANSWER_TO + 2 * layout.Digest.SEAL_BYTES)
    throw new DigestError('DIGEST_DAMAGED', `the ${what} is cut off`);
  if (bytes[0] === layout.Digest.VERSION) return bytes;
  const known = `this version reads format ${layout.Digest.VERSION}`;
  throw new DigestError('DIGEST_VERSION', `the ${what} has format ${bytes[0]}; ${known}`);
}

/**
 * Reads pages for a detector that is elsewhere: on another thread, process or machine. It has no table. It makes a digest of a page; the
 * detector learns the digest and gives an answer; and with the answer the page is judged here as the detector would judge it.
 *
 * ```ts
 * const digester = await Digester.create(detector.digestKey());
 * const page = digester.apply(detector.learnDigest(digester.digest(html)));
 * ```
 */
export class Digester {
  readonly options: ResolvedOptions;
  readonly #reader: Reader;
  readonly #table: number;
  readonly #mark: bigint;
  #current: DigestedPage | undefined;

  private constructor(reader: Reader, table: number) {
    this.#reader = reader;
    this.options = reader.options;
    this.#table = table;
    this.#mark = digestMark(reader.core, table, reader.options);
  }

  /**
   * A digester for the detector that gave the key, with its options. A key is a secret: it has the seed of the detector's table.
   *
   * @throws {InputError} `INPUT_INVALID` where the key is not bytes
   * @throws {SnapshotError} `SNAPSHOT_DAMAGED`, `SNAPSHOT_VERSION`
   * @throws {ModelError} `MODEL_INVALID`
   */
  static async create(key: Uint8Array, create: CreateOptions = {}): Promise<Digester> {
    const instance = await loadCore(checkCreateOptions(create).wasm);
    const { options: saved, saved: seed } = openSnapshot(unconfigured(instance), key);
    const options = savedOptions(saved);
    const core = await openCore(options, create, instance);
    const table = core.loadTable(onlySeed(core, seed), { clock: 0, count: 0, ids: 0 });
    return new Digester(new Reader(core, options), table);
  }

  /**
   * The digest of a page, which is the current page until the next call. The page is a string, or bytes of UTF-8.
   *
   * @throws {InputError} `INPUT_INVALID`
   * @throws {OptionError} `OPTION_INVALID`
   * @throws {LimitError} `PAGE_TOO_LARGE`, `TOO_MANY_NODES`, `PAGE_TOO_COMPLEX`, `OUT_OF_MEMORY`
   */
  digest(html: string | Uint8Array, options: DigestOptions = {}): Uint8Array<ArrayBuffer> {
    const { id = '' } = checkObject('digest', options, ['id']);
    this.#current = undefined;
    this.#current = this.#reader.digest(this.#table, html, { mark: this.#mark, name: checkPageId(id) });
    return this.#current.digest;
  }

  /**
   * The current page with the verdicts of an answer of `learnDigest` or `labelDigest` to its digest. It is valid until the next call.
   *
   * @throws {InputError} `INPUT_INVALID` where the answer is not bytes
   * @throws {DigestError} `DIGEST_DAMAGED`, `DIGEST_VERSION`; `DIGEST_MISMATCH` where it answers another digest than that of the
   * current page, which stays the current page
   */
  apply(answer: Uint8Array): Page<never> {
    const bytes = checkHead('answer', answer);
    const current = this.#current;
    const seal = current?.digest.subarray(-layout.Digest.SEAL_BYTES);
    if (current === undefined || seal?.some((byte, at) => byte !== bytes[layout.Digest.ANSWER_TO + at])) {
      throw new DigestError('DIGEST_MISMATCH', 'the answer is to another digest than that of the current page');
    }
    this.#reader.core.applyAnswer(this.#table, bytes);
    this.#current = undefined;
    return current.judged();
  }
}
