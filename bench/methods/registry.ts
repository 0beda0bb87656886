import { Lines } from '../baselines/lines.ts';
import { Pagelets } from '../baselines/pagelets.ts';
import { BLOCKS, Shingle, TABLES } from '../baselines/shingle.ts';
import { SiteLevel } from '../baselines/site-level.ts';
import { STYLE_TREE, StyleTree } from '../baselines/style-tree.ts';
import { TextCache } from '../baselines/text-cache.ts';
import { Problem } from '../problem.ts';
import { createDefuddle, createDefuddleAfter, createReadability, createReadabilityAfter } from './extractors.ts';
import type { MethodKind } from './method.ts';
import { createNone } from './none.ts';
import { createPageLevel } from './page-level.ts';
import { createMain, createRefrain } from './refrain.ts';
import { createPage, createRepetition } from './repetition.ts';
import { streamed } from './stream.ts';
import { createMainStructured, createStructured } from './structured.ts';
import { createTwin } from './twin.ts';
import { createTwoPasses } from './two-passes.ts';
import { createTwoStage, TWO_STAGE, TWO_STAGE_PAPER } from './two-stage.ts';

/** Every method that can be evaluated. */
export const methods: Readonly<Record<string, MethodKind>> = {
  default: { meaning: 'refrain with default options', preset: 'default', create: createRefrain },
  main: {
    meaning: 'the main content that refrain finds with default options; the rest of the page counts as template',
    preset: undefined,
    create: createMain,
  },
  'two-passes': {
    meaning: 'refrain with default options; labels the pages of a batch after all of them were learned',
    preset: undefined,
    fromSources: () => createTwoPasses(),
  },
  paper: { meaning: 'refrain with the rules of Wang et al.', preset: 'paper', create: createRefrain },
  repetition: { meaning: 'refrain by repetition alone, without a model', preset: undefined, create: createRepetition },
  page: {
    meaning: 'refrain by the page alone: the part of its model without evidence of the site',
    preset: undefined,
    create: createPage,
  },
  'page-level': {
    meaning: 'Chakrabarti et al.: a classifier trained on repeated fragments, smoothed over the tree',
    preset: undefined,
    create: createPageLevel,
  },
  twin: {
    meaning: 'the twin in plain TypeScript, with the options of paper',
    preset: 'paper',
    create: createTwin,
  },
  shingle: {
    meaning: 'Ma et al.: blocks whose fingerprint is on five pages of the batch',
    preset: undefined,
    batch: () => new Shingle({ separators: BLOCKS, pages: 5, isNear: false }),
  },
  'shingle-near': {
    meaning: 'the same; blocks with a resemblance of .9 count as equal',
    preset: undefined,
    batch: () => new Shingle({ separators: BLOCKS, pages: 5, isNear: true }),
  },
  'shingle-tables': {
    meaning: 'the same with tables only, as in the paper',
    preset: undefined,
    batch: () => new Shingle({ separators: TABLES, pages: 5, isNear: false }),
  },
  'two-stage': {
    meaning: 'Chen et al.: words at equal positions of blocks with equal style, with the separators html5',
    preset: undefined,
    fromSources: () => createTwoStage(TWO_STAGE),
  },
  'two-stage-blocks': {
    meaning: 'the same with the default separators of an index of refrain',
    preset: undefined,
    fromSources: () => createTwoStage({ separators: 'blocks' }),
  },
  'two-stage-shortcut': {
    meaning: 'two-stage, but blocks that have a verdict are left out of clusters',
    preset: undefined,
    fromSources: () => createTwoStage({ ...TWO_STAGE, shortcut: true }),
  },
  'two-stage-paper': {
    meaning: 'two-stage with table, p and ul only, as in the paper',
    preset: undefined,
    fromSources: () => createTwoStage(TWO_STAGE_PAPER),
  },
  'pagelets-local': {
    meaning: 'Bar-Yossef and Rajagopalan: pagelets that two pages of the batch share',
    preset: undefined,
    batch: () => new Pagelets({ links: 3, scope: 'local', isNear: false }),
  },
  'pagelets-global': {
    meaning: 'the same, on pages that link to each other',
    preset: undefined,
    batch: () => new Pagelets({ links: 3, scope: 'global', isNear: false }),
  },
  sst: {
    meaning: 'Yi et al.: Site Style Tree of the batch, threshold .2, damping .9',
    preset: undefined,
    batch: () => new StyleTree(),
  },
  'sst-modern': {
    meaning: 'the same with class as a display attribute',
    preset: undefined,
    batch: () => new StyleTree({ ...STYLE_TREE, isModern: true }),
  },
  'site-level': {
    meaning: 'Chakrabarti et al.: fragments on at least five pages and a tenth of the batch',
    preset: undefined,
    batch: () => new SiteLevel(),
  },
  'text-cache': {
    meaning: 'as in Trafilatura: a cache of 4,096 texts, template from the fourth occurrence on',
    preset: undefined,
    create: () => streamed(new TextCache()),
  },
  lines: {
    meaning: 'as in CCNet: lines that were seen before',
    preset: undefined,
    create: () => streamed(new Lines()),
  },
  readability: {
    meaning: 'Readability, one page at a time',
    preset: undefined,
    create: createReadability,
    givesText: true,
    learns: false,
  },
  defuddle: {
    meaning: 'Defuddle, one page at a time',
    preset: undefined,
    create: createDefuddle,
    givesText: true,
    learns: false,
  },
  'default-readability': {
    meaning: 'Readability on the page without the template that refrain detects',
    preset: undefined,
    create: createReadabilityAfter,
    givesText: true,
    learns: true,
  },
  'default-defuddle': {
    meaning: 'Defuddle on the page without the template that refrain detects',
    preset: undefined,
    create: createDefuddleAfter,
    givesText: true,
    learns: true,
  },
  'default-structured': {
    meaning: 'refrain with default options, and text of pages that stands in their data only',
    preset: undefined,
    create: createStructured,
    givesText: true,
    learns: true,
  },
  'main-structured': {
    meaning: 'the main content that refrain finds, and text of pages that stands in their data only',
    preset: undefined,
    create: createMainStructured,
    givesText: true,
    learns: true,
  },
  none: { meaning: 'keeps everything', preset: undefined, create: createNone },
};

export function findMethod(name: string): MethodKind {
  const found = methods[name];
  if (found === undefined)
    throw new Problem(`there is no method ${name}; there are ${Object.keys(methods).join(', ')}`);
  return found;
}
