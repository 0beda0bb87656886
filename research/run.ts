/** Runs a command of the research by name. Run: npm run research -- NAME [options] */
import { fileURLToPath } from 'node:url';
import { type Output, type Programs, runOneOf } from '../bench/command-line.ts';

const COMMANDS: Programs = {
  evaluate: {
    summary: 'accuracy of methods on sites with labels or texts of main content',
    load: () => import('./evaluate.ts'),
  },
  train: { summary: 'trains the model, or estimates its accuracy on unseen sites', load: () => import('./train.ts') },
  'train-kind': { summary: 'trains the part of the model about kinds of pages', load: () => import('./train-kind.ts') },
  'label-sites': {
    summary: 'labelled copies of sites, by a table of selectors',
    load: () => import('./label-sites.ts'),
  },
  'doc-sites': { summary: 'downloads documentation as labelled sites', load: () => import('./doc-sites.ts') },
  rules: {
    summary: 'rules of a site from its first pages, applied to the pages after them',
    load: () => import('./rules.ts'),
  },
  threads: {
    summary: 'posts of threads, their authors and dates against what a person marked',
    load: () => import('./threads.ts'),
  },
  metadata: {
    summary: 'titles, authors and dates against what persons wrote down',
    load: () => import('./metadata.ts'),
  },
  shops: {
    summary: 'values of product pages lost from content, on sites made of such pages',
    load: () => import('./shops.ts'),
  },
  products: {
    summary: 'what documents say of products against what persons wrote down',
    load: () => import('./products.ts'),
  },
  planted: {
    summary: 'a sentence on every page, amid the article, that is taken for content',
    load: () => import('./planted.ts'),
  },
  units: {
    summary: 'labels with values and captions with pictures against what a person wrote down',
    load: () => import('./units.ts'),
  },
};

/** Runs the command that the words choose, and returns the exit code. */
export const research = (words: readonly string[], output: Output): Promise<number> =>
  runOneOf(words, COMMANDS, 'npm run research --', output);

if (process.argv[1] === fileURLToPath(import.meta.url))
  process.exitCode = await research(process.argv.slice(2), process);
