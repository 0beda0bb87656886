/**
 * One instance of the module of indexing, which contains the core, and the only file of this package that holds views of
 * linear memory. A growth of linear memory detaches every view: use or copy the result of `bytesAt` before the next call.
 */
import { instantiate } from '@assemblyscript/loader';
import type { CreateOptions, ResolvedOptions } from 'refrain';
import { RefrainError, UsageError } from 'refrain';
import type { Core, CoreInstance } from 'refrain/internal';
import { checkCreateOptions, newSeed, openCore, outOfMemory } from 'refrain/internal';
import { compileIndexing } from '#indexing';
import { characterTables, ForeignWords } from '../words.ts';
import { type IndexingExports, layout } from './exports.ts';

export type IndexingInstance = CoreInstance & IndexingExports;

const decoder = new TextDecoder();

/**
 * The import `indexing` of the module: the host finds the words of texts that the module cannot divide. `memory` returns
 * the memory of the instance, which does not exist yet when the imports are made.
 */
function importsOf(memory: () => WebAssembly.Memory | undefined): { cutForeign(...args: number[]): number } {
  const foreign = new ForeignWords();
  return {
    cutForeign(text: number, length: number, to: number, room: number): number {
      const buffer = memory()?.buffer;
      if (buffer === undefined) throw new UsageError('CORE_FAILED', 'the module asked for words before it was ready');
      const bytes = new Uint8Array(buffer);
      const words = foreign.find(decoder.decode(bytes.subarray(text >>> 0, (text >>> 0) + length)));
      if (words.length > room) throw new UsageError('CORE_FAILED', 'the words of a text exceed the room for them');
      bytes.set(words, to >>> 0);
      return words.length;
    },
  };
}

/** Calls into the module, its statuses as errors, and reading and writing at addresses that it returned. */
export class IndexingMemory {
  readonly core: Core;
  readonly layout = layout;
  /** The secret of all keys of this instance: those of words, and those of its tables. */
  readonly seed: string;
  readonly #instance: IndexingInstance;

  private constructor(core: Core, instance: IndexingInstance, seed: string) {
    this.core = core;
    this.seed = seed;
    core.useSeed(seed);
    this.#instance = instance;
    const { kinds, lower } = characterTables();
    this.writeAt(instance.characterKinds(), kinds);
    this.writeAt(instance.lowerCharacters(), lower);
  }

  /**
   * @throws {OptionError} `OPTION_INVALID`
   * @throws {ModelError} `MODEL_INVALID`
   * @throws {UsageError} `CORE_FAILED` where the module cannot be instantiated, or is another one
   */
  static async create(options: ResolvedOptions, create: CreateOptions = {}): Promise<IndexingMemory> {
    const { wasm } = checkCreateOptions(create);
    let memory: WebAssembly.Memory | undefined;
    let instance: IndexingInstance;
    try {
      const imports = { indexing: importsOf(() => memory) };
      instance = (await instantiate<IndexingInstance>(wasm ?? (await compileIndexing()), imports)).exports;
    } catch (cause) {
      if (cause instanceof RefrainError) throw cause;
      throw new UsageError('CORE_FAILED', `the module cannot be instantiated: ${String(cause)}`, { cause });
    }
    memory = instance.memory;
    if (instance.readPageWords === undefined) {
      throw new UsageError('CORE_FAILED', 'the module has no functions of indexing: pass indexing.wasm, not core.wasm');
    }
    // One seed, because words of pages with and without a table have the same keys.
    const seed = options.seed ?? newSeed();
    return new IndexingMemory(await openCore({ ...options, seed }, create, instance), instance, seed);
  }

  /**
   * Runs a call into the module.
   *
   * @throws {UsageError} `CORE_FAILED` where the module failed, in this or an earlier call
   */
  call<T>(run: (indexing: IndexingInstance) => T): T {
    return this.core.call(() => run(this.#instance));
  }

  /** Runs a call that returns a status; throws the error of every status but `STATUS_OK`. */
  check(run: (indexing: IndexingInstance) => number): void {
    this.core.check(() => run(this.#instance));
  }

  /**
   * Runs a call that returns an address or a flag, and 0 where memory is unavailable.
   *
   * @throws {LimitError} `OUT_OF_MEMORY`
   */
  reserve(run: (indexing: IndexingInstance) => number): number {
    const answer = this.call(run);
    if (answer === 0) throw outOfMemory();
    return answer >>> 0;
  }

  /** Bytes of linear memory, not copied: valid until the next call. */
  bytesAt(address: number, length: number): Uint8Array<ArrayBuffer> {
    return this.core.bytesAt(address >>> 0, length);
  }

  /** A copy of bytes of linear memory, at the start of a buffer of its own. */
  copyAt(address: number, length: number): Uint8Array<ArrayBuffer> {
    return this.bytesAt(address, length).slice();
  }

  /** Writes the bytes of an array at an address that the module reserved. */
  writeAt(address: number, { buffer, byteOffset, byteLength }: ArrayBufferView): void {
    this.core.write(address >>> 0, new Uint8Array(buffer, byteOffset, byteLength));
  }
}
