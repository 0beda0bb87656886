/** Models: altered bytes, most of them with a valid checksum, are refused or judge pages the same way every time. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Detector } from 'refrain';
import type { Layout } from 'refrain/internal';
import { madePage } from '../../../test/support/crawl.ts';
import { fromSeeds } from '../bytes.ts';
import { plainCore, sealed } from '../sealed.ts';
import { bytesOf, expectSame, outcome, type Subject, textOf } from '../subject.ts';

/** Numbers of the words and of the trees of each forest that a model keeps. */
type Parts = readonly [words: number, prior: number, joint: number, main: number, whole: number];

/** The shipped model with a few of its words and trees, and without what it says of kinds of pages. */
function small(model: Buffer, layout: Layout, [words, prior, joint, main, whole]: Parts): Buffer {
  const lexiconAt = layout.Model.HEADER_BYTES;
  const [allWords, allPrior, allJoint, allMain] = [
    ...[layout.Model.LEXICON, layout.Model.PRIOR_TREES],
    ...[layout.Model.JOINT_TREES, layout.Model.MAIN_TREES],
  ].map((at) => model.readUInt32LE(at)) as [number, number, number, number];
  // After the words comes a byte for each, padded to a whole word.
  const padded = (count: number): number => (count + 3) & ~3;
  const treesAt = lexiconAt + allWords * 4 + padded(allWords);
  const trees = (from: number, count: number): Buffer => {
    const at = treesAt + from * layout.Tree.BYTES;
    return model.subarray(at, at + count * layout.Tree.BYTES);
  };
  const head = Buffer.from(model.subarray(0, lexiconAt));
  const counts = [
    ...([
      [layout.Model.LEXICON, words],
      [layout.Model.PRIOR_TREES, prior],
    ] as const),
    ...([
      [layout.Model.JOINT_TREES, joint],
      [layout.Model.MAIN_TREES, main],
      [layout.Model.WHOLE_TREES, whole],
    ] as const),
    [layout.Model.KIND_BYTES, 0] as const,
  ];
  for (const [at, count] of counts) head.writeUInt32LE(count, at);
  const mainOddsAt = lexiconAt + allWords * 4;
  return Buffer.concat([
    ...[head, model.subarray(lexiconAt, lexiconAt + words * 4), model.subarray(mainOddsAt, mainOddsAt + padded(words))],
    ...[trees(0, prior), trees(allPrior, joint), trees(allPrior + allJoint, main)],
    trees(allPrior + allJoint + allMain, whole),
    Buffer.alloc(layout.Model.HASH_BYTES),
  ]);
}

export async function prepareModels(): Promise<Subject> {
  const core = await plainCore();
  const model = readFileSync(fileURLToPath(import.meta.resolve('refrain/default.model')));
  const parts: readonly Parts[] = [
    [4, 1, 2, 1, 1],
    [0, 0, 0, 0, 0],
    [4, 0, 1, 3, 0],
  ];
  const page = madePage(2, 1, 2).html;
  return {
    name: 'models',
    encoding: 'latin1',
    share: 3,
    generate: fromSeeds(
      parts.map((part) => sealed(core, textOf(small(model, core.layout, part)))),
      ['rfmodel\n', '\0\0\0\0', '\xff\xff\xff\xff'],
      { finish: (input, random) => (random.below(8) === 0 ? input : sealed(core, input)) },
    ),
    async run(input) {
      const altered = Uint8Array.from(bytesOf(input));
      const judge = (): Promise<string> =>
        outcome(async () => {
          const evidence = input.length % 2 === 0 ? 'joint' : 'page';
          const detector = await Detector.create({ evidence }, { model: altered });
          detector.learn(page);
          return JSON.stringify(detector.label(page));
        });
      expectSame(await judge(), await judge(), 'the same model');
      return undefined;
    },
  };
}
