/**
 * One instance of the module of indexing. A growth of linear memory detaches every view: use or copy the result of `bytesAt`
 * before the next call.
 */
import type { CoreModule, CreateOptions, ResolvedOptions } from 'refrain';
import { UsageError } from 'refrain';
import { check, Memory, Seed, wasm } from 'refrain/engine';
import { compileIndexing } from '#indexing';
import { characterTables, ForeignWords } from '../words.ts';
import type { IndexingExports } from './exports.ts';

type IndexingInstance = IndexingExports & Record<string, unknown>;

/** How the instances of both modules are made. */
export interface IndexCreateOptions extends CreateOptions {
  /** The module `indexing.wasm`, compiled or as bytes, where the shipped one cannot be read. Default: the shipped one. */
  indexing?: CoreModule;
}

/**
 * The options for the core, and the module of indexing.
 *
 * @throws {OptionError} `OPTION_INVALID`
 */
export function checkCreate(create: IndexCreateOptions): { core: CreateOptions; indexing: CoreModule | undefined } {
  const { indexing, ...core } = check.object('create', create, ['wasm', 'model', 'indexing']);
  return { core, indexing };
}

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

/** The instance, its keys, and reading and writing at addresses that it returned. */
export class IndexingMemory extends Memory<IndexingInstance> {
  /** The secret of all keys of this instance: those of words, and those of its tables. */
  readonly seed: string;

  private constructor(instance: IndexingInstance, { seed = Seed.random(), templateRatio, maxMemory }: ResolvedOptions) {
    super(instance);
    this.seed = seed;
    this.useSeed(seed);
    this.call((indexing) => indexing.configure(Math.round(templateRatio * 1_000_000), maxMemory));
    const { kinds, lower } = characterTables();
    this.writeAt(instance.characterKinds(), kinds);
    this.writeAt(instance.lowerCharacters(), lower);
  }

  /** @throws {UsageError} `CORE_FAILED` where the module cannot be instantiated, or is another one */
  static async create(options: ResolvedOptions, module: CoreModule | undefined): Promise<IndexingMemory> {
    let memory: WebAssembly.Memory | undefined;
    const imports = { indexing: importsOf(() => memory) };
    const instance = await wasm.load<IndexingInstance>(() => module ?? compileIndexing(), imports);
    memory = instance.memory;
    if (instance.readPageWords === undefined) {
      throw new UsageError('CORE_FAILED', 'the module has no functions of indexing: pass indexing.wasm, not core.wasm');
    }
    return new IndexingMemory(instance, options);
  }

  /** Makes all keys from now on with this seed. */
  useSeed(seed: string): void {
    this.call((indexing) => indexing.useSeed(...Seed.words(seed)));
  }

  /** A copy of bytes of linear memory, at the start of a buffer of its own. */
  copyAt(address: number, length: number): Uint8Array<ArrayBuffer> {
    return this.bytesAt(address, length).slice();
  }

  /** Writes the bytes of an array at an address that the module reserved. */
  writeAt(address: number, { buffer, byteOffset, byteLength }: ArrayBufferView): void {
    this.write(address, new Uint8Array(buffer, byteOffset, byteLength));
  }
}
