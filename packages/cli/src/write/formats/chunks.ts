/** One line of JSON for each piece of a page. */
import { count } from '../../arguments/flags.ts';
import { type ChunkSource, chunksOf } from '../../formats/chunks.ts';
import { jsonLine } from '../../formats/json-line.ts';
import { defineFormat } from './format.ts';

const WORDS = { min: 10, max: 100_000 } as const;

export const chunks = defineFormat({
  name: 'chunks',
  endings: ['ndjson', 'jsonl'],
  about: ['one JSON line per piece of the Markdown, for retrieval'],
  flags: { chunkWords: count('COUNT', WORDS, 'chunks: maximum number of words (default 300)') },
  writer: (_, { chunkWords }) => ({
    page(source) {
      const { markdown, ...page } = source.values(['id', 'site', 'title', 'url', 'markdown']);
      return chunksOf(markdown as string, page as unknown as ChunkSource, { maxWords: chunkWords })
        .map(jsonLine)
        .join('');
    },
  }),
});
