/** Run: npm run bench [NAME] [-- options] */
import { type Programs, runOneOf } from './command-line.ts';

const BENCHES: Programs = {
  throughput: {
    summary: 'default next to other parsers; bytes per table entry',
    load: () => import('./throughput.ts'),
  },
  documents: { summary: 'outputs of a page, writers of Markdown, extractors', load: () => import('./documents.ts') },
  command: { summary: 'the command next to the library; its memory', load: () => import('./command.ts') },
  serve: { summary: 'refrain serve next to the library; its memory', load: () => import('./serve.ts') },
  'many-sites': { summary: '100,000 sites in one store under a memory limit', load: () => import('./many-sites.ts') },
  'stress-pages': { summary: 'time of pages that are made to be slow', load: () => import('./stress-pages.ts') },
};

const code = await runOneOf(process.argv.slice(2), BENCHES, 'npm run bench', process, 'throughput');
if (code !== 0) process.exitCode = code;
