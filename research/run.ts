/** Runs a research command by name. Run: npm run research -- NAME [options] */
import { fileURLToPath } from 'node:url';
import { type Output, type Programs, runOneOf } from '../bench/command-line.ts';

const COMMANDS: Programs = {
  evaluate: { summary: 'accuracy of methods on annotated sites', load: () => import('./evaluate.ts') },
  train: { summary: 'trains the model', load: () => import('./train.ts') },
  'train-kind': { summary: 'trains the part of the model about kinds of pages', load: () => import('./train-kind.ts') },
  'label-sites': { summary: 'labelled copies of sites, by selectors', load: () => import('./label-sites.ts') },
  'doc-sites': { summary: 'downloads documentation as labelled sites', load: () => import('./doc-sites.ts') },
  rules: { summary: 'rules of a site, applied to later pages', load: () => import('./rules.ts') },
  threads: { summary: 'posts of threads, their authors and dates', load: () => import('./threads.ts') },
  metadata: { summary: 'titles, authors and dates of single pages', load: () => import('./metadata.ts') },
  shops: { summary: 'values of products that sites lose', load: () => import('./shops.ts') },
  products: { summary: 'products of documents', load: () => import('./products.ts') },
  planted: { summary: 'a sentence amid the articles of a site', load: () => import('./planted-sentences.ts') },
  ablations: { summary: 'text and headings without each unit of main content', load: () => import('./ablations.ts') },
};

export const research = (words: readonly string[], output: Output): Promise<number> =>
  runOneOf(words, COMMANDS, 'npm run research --', output);

if (process.argv[1] === fileURLToPath(import.meta.url))
  process.exitCode = await research(process.argv.slice(2), process);
