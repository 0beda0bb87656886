/** Runs a bench by name. Run: npm run bench [NAME] [-- options] */
import { type Programs, runOneOf } from './command-line.ts';

const BENCHES: Programs = {
  throughput: {
    summary: 'default beside its twin and other parsers, in the orders of crawlers; bytes per table entry',
    load: () => import('./throughput.ts'),
  },
  documents: {
    summary: 'outputs of a page beside parsing alone, writers of Markdown, extractors',
    load: () => import('./documents.ts'),
  },
  command: {
    summary: 'the command refrain beside the library, from files on disk to its output; its memory',
    load: () => import('./command.ts'),
  },
  serve: {
    summary: 'refrain serve beside the library: documents over HTTP, their time, and the memory of the server',
    load: () => import('./serve.ts'),
  },
  'many-sites': { summary: '100,000 sites in one store under a memory limit', load: () => import('./many-sites.ts') },
  floods: { summary: 'time of pages that are made to be slow', load: () => import('./floods.ts') },
};

const code = await runOneOf(process.argv.slice(2), BENCHES, 'npm run bench', process, 'throughput');
if (code !== 0) process.exitCode = code;
