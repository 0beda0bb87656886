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
  'archive-index': {
    summary: 'an index of archives, from a server and from a folder, beside a sorted WARC',
    load: () => import('./archive-index.ts'),
  },
  serve: {
    summary: 'refrain serve beside the library: documents over HTTP, their time, and the memory of the server',
    load: () => import('./serve.ts'),
  },
  'many-sites': { summary: '100,000 sites in one store under a memory limit', load: () => import('./many-sites.ts') },
  step: {
    summary: 'the step of a site beside Sites, one to a hundred pages at a time; bytes of its state',
    load: () => import('./step.ts'),
  },
  floods: { summary: 'time of pages that are made to be slow', load: () => import('./floods.ts') },
  'apply-rules': {
    summary: 'time to apply rules to a document, beside Readability',
    load: () => import('./apply-rules.ts'),
  },
};

const code = await runOneOf(process.argv.slice(2), BENCHES, 'npm run bench', process, 'throughput');
if (code !== 0) process.exitCode = code;
