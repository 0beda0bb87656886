/** One line of JSON for each piece of a page. */
import { type ChunkSource, chunksOf } from '../../formats/chunks.ts';
import { jsonLine } from '../../formats/json-line.ts';
import type { Format } from './format.ts';

export const chunks: Format = {
  name: 'chunks',
  endings: ['ndjson', 'jsonl'],
  about: ['one JSON line per piece of the Markdown, for retrieval'],
  flags: ['chunkWords'],
  writer: ({ chunkWords }) => ({
    page(source) {
      const { markdown, ...page } = source.values(['id', 'site', 'title', 'url', 'markdown']);
      return chunksOf(markdown as string, page as unknown as ChunkSource, { maxWords: chunkWords })
        .map(jsonLine)
        .join('');
    },
  }),
};
