/** One line of JSON for each piece of a page. */
import { count } from '../../arguments/flags.ts';
import { chunksOf } from '../../formats/chunks.ts';
import { jsonLine } from '../../formats/json-line.ts';
import { knownUrl } from '../../read/task.ts';
import { defineFormat } from './format.ts';
import { markdownOf } from './markdown.ts';

const WORDS = { min: 10, max: 100_000 } as const;

export const chunks = defineFormat({
  name: 'chunks',
  endings: ['ndjson', 'jsonl'],
  about: ['one JSON line per piece of the Markdown, for retrieval'],
  flags: { chunkWords: count('COUNT', WORDS, 'chunks: maximum number of words (default 300)') },
  writer: (_, { chunkWords }) => ({
    page(task, page, { part }) {
      const url = knownUrl(task);
      const source = { id: task.id, site: task.site, title: page.title, ...(url === undefined ? {} : { url }) };
      return chunksOf(markdownOf(task, page, part), source, { maxWords: chunkWords })
        .map(jsonLine)
        .join('');
    },
  }),
});
