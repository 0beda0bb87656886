/** What `npm run fuzz` runs, in turn. */
import { Mutator } from './mutate.ts';
import type { Seeds } from './seeds.ts';
import type { SubjectEntry } from './subject.ts';
import { prepareHttp, prepareNdjson, prepareWarc } from './subjects/archives.ts';
import { prepareHeaders } from './subjects/headers.ts';
import { prepareIndexes } from './subjects/indexes.ts';
import { prepareLayouts } from './subjects/layouts.ts';
import { prepareMarkdown } from './subjects/markdown.ts';
import { prepareModels } from './subjects/models.ts';
import { prepareOptions } from './subjects/options.ts';
import { prepareOutputs } from './subjects/outputs.ts';
import { preparePages } from './subjects/pages.ts';
import { prepareRules } from './subjects/rules.ts';
import { prepareSequences } from './subjects/sequences.ts';
import { prepareSnapshots } from './subjects/snapshots.ts';
import { prepareTemplates } from './subjects/templates.ts';
import { prepareTrees } from './subjects/trees.ts';

export function subjectsOf(seeds: Seeds): readonly SubjectEntry[] {
  const mutator = new Mutator(seeds);
  return [
    { name: 'pages', prepare: () => preparePages(mutator) },
    { name: 'outputs', prepare: () => prepareOutputs(mutator) },
    { name: 'markdown', prepare: () => prepareMarkdown(mutator) },
    { name: 'sequences', prepare: () => prepareSequences(mutator) },
    { name: 'layouts', prepare: () => prepareLayouts(mutator) },
    { name: 'templates', prepare: prepareTemplates },
    { name: 'rules', prepare: prepareRules },
    { name: 'trees', prepare: () => prepareTrees(mutator) },
    { name: 'snapshots', prepare: prepareSnapshots },
    { name: 'models', prepare: prepareModels },
    { name: 'options', prepare: prepareOptions },
    { name: 'headers', prepare: prepareHeaders },
    { name: 'http', prepare: prepareHttp },
    { name: 'warc', prepare: prepareWarc },
    { name: 'ndjson', prepare: prepareNdjson },
    { name: 'indexes', prepare: prepareIndexes },
  ];
}
