/** Models: altered bytes, most of them with a valid checksum, are refused or judge pages the same way every time. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Detector } from 'refrain';
import type { Layout } from '../../../bindings/memory.ts';
import { madePage } from '../../../test/support/crawl.ts';
import { altered } from '../arbitraries.ts';
import { mostlySealed, plainCore, sealed } from '../sealed.ts';
import type { Sources } from '../sources.ts';
import { bytesOf, expectTwice, outcome, type Subject, textOf } from '../subject.ts';

/** Numbers of the words that a model keeps, and of the trees of its forests: prior, joint, main and whole. */
type Counts = readonly [words: number, ...trees: number[]];

/** The shipped model with a few of its words and trees, and without what it says of kinds of pages. */
function small(model: Buffer, { Model, Tree }: Layout, [words, ...trees]: Counts): Buffer {
  const places = [Model.PRIOR_TREES, Model.JOINT_TREES, Model.MAIN_TREES, Model.WHOLE_TREES];
  const allWords = model.readUInt32LE(Model.LEXICON);
  // After the words comes a byte for each, padded to a whole word.
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
  const seeds = counts.map((some) => sealed(core, textOf(small(model, core.layout, some))));
  const page = madePage(2, 1, 2).html;
  return {
    inputs: mostlySealed(core, altered(sources, seeds, ['rfmodel\n', '\0\0\0\0', '\xff\xff\xff\xff'])),
    async run(input) {
      const altered = Uint8Array.from(bytesOf(input));
      const judged = (): Promise<string> =>
        outcome(async () => {
          const evidence = input.length % 2 === 0 ? 'joint' : 'page';
          const detector = await Detector.create({ evidence }, { model: altered });
          detector.learn(page);
          return JSON.stringify(detector.label(page));
        });
      await expectTwice(judged, 'the same model');
      return undefined;
    },
  };
}
