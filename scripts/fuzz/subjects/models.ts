/** Models: altered bytes, most of them with a valid checksum, are refused or judge pages the same way every time. */
import { Detector } from 'refrain';
import { type Model, writeModel } from '../../../bench/training/model.ts';
import { madePage } from '../../../test/support/crawl.ts';
import { fromSeeds } from '../bytes.ts';
import { plainCore, sealed } from '../sealed.ts';
import { bytesOf, expectSame, outcome, type Subject, textOf } from '../subject.ts';

const tree = (feature: number): Model['prior']['trees'][number] => ({
  features: Array.from({ length: 6 }, (_, level) => feature + level),
  limits: Array.from({ length: 6 }, (_, level) => level * 20),
  leaves: Array.from({ length: 64 }, (_, leaf) => (leaf - 32) / 16),
});

export async function prepareModels(wasm: WebAssembly.Module): Promise<Subject> {
  const core = await plainCore(wasm);
  const { Features } = core.layout;
  const hashes = [0x10000, 0x2030400, 0x7fffff00, 0xfffffe00];
  const lexicon = new Map(hashes.map((word, at) => [word, { template: at * 30 - 40, main: 40 - at * 30 }]));
  const page = madePage(2, 1, 2).html;
  const make = (words: Model['lexicon'], prior: number, joint: number, main: number): string =>
    textOf(
      writeModel(core, {
        lexicon: words,
        prior: { base: 0.1, trees: Array.from({ length: prior }, () => tree(Features.SITE)) },
        joint: { base: -0.1, trees: Array.from({ length: joint }, (_, at) => tree(at)) },
        main: { base: 0.2, trees: Array.from({ length: main }, (_, at) => tree(at + 1)) },
        ...{ threshold: 0, mainThreshold: 0 },
      }),
    );
  return {
    name: 'models',
    encoding: 'latin1',
    share: 3,
    generate: fromSeeds(
      [make(lexicon, 1, 2, 1), make(new Map(), 0, 0, 0), make(lexicon, 0, 1, 3)],
      ['rfmodel\n', '\0\0\0\0', '\xff\xff\xff\xff'],
      {
        finish: (input, random) => (random.below(8) === 0 ? input : sealed(core, input)),
      },
    ),
    async run(input) {
      const model = Uint8Array.from(bytesOf(input));
      const judge = (): Promise<string> =>
        outcome(async () => {
          const detector = await Detector.create(
            { evidence: input.length % 2 === 0 ? 'joint' : 'page' },
            { wasm, model },
          );
          detector.learn(page);
          return JSON.stringify(detector.label(page));
        });
      expectSame(await judge(), await judge(), 'the same model');
      return undefined;
    },
  };
}
