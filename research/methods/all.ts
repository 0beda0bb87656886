/** Every method that can be evaluated. */
import { Problem } from '../../bench/command-line.ts';
import { type Baseline, batched, methodOfStream, type StreamBaseline } from '../baselines/baseline.ts';
import { shingle, siteLevel } from '../baselines/fragments.ts';
import { StyleTree } from '../baselines/style-tree.ts';
import { defuddle, readability } from './extractors.ts';
import type { BatchKind, Extractor, MethodKind, TextKind } from './method.ts';
import { createPageLevel } from './page-level/method.ts';
import { createRefrain, createTwoStage, isMain, REPETITION } from './refrain.ts';

const batch = (meaning: string, create: () => Baseline): BatchKind => ({ meaning, batch: () => batched(create()) });

/** A method for single pages. If the extractor throws, the result is empty. */
const alone = (name: string, { extract }: Extractor): TextKind => ({
  ...{ meaning: `${name}, one page at a time`, givesText: true },
  create: async () => ({ extract: (html, url) => extract(html, url).catch(() => '') }),
});

const nothing = (): StreamBaseline => ({ read: (page) => page.texts.map(() => false), entries: 0, bytes: 0 });

export const methods: Readonly<Record<string, MethodKind>> = {
  default: { meaning: 'refrain with default options', preset: 'default', create: createRefrain },
  main: {
    meaning: 'the main content that refrain finds with default options; the rest of the page counts as template',
    create: (options, create) => createRefrain(options, create, isMain),
  },
  paper: { meaning: 'refrain with the rules of Wang et al.', preset: 'paper', create: createRefrain },
  repetition: {
    meaning: 'refrain by repetition alone, without a model',
    create: (options, create) => createRefrain({ ...options, ...REPETITION }, create),
  },
  page: {
    meaning: 'refrain by the page alone: the part of its model without evidence of the site',
    create: (options, create) => createRefrain({ ...options, evidence: 'page', separators: 'blocks' }, create),
  },
  'page-level': {
    meaning: 'Chakrabarti et al.: a classifier trained on repeated fragments, smoothed over the tree',
    create: createPageLevel,
  },
  shingle: batch('Ma et al.: blocks whose fingerprint is on five pages of the batch', shingle),
  'two-stage': { meaning: 'Chen et al.: words at equal positions of blocks with equal style', batch: createTwoStage },
  sst: batch('Yi et al.: Site Style Tree of the batch, threshold .2, damping .9', () => new StyleTree()),
  'site-level': batch('Chakrabarti et al.: fragments on at least five pages and a tenth of the batch', siteLevel),
  readability: alone('Readability', readability),
  defuddle: alone('Defuddle', defuddle),
  none: { meaning: 'keeps everything', create: () => methodOfStream(nothing()) },
};

export function findMethod(name: string): MethodKind {
  const found = methods[name];
  if (found === undefined)
    throw new Problem(`there is no method ${name}; there are ${Object.keys(methods).join(', ')}`);
  return found;
}
