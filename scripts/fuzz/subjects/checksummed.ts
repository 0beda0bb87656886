/** Snapshots and models: altered bytes, mostly with a valid checksum, must be refused, or work reproducibly. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import fc, { type Arbitrary } from 'fast-check';
import { Detector, type DetectorOptions, resolveOptions } from 'refrain';
import { Core } from 'refrain/engine';
import { layout } from '../../../bindings/core-exports.ts';
import { samplePage } from '../../../test/support/crawl.ts';
import { alteredBytes } from '../arbitraries.ts';
import { readDictionary, type Sources } from '../sources.ts';
import { bytesOf, expectSame, expectTwice, modules, outcome, type Subject, textOf } from '../subject.ts';

const CHECKSUM_BYTES = 8;

const plainCore = (): Promise<Core> => Core.open(resolveOptions({ evidence: 'repetition' }), modules);

/** Replaces the last eight bytes of the input by the module's hash of the others. */
function withChecksum(core: Core, input: string): string {
  if (input.length <= CHECKSUM_BYTES) return input;
  const bytes = bytesOf(input);
  const end = bytes.length - CHECKSUM_BYTES;
  bytes.writeBigUInt64LE(core.checksum(bytes.subarray(0, end)), end);
  return textOf(bytes);
}

/** Seven of eight inputs have a valid checksum. */
const mostlyWithChecksum = (core: Core, inputs: Arbitrary<string>): Arbitrary<string> =>
  fc.tuple(inputs, fc.nat(7)).map(([input, chance]) => (chance === 7 ? input : withChecksum(core, input)));

const WORDS = readDictionary('snapshots');
const PAGE = samplePage(1, 9, 2).html;

export async function prepareSnapshots(sources: Sources): Promise<Subject> {
  const core = await plainCore();
  const kinds: DetectorOptions[] = [{ evidence: 'repetition' }, { preset: 'paper' }, { baseLifetime: 80 }];
  const seeds: string[] = [];
  for (const options of kinds) {
    const detector = await Detector.create(options, modules);
    for (let page = 0; page < 4; page += 1) {
      if (page !== 1) seeds.push(textOf(detector.snapshot()));
      detector.learn(samplePage(1, page, 0).html, { id: `${page}` });
    }
  }
  return {
    inputs: mostlyWithChecksum(core, alteredBytes(sources, seeds, WORDS)),
    async run(input) {
      const bytes = bytesOf(input);
      const restore = (snapshot: Uint8Array): Promise<Detector | string> =>
        outcome(() => Detector.restore(snapshot, modules));
      const first = await restore(bytes);
      const second = await restore(bytes);
      if (typeof first === 'string' || typeof second === 'string') {
        expectSame(first, second, 'the same bytes');
        return undefined;
      }
      const canonical = first.snapshot();
      const third = await restore(canonical);
      if (typeof third === 'string') {
        expectSame(third, 'a detector', 'the snapshot of a restored detector');
        return undefined;
      }
      expectSame(textOf(third.snapshot()), textOf(canonical), 'a snapshot restored and saved');
      const learned = await Promise.all([second, third].map((one) => outcome(() => JSON.stringify(one.learn(PAGE)))));
      expectSame(learned[1], learned[0], 'a page after two ways');
      expectSame(textOf(third.snapshot()), textOf(second.snapshot()), 'the table after a page');
      return undefined;
    },
  };
}

/** Number of words that are kept of a model, and numbers of trees of its forests: prior, joint, main and whole. */
type Counts = readonly [words: number, ...trees: number[]];

/** The shipped model with a few words and trees, and without kinds of pages. */
function small(model: Buffer, [words, ...trees]: Counts): Buffer {
  const { Model, Tree } = layout;
  const places = [Model.PRIOR_TREES, Model.JOINT_TREES, Model.MAIN_TREES, Model.WHOLE_TREES];
  const allWords = model.readUInt32LE(Model.LEXICON);
  // The list of one byte per word is padded to a multiple of four.
  const padded = (count: number): number => (count + 3) & ~3;
  const head = Buffer.from(model.subarray(0, Model.HEADER_BYTES));
  const part = (from: number, bytes: number): Buffer => model.subarray(from, from + bytes);
  const oddsAt = Model.HEADER_BYTES + allWords * 4;
  const parts = [head, part(Model.HEADER_BYTES, words * 4), part(oddsAt, padded(words))];
  let treesAt = oddsAt + padded(allWords);
  for (const [index, at] of places.entries()) {
    const count = trees[index] ?? 0;
    parts.push(part(treesAt, count * Tree.BYTES));
    treesAt += model.readUInt32LE(at) * Tree.BYTES;
    head.writeUInt32LE(count, at);
  }
  head.writeUInt32LE(words, Model.LEXICON);
  head.writeUInt32LE(0, Model.KIND_BYTES);
  return Buffer.concat([...parts, Buffer.alloc(Model.HASH_BYTES)]);
}

export async function prepareModels(sources: Sources): Promise<Subject> {
  const core = await plainCore();
  const model = readFileSync(fileURLToPath(import.meta.resolve('refrain/default.model')));
  const counts: readonly Counts[] = [
    [4, 1, 2, 1, 1],
    [0, 0, 0, 0, 0],
    [4, 0, 1, 3, 0],
  ];
  const seeds = counts.map((some) => withChecksum(core, textOf(small(model, some))));
  const page = samplePage(2, 1, 2).html;
  return {
    inputs: mostlyWithChecksum(core, alteredBytes(sources, seeds, ['rfmodel\n', '\0\0\0\0', '\xff\xff\xff\xff'])),
    async run(input) {
      const alteredBytes = Uint8Array.from(bytesOf(input));
      const judged = (): Promise<string> =>
        outcome(async () => {
          const evidence = input.length % 2 === 0 ? 'joint' : 'page';
          const detector = await Detector.create({ evidence }, { ...modules, model: alteredBytes });
          detector.learn(page);
          return JSON.stringify(detector.label(page));
        });
      await expectTwice(judged, 'the same model');
      return undefined;
    },
  };
}
