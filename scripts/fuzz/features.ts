/**
 * What an input made the code do: counters of the module's instances and of the packages' scripts. An input is interesting where a
 * counter has a value in a bucket that it never had: 1, 2, 3, 4–7, 8–15, 16–31, 32–127, 128 and more.
 */

/** Room for the counters of all packages, and some more. */
const SCRIPT_COUNTERS = 1 << 14;

interface CountedExports extends WebAssembly.Exports {
  readonly memory: WebAssembly.Memory;
  coverAt(): number;
  coverLength(): number;
}

const isCounted = (exports: WebAssembly.Exports): exports is CountedExports => 'coverAt' in exports;

/** The bit of the bucket of each value. */
const BUCKETS = Uint8Array.from({ length: 256 }, (_, count) => {
  if (count < 4) return count === 0 ? 0 : 1 << (count - 1);
  const [, , , ...limits] = [0, 0, 0, 8, 16, 32, 128];
  const at = limits.findIndex((limit) => count < limit);
  return 1 << (3 + (at < 0 ? limits.length : at));
});

declare global {
  var refrainCounters: Uint8Array<ArrayBuffer>;
}
globalThis.refrainCounters = new Uint8Array(SCRIPT_COUNTERS);

/** Instances of the module since the last look. */
let made: CountedExports[] = [];

const instantiate = WebAssembly.instantiate;

/** A compiled module is instantiated at once, since waiting for it takes longer than an input. */
function instantiateCounted(
  module: WebAssembly.Module | BufferSource,
  imports?: WebAssembly.Imports,
): Promise<unknown> {
  if (!(module instanceof WebAssembly.Module)) return instantiate(module as BufferSource, imports);
  const instance = new WebAssembly.Instance(module, imports);
  if (isCounted(instance.exports)) made.push(instance.exports);
  return Promise.resolve(instance);
}
WebAssembly.instantiate = instantiateCounted as typeof instantiate;

/** The features of one subject. */
export class Features {
  #seen = new Uint8Array(1 << 15);
  /** Instances that stay from input to input. */
  #lasting: readonly CountedExports[];
  count = 0;

  /** Nothing seen, with the instances of other features. */
  constructor(of?: Features) {
    this.#lasting = of === undefined ? [] : of.#lasting;
  }

  /** Ends the preparation of a subject: the instances that it made last. */
  keepInstances(): void {
    this.#lasting = made;
    this.discard();
  }

  /** Forgets what was counted so far. */
  discard(): void {
    this.#each((counters) => counters.fill(0));
  }

  /** Whether the input that was just run did something new. Counters start anew. */
  collect(): boolean {
    const before = this.count;
    this.#each((counters, first) => this.#look(counters, first));
    return this.count > before;
  }

  #each(look: (counters: Uint8Array, first: number) => void): void {
    look(globalThis.refrainCounters, 0);
    for (const exports of this.#lasting) look(countersOf(exports), SCRIPT_COUNTERS);
    for (const exports of made) look(countersOf(exports), SCRIPT_COUNTERS);
    made = [];
  }

  #look(counters: Uint8Array, first: number): void {
    // Most counters are 0: eight are tested at once.
    const words = new BigUint64Array(counters.buffer, counters.byteOffset, counters.length >>> 3);
    for (let word = 0; word < words.length; word += 1) {
      if (words[word] === 0n) continue;
      for (let at = word * 8; at < word * 8 + 8; at += 1) {
        const bucket = BUCKETS[counters[at] ?? 0] ?? 0;
        const seen = this.#seen[first + at] ?? 0;
        if ((seen & bucket) !== bucket) {
          this.#seen[first + at] = seen | bucket;
          this.count += 1;
        }
      }
      words[word] = 0n;
    }
  }
}

/** Whole groups of eight; the room of the counters is aligned, and a multiple of sixteen. */
function countersOf({ memory, coverAt, coverLength }: CountedExports): Uint8Array {
  return new Uint8Array(memory.buffer, coverAt() >>> 0, (coverLength() + 7) & ~7);
}
