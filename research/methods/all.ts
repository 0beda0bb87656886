/** Every method that can be evaluated. */
import { Problem } from '../../bench/command.ts';
import type { StreamBaseline } from '../baselines/baseline.ts';
import { Lines } from '../baselines/lines.ts';
import { BLOCKS, Shingle, TABLES } from '../baselines/shingle.ts';
import { SiteLevel } from '../baselines/site-level.ts';
import { STYLE_TREE, StyleTree } from '../baselines/style-tree.ts';
import { TextCache } from '../baselines/text-cache.ts';
import { batched, streamed } from './baselines.ts';
import { afterRefrain, defuddle, mdream, readability } from './extractors.ts';
import type { BatchKind, Extractor, MethodKind, TextKind } from './method.ts';
import { createPageLevel, createRefrain, createStructured, createTwoPasses, isMain, REPETITION } from './refrain.ts';
import { createTwin } from './twin.ts';
import { createTwoStage, type TwoStageOptions } from './two-stage.ts';

const batch = (meaning: string, make: BatchKind['batch']): BatchKind => ({ meaning, batch: make });

const text = (meaning: string, learns: boolean, create: TextKind['create']): TextKind => ({
  ...{ meaning, givesText: true, learns, create },
});

/** One page at a time, and nothing of a page on which it throws. */
const alone = (name: string, { extract }: Extractor): TextKind =>
  text(`${name}, one page at a time`, false, async () => ({
    extract: (html, url) => extract(html, url).catch(() => ''),
  }));

const after = (name: string, extractor: Extractor): TextKind =>
  text(`${name} on the page without the template that refrain detects`, true, (options, create) =>
    afterRefrain(extractor, options, create),
  );

const twoStage = (meaning: string, options: TwoStageOptions): BatchKind =>
  batch(meaning, () => createTwoStage(options));

/** Keeps everything: the result without any method. */
const nothing = (): StreamBaseline => ({ read: (page) => page.texts.map(() => false), entries: 0, bytes: 0 });

export const methods: Readonly<Record<string, MethodKind>> = {
  default: { meaning: 'refrain with default options', preset: 'default', create: createRefrain },
  main: {
    meaning: 'the main content that refrain finds with default options; the rest of the page counts as template',
    create: (options, create) => createRefrain(options, create, isMain),
  },
  'two-passes': batch('refrain; labels the pages of a batch after all of them were learned', createTwoPasses),
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
  twin: { meaning: 'the twin in plain TypeScript, with the options of paper', preset: 'paper', create: createTwin },
  shingle: batch('Ma et al.: blocks whose fingerprint is on five pages of the batch', () =>
    batched(new Shingle({ separators: BLOCKS, pages: 5 })),
  ),
  'shingle-tables': batch('the same with tables only, as in the paper', () =>
    batched(new Shingle({ separators: TABLES, pages: 5 })),
  ),
  'two-stage': twoStage('Chen et al.: words at equal positions of blocks with equal style, with the separators html5', {
    separators: 'html5',
  }),
  'two-stage-blocks': twoStage('the same with the default separators of an index of refrain', { separators: 'blocks' }),
  'two-stage-paper': twoStage('two-stage with table, p and ul only, as in the paper', {
    separators: ['table', 'p', 'ul'],
  }),
  sst: batch('Yi et al.: Site Style Tree of the batch, threshold .2, damping .9', () => batched(new StyleTree())),
  'sst-modern': batch('the same with class as a display attribute', () =>
    batched(new StyleTree({ ...STYLE_TREE, isModern: true })),
  ),
  'site-level': batch('Chakrabarti et al.: fragments on at least five pages and a tenth of the batch', () =>
    batched(new SiteLevel()),
  ),
  'text-cache': {
    meaning: 'as in Trafilatura: a cache of 4,096 texts, template from the fourth occurrence on',
    create: () => streamed(new TextCache()),
  },
  lines: { meaning: 'as in CCNet: lines that were seen before', create: () => streamed(new Lines()) },
  readability: alone('Readability', readability),
  defuddle: alone('Defuddle', defuddle),
  mdream: alone('mdream with its minimal preset', mdream),
  'default-readability': after('Readability', readability),
  'default-defuddle': after('Defuddle', defuddle),
  'default-structured': text('refrain, and text of pages that stands in their data only', true, (_, create) =>
    createStructured('content', create),
  ),
  'main-structured': text('main content, and text of pages that stands in their data only', true, (_, create) =>
    createStructured('main', create),
  ),
  none: { meaning: 'keeps everything', create: () => streamed(nothing()) },
};

export function findMethod(name: string): MethodKind {
  const found = methods[name];
  if (found === undefined)
    throw new Problem(`there is no method ${name}; there are ${Object.keys(methods).join(', ')}`);
  return found;
}
