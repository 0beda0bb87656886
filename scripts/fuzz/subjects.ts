/** Subjects of `npm run fuzz`, with their shares of the time. */
import type { Sources } from './sources.ts';
import type { Subject } from './subject.ts';
import { prepareModels, prepareSnapshots } from './subjects/checksummed.ts';
import { prepareHeaders, prepareHttp, prepareNdjson, prepareWarc } from './subjects/input.ts';
import { prepareMarkdown, prepareOutputs } from './subjects/outputs.ts';
import { prepareRules } from './subjects/rules.ts';
import { prepareSequences } from './subjects/sequences.ts';
import { prepareLayouts, prepareTemplates } from './subjects/templates.ts';
import { preparePages, prepareTrees } from './subjects/trees.ts';

type Entry = readonly [share: number, prepare: (sources: Sources) => Promise<Subject>];

export const SUBJECTS: Readonly<Record<string, Entry>> = {
  pages: [8, preparePages],
  outputs: [6, prepareOutputs],
  markdown: [4, prepareMarkdown],
  sequences: [3, prepareSequences],
  layouts: [3, prepareLayouts],
  templates: [1, prepareTemplates],
  rules: [1, prepareRules],
  trees: [2, prepareTrees],
  snapshots: [3, prepareSnapshots],
  models: [3, prepareModels],
  headers: [2, prepareHeaders],
  http: [3, prepareHttp],
  warc: [3, prepareWarc],
  ndjson: [2, prepareNdjson],
};
